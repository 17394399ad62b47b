import { type LocalDate, weekStart } from '~/utils/dates'
import { asSaved, type DayPlan, type ReadDay, solveDay } from './day-plan.server'
import type { PlanHorse, PlanRide } from './horse-plan'

interface PlannedDay {
  date: LocalDate
  rides: readonly Pick<PlanRide, 'horseId'>[]
}

/** How much more often a horse is to go out on the other days of a day's week than it does. */
export const moreOnOtherDays =
  (was: readonly PlannedDay[], planned: readonly PlannedDay[], date: LocalDate) =>
  (horseId: number): number => {
    const count = (days: readonly PlannedDay[]) =>
      days
        .filter((day) => day.date !== date && weekStart(day.date) === weekStart(date))
        .reduce((sum, { rides }) => sum + rides.filter((ride) => ride.horseId === horseId).length, 0)
    return count(planned) - count(was)
  }

/** The plans of some days, one after the other, so that limits of the week hold; `more` is one more horse. */
export async function solveWeek(read: readonly ReadDay[], more?: PlanHorse): Promise<DayPlan[]> {
  const days: DayPlan[] = []
  for (const one of read) {
    const besides = moreOnOtherDays(days.map(asSaved), days, one.date)
    days.push(await solveDay(more ? { ...one, horses: [...one.horses, more] } : one, { besides }))
  }
  return days
}
