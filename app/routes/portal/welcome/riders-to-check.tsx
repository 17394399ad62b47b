import { t } from '#text'
import type { familyToCheck } from '~/models/portal/welcome.server'
import { everyWeekday } from '~/models/schedule/vocabulary/slot-words'
import { formatContents } from '~/routes/portal/home/say-counts'
import { formatDay, weekdayName } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Returns the texts of a rider whom an invited family checks. */
export const sayRider = ({
  id,
  name,
  places,
  left,
  paidTo,
}: Awaited<ReturnType<typeof familyToCheck>>[number]): RiderToCheck => ({
  id,
  name,
  places: places.map(
    ({ dayOfWeek, scheduledTime, lessonType }) =>
      `${everyWeekday(weekdayName(dayOfWeek))} ${formatTimeOfDay(scheduledTime)}, ${lessonType}`,
  ),
  left: formatContents(left),
  paidTo: paidTo && formatDay(paidTo),
})

interface RiderToCheck {
  id: string
  name: string
  places: string[]
  /** `3 lessons and 1 makeup`; empty if nothing is left. */
  left: string
  paidTo: string | null
}

export function RidersToCheck({ riders }: { riders: RiderToCheck[] }) {
  return (
    <ul className="grid gap-3">
      {riders.map(({ id, name, places, left, paidTo }) => (
        <li key={id} className="card p-4">
          <h3 className="text-base [overflow-wrap:anywhere]">{name}</h3>
          <ul className="text-muted">
            {places.length ? places.map((place) => <li key={place}>{place}</li>) : <li>{t('No weekly lesson')}</li>}
            <li>{left ? t('{left} left this month', { left }) : t('No lessons left this month')}</li>
            {paidTo ? <li>{t('Paid through {day}', { day: paidTo })}</li> : null}
          </ul>
        </li>
      ))}
    </ul>
  )
}
