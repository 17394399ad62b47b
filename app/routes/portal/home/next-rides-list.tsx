import { t } from '#text'
import { HorseName } from '~/components/rides/horse-name'
import { Link } from '~/components/ui/link'
import type { FamilyRide } from '~/models/schedule/rides/ride.server'
import { formatHorse, NO_INSTRUCTOR } from '~/models/schedule/vocabulary/ride'
import { rideId } from '~/models/schedule/vocabulary/ride-id'
import { addDays, formatDayShort, formatWeekdayShort, type LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** The next rides of all riders: whose, when, on which horse, and the way to call one off. */
export function NextRides({
  rides,
  more,
  names,
  today,
}: {
  rides: FamilyRide[]
  /** How many follow these. */
  more: number
  /** First names by rider, if each ride has to name its rider. */
  names: Map<string, string> | null
  today: LocalDate
}) {
  return (
    <section aria-labelledby="next-rides">
      <div className="home-head">
        <h2 id="next-rides">{t('Next rides')}</h2>
        <Link to={paths.scheduledRides()} className="link">
          {more ? t('All scheduled rides ({count} more)', { count: more }) : t('All scheduled rides')}
        </Link>
      </div>
      {rides.length ? (
        <ul className="card next-rides">
          {rides.map((ride) => (
            <li key={rideId(ride)}>
              <p className="num">
                <small>{formatNear(ride.date, today)}</small>
                <strong>{formatDayShort(ride.date)}</strong>
              </p>
              <p>
                <span className="block">
                  <strong>{names?.get(ride.riderId)}</strong>
                  {names ? ' · ' : ''}
                  {formatTimeOfDay(ride.time)}
                </span>
                <small>
                  <HorseName name={ride.horseAssignment} className="block">
                    {[formatHorse(ride), ride.type, ride.arena, ride.isMakeup ? t('makeup') : '']
                      .filter(Boolean)
                      .join(' · ')}
                    {ride.instructor === NO_INSTRUCTOR ? null : (
                      <span className="wide-only"> · {t('with {name}', { name: ride.instructor })}</span>
                    )}
                  </HorseName>
                </small>
              </p>
              <Link to={paths.cantCome(rideId(ride))} className="link">
                {t("Can't come")}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t('Nothing booked yet.')}</p>
      )}
    </section>
  )
}

/** In place of the weekday, so that a row stays as high as it is on other days. */
function formatNear(date: LocalDate, today: LocalDate) {
  if (date === today) return t('Today')
  return date === addDays(today, 1) ? t('Tomorrow') : capitalized(formatWeekdayShort(date))
}
