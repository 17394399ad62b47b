import { horsesOfDay, type ReadDay } from '~/models/schedule/horses/plan/day-plan.server'
import { findFirstGoal } from '~/models/schedule/horses/plan/first-goal.server'
import { solveWeek } from '~/models/schedule/horses/plan/week.server'
import { factsOf, NOTHING_KNOWN } from '~/models/schedule/match/rider-facts.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { addDays, firstOn } from '~/utils/dates'
import { keyNow, type Plan, seatsOf, solvePlan } from './plan'
import type { SeasonLesson, Seat } from './season'
import type { Solution } from './solve'

/** Some weeks on, when no ride has a horse yet. */
const WEEKS_ON = 4
const FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0]
/** Each time, the rides that no horse was left for in their new lesson are kept out of it. */
const MOST_ROUNDS = 12

/** A season's week, for a plan of its horses: each horse as usual, without rests and other work. `lessonOf` is the key of a ride's lesson, or null. */
type HorsesOf = (lessonOf: (seat: Seat) => string | null) => ReadDay[]

export async function readHorses(plan: Plan, db: Db = prisma): Promise<HorsesOf> {
  const { week, season } = plan
  const seats = seatsOf(plan).map(({ seat }) => seat)
  const facts = await factsOf(
    seats.map(({ riderId }) => riderId),
    db,
  )
  const goal = await findFirstGoal(db)
  const days: { date: string; horses: ReadDay['horses']; lessons: SeasonLesson[] }[] = []
  for (const weekday of FROM_MONDAY) {
    const lessons = week.lessons.filter(({ dayOfWeek, state }) => dayOfWeek === weekday && state !== 'ends')
    if (lessons.length === 0) continue
    const date = addDays(firstOn(weekday, season.startsOn), 7 * WEEKS_ON)
    const horses = (await horsesOfDay(date, db)).map((horse) => ({ ...horse, otherDays: 0, work: [], weekWork: 0 }))
    days.push({ date, horses, lessons })
  }
  return (lessonOf) => {
    const stays = new Set(seats.filter((seat) => lessonOf(seat) === keyNow(seat)).map(({ key }) => key))
    return days.map(({ date, horses, lessons }) => {
      const rides = lessons.flatMap(({ key, time, type, duration }) =>
        seats
          .filter((seat) => lessonOf(seat) === key)
          .map((seat) => ({
            ...{
              key: seat.key,
              riderId: seat.riderId,
              rider: '',
              time,
              type,
              duration,
              horseId: null,
              savedHorseId: null,
            },
            ...{ proposed: false, note: null, away: false, begun: false, attendance: 'scheduled', version: '' },
            ...(facts.get(seat.riderId) ?? NOTHING_KNOWN),
          })),
      )
      // Who stays comes before who moves there.
      const all = horses.map(({ id }) => id)
      return { date, rides, horses, goal, knownTo: ({ key }) => (stays.has(key) ? all : []) }
    })
  }
}

/** Returns the keys of rides that no horse is left for. */
async function withoutHorse(days: readonly ReadDay[]): Promise<Set<string>> {
  const plans = await solveWeek(days.filter(({ rides }) => rides.length > 0))
  return new Set(plans.flatMap(({ rides }) => rides.flatMap(({ key, horseId }) => (horseId === null ? [key] : []))))
}

/**
 * Solves a plan within the limits of the horses as well: no ride gets a lesson in which no horse is left for it, unless it has none in its lesson
 * now, as in a school that does not plan its horses here.
 */
export async function solveWithHorses(plan: Plan, db: Db = prisma): Promise<Solution> {
  const horsesOf = await readHorses(plan, db)
  const before = await withoutHorse(horsesOf(keyNow))
  const barred = new Map<string, Set<string>>()
  for (let round = 1; ; round++) {
    const solution = solvePlan(plan, { barred })
    const lessonOf = ({ key }: Seat) => solution.lessons.get(key) ?? null
    const without = await withoutHorse(horsesOf(lessonOf))
    const worse = seatsOf(plan).filter(({ seat }) => {
      const isMoved = lessonOf(seat) !== keyNow(seat) && !seat.change?.byHand
      return isMoved && without.has(seat.key) && !before.has(seat.key)
    })
    if (worse.length === 0 || round === MOST_ROUNDS) return solution
    for (const { seat } of worse) {
      barred.set(seat.key, new Set([...(barred.get(seat.key) ?? []), lessonOf(seat) ?? '']))
    }
  }
}
