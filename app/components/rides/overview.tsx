import { StateBadge } from '~/components/ui/badge'
import { Card } from '~/components/ui/card'
import { Link } from '~/components/ui/link'
import { Meter } from '~/components/ui/meter'
import type { MonthAllowance } from '~/models/allowance/allowance'
import { sayMakeup } from '~/models/allowance/makeups'
import { NO_INSTRUCTOR, type Ride } from '~/models/rides/ride'
import { formatDay, formatDayShort, formatMonth, formatWeekday, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** What a family wants to know first: when do I ride next, and what is left this month. */
export function Overview({
  today,
  nextRide,
  allowance,
}: {
  today: LocalDate
  nextRide: Ride | null
  allowance: MonthAllowance
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Card title="Next ride">
        {nextRide ? (
          <NextRide ride={nextRide} />
        ) : (
          <p className="text-muted">
            Nothing is scheduled yet. The office puts you on the schedule once you have lessons.
          </p>
        )}
        <p className="mt-3">
          <Link to={paths.scheduledRides()} className="link inline-flex min-h-11 items-center">
            All scheduled rides
          </Link>
        </p>
      </Card>
      <Card
        title={formatMonth(today)}
        actions={allowance.clearing ? <StateBadge state="clearing">Clearing</StateBadge> : null}
      >
        <AllowanceMeters allowance={allowance} />
      </Card>
    </div>
  )
}

function NextRide({ ride }: { ride: Ride }) {
  return (
    <p>
      <strong className="block text-lg">
        {formatWeekday(ride.date)}, {formatTimeOfDay(ride.time)}
      </strong>
      <span className="text-muted">
        {formatDay(ride.date)} · {ride.type}
        {ride.horseAssignment === 'Not assigned' ? '' : ` · ${ride.horseAssignment}`}
        {ride.instructor === NO_INSTRUCTOR ? '' : ` · with ${ride.instructor}`}
      </span>
    </p>
  )
}

/** The month's counters that there is anything to say about. */
export function AllowanceMeters({ allowance }: { allowance: MonthAllowance }) {
  const counters = [
    { label: 'Lessons', counter: allowance.lessons },
    { label: 'Private lessons', counter: allowance.privateLessons },
    { label: 'Makeup lessons', counter: allowance.makeups },
    { label: 'Hacks', counter: allowance.hacks },
    { label: 'Horse use', counter: allowance.horseUse },
  ].filter(({ counter }) => counter.allowed > 0 || counter.used > 0)
  if (!counters.length) return <p className="text-muted">No lessons bought for this month yet.</p>
  return (
    <div className="grid gap-3">
      {counters.map(({ label, counter }) => (
        <Meter key={label} label={label} {...counter} />
      ))}
      {allowance.makeupsGiven ? (
        <ul className="text-sm">
          {allowance.makeupsGiven.map((makeup) => (
            <li key={`${makeup.date} ${makeup.time}`}>
              {sayMakeup(makeup)}. Until {formatDayShort(makeup.until)}.
            </li>
          ))}
        </ul>
      ) : null}
      <p className="text-sm text-muted">
        Use it or lose it: what is left ends with the month{allowance.makeupsGiven ? ', but for these makeups' : ''}.
      </p>
    </div>
  )
}
