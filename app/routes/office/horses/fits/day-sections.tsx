import { Island } from '~/components/island'
import type { ShownPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { HorseSelects } from '~/routes/office/day/horse-selects.island'
import { shownRides, typedHorses } from '~/routes/office/day/shown-rides'
import { formatDay, formatWeekday } from '~/utils/dates'

/** Rides of several days in one form, each day under its name. */
export function DaySections({
  days,
  sent,
  later,
}: {
  days: ShownPlan[]
  /** What a refused form had chosen. */
  sent: unknown
  /** The horse on which a ride may stay for now, though it rests. */
  later?: number
}) {
  const typedOf = (date: string) =>
    typedHorses((Array.isArray(sent) ? sent : []).find((one: { date?: unknown } | null) => one?.date === date)?.rides)
  return days.map((day, i) => {
    const { date, others, horses } = day
    const rides = shownRides(day, typedOf(date))
    const choices = { date, rides, others, horses, single: false, prefix: `days[${i}].`, later }
    return (
      <section key={date} aria-label={`${formatWeekday(date)}, ${formatDay(date)}`}>
        <h2 className="mb-2 text-lg">
          {formatWeekday(date)}, <span className="num">{formatDay(date)}</span>
        </h2>
        <input type="hidden" name={`days[${i}].date`} value={date} />
        <Island name="horses" props={choices}>
          <HorseSelects {...choices} />
        </Island>
      </section>
    )
  })
}
