import { StateBadge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import type { RiderGlance } from '~/models/portal/glance'
import { type LocalDate, monthName } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { dayName } from './overview'
import { sayBooking, sayContents } from './say-counts'

/** Each rider of a family: the next ride, what is left, and what is to be done. */
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
              <small>{sayLeft(rider, today)}</small>
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

function sayLeft({ left, isBought, toBook }: RiderGlance, today: LocalDate): string {
  const contents = sayContents(left)
  const rest = contents ? `${contents} left this month` : 'Nothing left this month'
  const parts = [
    isBought ? rest : `No lessons bought for ${monthName(today)}`,
    toBook ? sayBooking(toBook.counts, monthName(toBook.first)) : '',
  ]
  return `${parts.filter(Boolean).join('. ')}.`
}
