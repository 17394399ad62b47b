import { type LocalDate, weekStart } from '~/utils/dates'
import type { PlanHorse, PlanRide } from './horse-plan'
import { type PlainPlan, type ReadDay, solveDay } from './solve-day.server'

interface PlannedDay {
  date: LocalDate
  rides: readonly Pick<PlanRide, 'horseId'>[]
}

/** How much more often a horse is to go out on the other days of a day's week than it does. */
export function moreOnOtherDays(
  was: readonly PlannedDay[],
  planned: readonly PlannedDay[],
  date: LocalDate,
): (horseId: number) => number {
  const more = new Map<number | null, number>()
  const count = (days: readonly PlannedDay[], by: 1 | -1) => {
    for (const day of days)
      if (day.date !== date && weekStart(day.date) === weekStart(date))
        for (const { horseId } of day.rides) more.set(horseId, (more.get(horseId) ?? 0) + by)
  }
  count(planned, 1)
  count(was, -1)
  return (horseId) => more.get(horseId) ?? 0
}

/** A day with the horses that are saved for its rides, whatever the plan proposes. */
export const asSaved = ({ date, rides }: Pick<PlainPlan, 'date' | 'rides'>): PlannedDay => ({
  date,
  rides: rides.map(({ savedHorseId }) => ({ horseId: savedHorseId })),
})

/** The plans of some days, one after the other, so that limits of the week hold; `more` is one more horse. */
export async function solveWeek(read: readonly ReadDay[], more?: PlanHorse): Promise<PlainPlan[]> {
  const days: PlainPlan[] = []
  for (const one of read) {
    const besides = moreOnOtherDays(days.map(asSaved), days, one.date)
    days.push(await solveDay(more ? { ...one, horses: [...one.horses, more] } : one, { besides }))
  }
  return days
}
