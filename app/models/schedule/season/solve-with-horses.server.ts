import { setImmediate } from 'node:timers/promises'
import { solveWeek } from '~/models/schedule/horses/plan/week.server'
import { inParts } from '~/platform/page/in-parts.server'
import { groupBy } from '~/utils/group-by'
import type { HorseWeek } from './horse-week.server'
import { horsesBeside, ridesWithout, rivalsOf } from './horses-left'
import { isLarge, lessonsBefore, type Plan, seatsOf, solvePlan, timesOf } from './plan'
import { type SeasonLesson, type Seat, sayTime } from './season'
import type { Solution } from './solve'
import { timeKey } from './to-place'

/**
 * In so many rounds a ride is kept out of single lessons; after that, more and more rides stay where they are, in each round so many times as
 * many as before, so that there is an end.
 */
const ROUNDS = { most: 24, growth: 2 }
/** Of a large week a round takes up to a second. */
const ROUNDS_OF_LARGE = { most: 3, growth: 16 }

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
  const rounds = isLarge(plan) ? ROUNDS_OF_LARGE : ROUNDS
  const everywhere = new Set(plan.week.lessons.map(({ key }) => key))
  let solution = free
  let days = await solveWeek(horseWeek(free.lessons))
  for (let round = 1; ; round++) {
    const { lessons } = solution
    const stays = (key: string) => lessons.get(key) === before.get(key)
    const lost = ridesWithout(days).filter(({ ride }) => !withoutBefore.has(ride.key))
    if (lost.length === 0) break
    const leaving = new Set(lost.flatMap(({ ride }) => (stays(ride.key) ? [] : [ride.key])))
    const most = rounds.growth ** Math.max(0, round - rounds.most)
    const rivals = rivalsOf(days)
    const moved = days.flatMap((day) => day.rides.filter(({ key }) => !stays(key)).map((ride) => ({ ride, day })))
    for (const one of lost.filter(({ ride }) => stays(ride.key))) {
      const others = moved.filter(({ ride }) => !leaving.has(ride.key))
      for (const { key } of rivals(one, others, most)) leaving.add(key)
      await setImmediate()
    }
    for (const key of leaving) {
      if (round >= rounds.most) kept.add(key)
      barred.set(key, kept.has(key) ? everywhere : new Set([...(barred.get(key) ?? []), lessons.get(key) ?? '']))
    }
    solution = await inParts(solvePlan(plan, { closed, barred }))
    days = await solveWeek(horseWeek(solution.lessons))
  }
  const { lessons, unplaced } = solution
  const sayHorses = horsesBeside(days, horseWeek)
  const atTime = groupBy(plan.week.lessons, timeKey)
  const sayWhy = (seat: Seat, why: string): string => {
    const times = timesOf(plan, seat)
    const isBarred = ({ key }: SeasonLesson) => barred.get(seat.key)?.has(key)
    const [lesson] = times.flatMap((time) => atTime.get(time)?.find(isBarred) ?? [])
    if (!lesson) return why
    const horses = kept.has(seat.key) ? null : sayHorses(seat.key, lesson.key)
    if (!horses) return 'No horse was found for another time'
    return times.length > 1 ? `${why}. ${sayTime(lesson)}: ${horses}` : `${why}: ${horses}`
  }
  const said = new Map<string, string>()
  for (const { seat } of seatsOf(plan)) {
    const why = unplaced.get(seat.key)
    if (why === undefined) continue
    said.set(seat.key, sayWhy(seat, why))
    await setImmediate()
  }
  // No plan places more than the one that asks for no horses.
  return { lessons, unplaced: said, isMost: free.isMost && unplaced.size === free.unplaced.size }
}
