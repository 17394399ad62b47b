import { StateBadge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import type { RiderGlance } from '~/models/portal/glance'
import { type LocalDate, monthName } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { dayName } from './overview'
import { saidCounts, sayBooking, sayContents } from './say-counts'

/** Each rider of a family: the next ride, what became of this month's, and what is to be done. */
export function FamilyRiders({
  riders,
  chosen,
  tab,
  today,
}: {
  riders: RiderGlance[]
  chosen: string
  tab: string
  today: LocalDate
}) {
  return (
    <section aria-labelledby="riders" className="mb-5">
      <h2 id="riders" className="mb-2">
        Your riders
      </h2>
      <ul className="family-riders">
        {riders.map((rider) => (
          <li key={rider.id}>
            <Link
              to={paths.portal({ tab: tab === 'pay' ? undefined : tab, rider: rider.id })}
              stay
              aria-current={rider.id === chosen ? 'true' : undefined}
            >
              <strong>{rider.name}</strong>
              <span>{sayNext(rider, today)}</span>
              {sayMonth(rider, today).map((line) => (
                <small key={line} className="num">
                  {line}
                </small>
              ))}
              {rider.clearing ? <StateBadge state="clearing">Clearing</StateBadge> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const sayNext = ({ nextRide: ride }: RiderGlance, today: LocalDate) =>
  ride ? `${dayName(ride.date, today)}, ${formatTimeOfDay(ride.time)}, ${ride.type}` : 'Nothing booked yet'

function sayMonth({ counts, isBought, next }: RiderGlance, today: LocalDate): string[] {
  const lines = saidCounts(counts).map(({ bought, fates, over }) =>
    [[bought, fates].filter(Boolean).join(': '), over].filter(Boolean).join(' · '),
  )
  return [
    ...(isBought ? lines : [`No lessons bought for ${monthName(today)}.`]),
    ...(sayContents(next.toBook) ? [`${sayBooking(next.toBook, monthName(next.first))}.`] : []),
  ]
}
