import { setImmediate } from 'node:timers/promises'
import { solveWeek } from '~/models/schedule/horses/plan/week.server'
import type { HorseWeek } from './horse-week.server'
import { horsesBeside, ridesWithout, rivalsOf } from './horses-left'
import { lessonsBefore, type Plan, seatsOf, solvePlan, timesOf } from './plan'
import { type Seat, sayTime } from './season'
import type { Solution } from './solve'
import { timeKey } from './to-place'

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
  const withoutBefore = new Set(ridesWithout(await solveWeek(horseWeek(before))).map(({ ride }) => ride.key))
  const free = await inParts(solvePlan(plan, { closed }))
  const barred = new Map<string, ReadonlySet<string>>()
  const kept = new Set<string>()
  let solution = free
  let days = await solveWeek(horseWeek(free.lessons))
  for (let round = 1; ; round++) {
    const { lessons } = solution
    const stays = (key: string) => lessons.get(key) === before.get(key)
    const lost = ridesWithout(days).filter(({ ride }) => !withoutBefore.has(ride.key))
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
    days = await solveWeek(horseWeek(solution.lessons))
  }
  const { lessons, unplaced } = solution
  const sayHorses = horsesBeside(days, horseWeek)
  const sayWhy = (seat: Seat, why: string): string => {
    const times = timesOf(plan, seat)
    const out = plan.week.lessons.filter(({ key }) => barred.get(seat.key)?.has(key))
    const [lesson] = times.flatMap((time) => out.find((one) => timeKey(one) === time) ?? [])
    if (!lesson) return why
    const horses = sayHorses(seat.key, lesson.key)
    if (kept.has(seat.key) || !horses) return 'No horse was found for another time'
    return times.length > 1 ? `${why}. ${sayTime(lesson)}: ${horses}` : `${why}: ${horses}`
  }
  return {
    lessons,
    unplaced: new Map(
      seatsOf(plan).flatMap(({ seat }) => {
        const why = unplaced.get(seat.key)
        return why === undefined ? [] : [[seat.key, sayWhy(seat, why)]]
      }),
    ),
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
