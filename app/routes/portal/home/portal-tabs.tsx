import { t } from '#text'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'
import { paths } from '~/utils/paths'

const TABS = {
  pay: { name: () => t('Make a Payment'), icon: 'card' },
  scheduled: { name: () => t('Scheduled Rides'), icon: 'calendar' },
  history: { name: () => t('Ride History'), icon: 'clock' },
  payments: { name: () => t('Payment History'), icon: 'receipt' },
} as const
type PortalTab = keyof typeof TABS

export const isPortalTab = (tab: string | null): tab is PortalTab => tab !== null && Object.hasOwn(TABS, tab)

/** The portal's tabs: on a phone a bar at its foot. None stays where the window was, so each begins at its top. */
export function PortalTabs({ current }: { current: PortalTab }) {
  return (
    <nav aria-label={t('Portal')} className="tabs portal-tabs">
      {Object.entries(TABS).map(([id, { name, icon }]) => (
        <Link
          key={id}
          to={paths.portal({ tab: id === 'pay' ? undefined : id })}
          aria-current={id === current ? 'page' : undefined}
          className="tab"
        >
          <Icon name={icon} />
          {name()}
        </Link>
      ))}
    </nav>
  )
}
