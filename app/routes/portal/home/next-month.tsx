import { t } from '#text'
import { Link } from '~/components/ui/link'
import { allowedAnew } from '~/models/allowance/allowance'
import type { PortalRider } from '~/models/portal/portal.server'
import { type PortalMonth, toBookOf } from '~/models/schedule/rides/portal-month'
import { formatDayShort, monthName } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatBooking, formatContents } from './say-counts'

/** Shows what riders already have for the next month, and where to book what is left of it. */
export function NextMonth({ family, named }: { family: PortalRider[]; named: boolean }) {
  const bought = family.filter(({ next }) => contentsOf(next))
  if (!bought.length) return null
  return (
    <ul className="card next-month">
      {bought.map(({ id, firstName, next }) => (
        <li key={id}>
          <strong>
            {monthName(next.first)}
            {named ? ` · ${firstName}` : ''}:
          </strong>{' '}
          {formatMonth(next)}{' '}
          {formatContents(toBookOf(next)) ? (
            <Link
              to={paths.findPlace({ rider: id, from: next.first })}
              className="link inline-flex min-h-11 items-center"
            >
              {t('Book a lesson')}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const contentsOf = ({ allowance }: PortalMonth): string =>
  formatContents({
    lessons: allowance.lessons.allowed,
    privateLessons: allowance.privateLessons.allowed,
    // A makeup that can be booked this month is shown there.
    makeups: allowedAnew(allowance, 'makeups'),
    hacks: allowance.hacks.allowed,
    horseUse: allowance.horseUse.allowed,
  })

function formatMonth(month: PortalMonth): string {
  const { allowance, packages, first } = month
  const toBook = toBookOf(month)
  return [
    [...packages, t('{contents} from {day}', { contents: contentsOf(month), day: formatDayShort(first) })].join(', '),
    allowance.clearing ? ` ${t('(clearing)')}` : '',
    formatContents(toBook) ? `. ${formatBooking(toBook, monthName(first))}.` : '',
  ].join('')
}
