import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { t } from '#text'
import { MakeupBadge } from '~/components/rides/makeup-badge'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { PageHeader } from '~/components/ui/page-header'
import { ridersOfFamily } from '~/models/people/families/family.server'
import { ownMakeups } from '~/models/schedule/makeups/own-makeups.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formatMakeupHistory } from './say-makeup'

export const meta: MetaFunction = () => [{ title: t('Makeups') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const [family, makeups] = await Promise.all([ridersOfFamily(viewer.id), ownMakeups(viewer.id)])
  return { named: family.length > 1, makeups }
}

export default function OwnMakeups() {
  const { named, makeups } = useLoaderData<typeof loader>()
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('Makeups')} back={{ to: paths.scheduledRides(), label: t('Scheduled Rides') }}>
        {t('A makeup replaces a ride you missed.')}
      </PageHeader>
      {makeups.length === 0 ? <EmptyState title={t('No makeups yet.')} /> : null}
      {makeups.length ? (
        <ul className="card">
          {makeups.map((makeup) => (
            <li key={makeup.id} className="flex items-center border-t border-line first:border-t-0">
              <Link
                to={paths.ownMakeup(makeup.id)}
                className="flex min-h-11 min-w-0 grow items-center gap-3 px-4 py-3 hover:bg-sunk"
              >
                <span className="me-auto min-w-0">
                  <strong className="block">{named ? `${makeup.rider}: ${makeup.type}` : makeup.type}</strong>
                  <span className="text-sm text-muted">{formatMakeupHistory(makeup)}</span>
                </span>
                {makeup.state === 'open' ? null : <MakeupBadge state={makeup.state} />}
              </Link>
              {makeup.state === 'open' ? (
                <ButtonLink
                  to={paths.findPlace({ rider: makeup.riderId })}
                  className="me-3 shrink-0"
                  aria-label={t('Use makeup: {rider}, {type}', { rider: makeup.rider, type: makeup.type })}
                >
                  {t('Use makeup')}
                </ButtonLink>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
