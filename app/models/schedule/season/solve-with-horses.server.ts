import { setImmediate } from 'node:timers/promises'
import type { DayPlan, DayRide } from '~/models/schedule/horses/plan/day-plan.server'
import { mayHave } from '~/models/schedule/horses/plan/horse-plan'
import { suits } from '~/models/schedule/horses/plan/suitable'
import { solveWeek } from '~/models/schedule/horses/plan/week.server'
import type { HorseWeek } from './horse-week.server'
import { lessonsBefore, type Plan, solvePlan } from './plan'
import type { Solution } from './solve'

/** In so many rounds a ride is kept out of single lessons; after that, more and more rides stay where they are, so that there is an end. */
const MOST_ROUNDS = 24

/**
 * Solves a plan within the limits of the horses as well. Whoever has a horse before, in the week as it is with what the office placed by hand, has
 * one after; whoever moves gets no lesson in which none is left for them, unless they have none before, or no horse of the school suits them.
 * @param closed keys of lessons that take nobody.
 */
export async function solveWithHorses(
  plan: Plan,
  horseWeek: HorseWeek,
  closed?: ReadonlySet<string>,
): Promise<Solution> {
  const before = lessonsBefore(plan, { closed })
  const had = new Set(ridesWithout(await solveWeek(horseWeek(before))).map(({ ride }) => ride.key))
  const free = await inParts(solvePlan(plan, { closed }))
  const barred = new Map<string, Set<string>>()
  const kept = new Set<string>()
  let solution = free
  for (let round = 1; ; round++) {
    const { lessons } = solution
    const stays = (key: string) => lessons.get(key) === before.get(key)
    const days = await solveWeek(horseWeek(lessons))
    const lost = ridesWithout(days).filter(({ ride }) => !had.has(ride.key))
    if (lost.length === 0) break
    const leaving = new Set(lost.flatMap(({ ride }) => (stays(ride.key) ? [] : [ride.key])))
    const most = 2 ** Math.max(0, round - MOST_ROUNDS)
    for (const { ride, day } of lost.filter(({ ride }) => stays(ride.key))) {
      const rivals = rivalsOf(ride, day, days).filter(({ key }) => !stays(key) && !leaving.has(key))
      for (const { key } of rivals.slice(0, most)) leaving.add(key)
    }
    for (const key of leaving) {
      if (round >= MOST_ROUNDS) kept.add(key)
      const out = kept.has(key) ? plan.week.lessons.map((lesson) => lesson.key) : [lessons.get(key) ?? '']
      barred.set(key, new Set([...(barred.get(key) ?? []), ...out]))
    }
    solution = await inParts(solvePlan(plan, { closed, barred }))
  }
  const { lessons, unplaced } = solution
  return {
    lessons,
    unplaced: new Map([...unplaced].map(([key, why]) => [key, kept.has(key) ? NOT_FOUND : why])),
    // No plan places more than the one that asks for no horses.
    isMost: free.isMost && unplaced.size === free.unplaced.size,
  }
}

/** Answers other requests between the parts of some work. */
async function inParts<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const part = work.next()
    if (part.done) return part.value
    await setImmediate()
  }
}

const NOT_FOUND = 'No horse was found for another time'

/** A ride without a horse, though one of the school suits its rider. */
function ridesWithout(days: readonly DayPlan[]): { ride: DayRide; day: DayPlan }[] {
  return days.flatMap((day) => {
    const rides = day.rides.filter((ride) => ride.horseId === null && day.horses.some((horse) => suits(horse, ride)))
    return rides.map((ride) => ({ ride, day }))
  })
}

/** All other rides of the week: first those whose horse is free for this one without them, then the others of its day. */
function rivalsOf(ride: DayRide, day: DayPlan, days: readonly DayPlan[]): DayRide[] {
  const frees = (other: DayRide, { date }: DayPlan): boolean => {
    const horse = day.horses.find(({ id }) => id === other.horseId)
    if (!horse || !suits(horse, ride) || date > day.date) return false
    if (date < day.date) return mayHave({ ...horse, otherDays: horse.otherDays - 1 }, ride, day.rides)
    return mayHave(
      horse,
      ride,
      day.rides.filter((one) => one !== other),
    )
  }
  const order = (other: DayRide, of: DayPlan) => (frees(other, of) ? 0 : of === day ? 1 : 2)
  return days
    .flatMap((of) => of.rides.map((other) => ({ other, order: order(other, of) })))
    .sort((a, b) => a.order - b.order)
    .map(({ other }) => other)
}
