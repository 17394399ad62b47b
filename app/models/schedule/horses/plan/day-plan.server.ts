import { setImmediate } from 'node:timers/promises'
import { horsesInstead } from '~/models/schedule/horses/rest/instead-of'
import type { RiderFacts } from '~/models/schedule/match/match'
import { factsOf, NOTHING_KNOWN } from '~/models/schedule/match/rider-facts.server'
import { type HorseRow, horseColumns, lockHorses } from '~/models/schedule/snapshot/horse-lock.server'
import { askedAhead, isToCome } from '~/models/schedule/vocabulary/ahead.server'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { baseTypeOf } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { rideKey } from '~/models/schedule/week/week'
import { otherWorkIn } from '~/models/schedule/workload/other-work-rows.server'
import { isAway } from '~/models/vocabulary/away'
import { prisma } from '~/platform/db.server'
import type { Db, Tx } from '~/platform/tx.server'
import { addDays, type LocalDate, toDbDate, weekStart } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import type { TimeOfDay } from '~/utils/time-of-day'
import { type BestHorses, bestHorses, type FirstGoal, type Suitable } from './best-horses'
import { findFirstGoal } from './first-goal.server'
import { mayGoOut, mayHave, type PlanHorse, type PlanRide, sayNone } from './horse-plan'
import { suitableFor, suits } from './suitable'
import { competitionIn, sayShared } from './why-none'
import { sayWhyThis, workedLeast } from './why-this'

export interface DayRide extends PlanRide, RiderFacts {
  riderId: string
  type: string
  /** The horse that is saved for it; null without one. */
  savedHorseId: number | null
  /** `horseId` is a proposal, not assigned yet. */
  proposed: boolean
  /** Why a horse is proposed, such as `Ridden last`, or why there is none; null without a proposal. */
  note: string | null
  /** The rider is absent or rides another time: no horse is asked for. */
  away: boolean
  begun: boolean
  attendance: string
  version: string
}

export interface DayPlan {
  date: LocalDate
  /** By time. Of every lesson of the day, because horses are shared. */
  rides: DayRide[]
  horses: PlanHorse[]
  /** It is certain that no more riders can have a horse; and that no other choice for as many is better by what comes first. */
  isMost: boolean
  isBest: boolean
  goal: FirstGoal
}

/** A day with the horses that are saved for its rides, whatever the plan proposes. */
export const asSaved = ({ date, rides }: DayPlan) => ({
  date,
  rides: rides.map(({ savedHorseId }) => ({ horseId: savedHorseId })),
})

/** Some rides of a day, and the others that have a horse, since horses are shared. */
export interface ShownPlan extends DayPlan {
  others: PlanRide[]
}

/** Horses that a rider knows: the last ones ridden within a year. */
const MOST_KNOWN = 5
const DAYS_BACK = 365
/** Pairs of rider and horse that are solved at once; a larger day is solved hour by hour, and answers other requests in between. */
const PAIRS_AT_ONCE = 1_000

interface Proposing {
  /** The horse of the same ride seven days before comes first. */
  lastWeek?: boolean
  /** For the rides of this horse that are to come: any other that suits, the rider's usual ones first. Other riders change theirs only if more have a horse then. */
  insteadOf?: number
  /** Riders who have a horse change theirs if more have one then, the same way. */
  change?: boolean
  /** How often each horse goes out on other days of the week besides what is saved. */
  besides?: (horseId: number) => number
}

/** Every ride of a day with its horse, or with the rider's usual one as a proposal. */
export const loadDayPlan = async (date: LocalDate, proposing: Proposing = {}): Promise<DayPlan> =>
  solveDay(await readDay(date, proposing), proposing)

export interface ReadDay {
  date: LocalDate
  rides: DayRide[]
  horses: PlanHorse[]
  goal: FirstGoal
  /** The horses that a rider should have, the best first. */
  knownTo: (ride: DayRide) => number[]
  /** The horse that a rider had last. */
  lastOf?: (ride: DayRide) => number | undefined
  /** The horse of the same ride a week before, if it comes before all others. */
  hadBefore?: (ride: DayRide) => number | undefined
  /** Who has a horse first if not all can, the lowest before all others, where every horse that suits a rider is as good as another. */
  orderOf?: (ride: DayRide) => number
}

/** What a day's plan is made from. */
export async function readDay(
  date: LocalDate,
  { lastWeek = false, insteadOf, change = insteadOf !== undefined }: Proposing = {},
): Promise<ReadDay> {
  const lessons = await lessonsOn(date)
  const riders = lessons.flatMap((lesson) => lesson.riders)
  const isAsked = (horseId: number | null) => horseId === (insteadOf ?? null)
  const [goal, horses, facts, ridden, hadBefore] = await Promise.all([
    findFirstGoal(),
    horsesOfDay(date),
    factsOf(riders.map(({ riderId }) => riderId)),
    lastRidden(
      riders
        .filter((rider) => (isAsked(rider.horse?.id ?? null) || change) && !isAway(rider))
        .map(({ riderId }) => riderId),
      date,
    ),
    lastWeek ? horsesOn(addDays(date, -7)) : () => undefined,
  ])
  const rides = lessons.flatMap(({ time, type, duration, riders }) =>
    riders.map(({ riderId, name, horse, attendance, version }) => ({
      key: rideKey({ date, time, riderId }),
      riderId,
      rider: name,
      time,
      type,
      duration,
      horseId: horse?.id ?? null,
      savedHorseId: horse?.id ?? null,
      proposed: false,
      note: null,
      away: isAway({ attendance }),
      begun: !isToCome({ date, time }),
      attendance,
      version,
      ...(facts.get(riderId) ?? NOTHING_KNOWN),
    })),
  )
  const knownTo = (ride: DayRide) => {
    const { riderId, wishes } = ride
    const before = hadBefore(ride)
    const known = ridden.get(riderId) ?? []
    const good = goodWith({ wishes })
    const wished = [...known.filter((id) => good.includes(id)), ...good]
    return [...new Set([...(before === undefined ? [] : [before]), ...wished, ...known])]
  }
  return { date, rides, horses, goal, knownTo, hadBefore, lastOf: ({ riderId }) => ridden.get(riderId)?.[0] }
}

/** The plan of a day. Its work is done in parts, between which other requests are answered. */
export async function solveDay(
  { date, rides, horses: saved, goal, knownTo, lastOf, hadBefore, orderOf }: ReadDay,
  { insteadOf, change = insteadOf !== undefined, besides = () => 0 }: Omit<Proposing, 'lastWeek'> = {},
): Promise<DayPlan> {
  const isAsked = (horseId: number | null) => horseId === (insteadOf ?? null)
  const horses = saved.map((horse) => ({ ...horse, otherDays: horse.otherDays + besides(horse.id) }))
  const byId = new Map(horses.map((horse) => [horse.id, horse]))
  // What a resting horse did before it was hurt stays its own.
  const isOpen = ({ away, begun, attendance, horseId }: DayRide) =>
    !away && isAsked(horseId) && (insteadOf === undefined || (attendance === 'scheduled' && !begun))
  const choices = horses.filter(({ id }) => id !== insteadOf)
  const mayChange = (ride: DayRide) =>
    change &&
    ride.attendance === 'scheduled' &&
    choices.some((horse) => horse.id === ride.horseId && suits(horse, ride)) &&
    askedAhead({ date, time: ride.time }) !== null
  const suitableTo = (ride: DayRide): Suitable[] => {
    const found = suitableFor(ride, choices, knownTo(ride), hadBefore?.(ride))
    return orderOf ? found.map(({ horseId }) => ({ horseId, rank: orderOf(ride) })) : found
  }
  const suitable = new Map(
    rides.filter((ride) => isOpen(ride) || mayChange(ride)).map((ride) => [ride.key, suitableTo(ride)]),
  )
  const plan = rides.map((ride) => (isOpen(ride) ? { ...ride, horseId: null } : ride))
  const best: BestHorses = change
    ? { given: await horsesInstead(plan, suitable, horses, goal), isMost: false, isBest: false }
    : await proposeHorses(plan, suitable, horses, goal)
  const proposed = best.given
  const stays = plan.map((ride) =>
    ride.horseId === null ? ride : { ...ride, horseId: proposed.get(ride.key) ?? ride.horseId },
  )
  const after = plan.map((ride) => ({ ...ride, horseId: proposed.get(ride.key) ?? ride.horseId }))
  const given = new Set(rides.map(({ horseId }) => horseId))
  const formatChange = ({ horseId }: DayRide) =>
    insteadOf !== undefined || isAsked(horseId)
      ? null
      : `Changes from ${byId.get(horseId ?? 0)?.name}, so that more riders have a horse`
  const others = choices.filter(({ isActive }) => isActive)
  const sayProposed = (ride: DayRide, horseId: number) => {
    const suit = (suitable.get(ride.key) ?? []).flatMap((one) => byId.get(one.horseId) ?? [])
    const isLeast = goal === 'shared' && workedLeast(horseId, suit, after)
    const [last, before] = [lastOf?.(ride), hadBefore?.(ride)]
    return sayWhyThis(horseId, { last, before, known: knownTo(ride), good: goodWith(ride), isLeast })
  }
  const competition = competitionIn(stays, suitable, others, proposed)
  const sayWhy = (ride: DayRide) => {
    const shared = competition(stays.find(({ key }) => key === ride.key) ?? ride)
    if (shared && shared.horses.length > 0) return sayShared(shared, suitable, others, stays)
    return sayNone(ride, new Set(suitable.get(ride.key)?.map((one) => one.horseId)), others, after)
  }
  return {
    date,
    isMost: best.isMost,
    isBest: best.isBest,
    goal,
    horses: horses.filter(({ id, isActive }) => isActive || given.has(id)),
    rides: rides.map((ride) => {
      const horseId = proposed.get(ride.key)
      if (horseId !== undefined)
        return { ...ride, horseId, proposed: true, note: formatChange(ride) ?? sayProposed(ride, horseId) }
      return isOpen(ride) ? { ...ride, note: sayWhy(ride) } : ride
    }),
  }
}

const goodWith = ({ wishes }: Pick<RiderFacts, 'wishes'>) =>
  wishes.filter(({ good }) => good).map(({ horseId }) => horseId)

/** The best horses for the rides without one, part by part. */
async function proposeHorses(
  rides: readonly PlanRide[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
  goal: FirstGoal,
): Promise<BestHorses> {
  const given = new Map<string, number>()
  const parts = partsToSolve(rides, suitable, horses)
  let isCertain = { isMost: true, isBest: true }
  for (const part of parts) {
    const now = rides.flatMap((ride) => {
      const horseId = ride.horseId ?? given.get(ride.key) ?? null
      return horseId === null && !part.has(ride.key) ? [] : [{ ...ride, horseId }]
    })
    const { given: ofPart, ...certain } = bestHorses(now, suitable, horses, goal)
    for (const [key, horseId] of ofPart) given.set(key, horseId)
    isCertain = certain
    await setImmediate()
  }
  if (parts.length > 1) isCertain = { isMost: given.size === suitable.size, isBest: false }
  return { given, ...isCertain }
}

/** Keys of rides: one part, but on a day of a very large school. */
function partsToSolve(
  rides: readonly PlanRide[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
): Set<string>[] {
  const parts: Set<string>[] = []
  let pairs = PAIRS_AT_ONCE
  for (const ride of rides.filter(({ key }) => suitable.has(key))) {
    const ids = new Set(suitable.get(ride.key)?.map(({ horseId }) => horseId))
    const more = horses.filter((horse) => ids.has(horse.id) && mayHave(horse, ride, rides)).length
    pairs += more
    if (pairs > PAIRS_AT_ONCE) {
      parts.push(new Set())
      pairs = more
    }
    parts.at(-1)?.add(ride.key)
  }
  return parts
}

/** Its lessons in parts of whole lessons, with so many rides a part at most if no lesson has more. */
export function partsOfPlan({ rides }: DayPlan, most: number): DayRide[][] {
  const parts: DayRide[][] = []
  for (const lesson of groupBy(rides, slotKeyOf).values()) {
    const last = parts.at(-1)
    if (last && last.length + lesson.length <= most) last.push(...lesson)
    else parts.push([...lesson])
  }
  return parts
}

const slotKeyOf = ({ time, type }: DayRide) => `${time} ${type}`

/** These rides of a plan. */
export function partOfPlan(plan: DayPlan, shown: readonly DayRide[]): ShownPlan {
  const keys = new Set(shown.map(({ key }) => key))
  return {
    ...plan,
    rides: plan.rides.filter(({ key }) => keys.has(key)),
    others: plan.rides.flatMap(({ key, rider, time, duration, horseId, proposed }) =>
      keys.has(key) || proposed || horseId === null ? [] : [{ key, rider, time, duration, horseId }],
    ),
  }
}

/** Removed ones too: rides that they had keep them. `fewer`: as if the day were hot by so many rides. */
export async function horsesOfDay(date: LocalDate, db: Db = prisma, fewer?: number): Promise<PlanHorse[]> {
  const monday = weekStart(date)
  const sunday = addDays(monday, 6)
  const [horses, rides, work] = await Promise.all([
    db.$queryRaw<HorseRow[]>`SELECT ${horseColumns(date, fewer)} FROM horses h ORDER BY h.name`,
    db.horseUsage.groupBy({
      by: ['horseId'],
      where: { usageDate: { gte: toDbDate(monday), lte: toDbDate(sunday), not: toDbDate(date) } },
      _count: true,
    }),
    otherWorkIn({ from: monday, to: sunday }, undefined, db),
  ])
  const counts = new Map(rides.map(({ horseId, _count }) => [horseId, _count]))
  return horses.map(({ rest, ...horse }) => {
    const ofWeek = work.filter(({ horseId }) => horseId === horse.id)
    const ofDay = ofWeek.filter((one) => one.date === date)
    return {
      ...horse,
      onRest: restsOn({ rest }, date),
      otherDays: (counts.get(horse.id) ?? 0) + ofWeek.length - ofDay.length,
      work: ofDay.map(({ time, duration, kind }) => ({ time, duration, kind })),
      weekWork: ofWeek.length,
    }
  })
}

/** Whether rest and limits let each of these horses go out so many days later instead. */
export async function horsesThatMayGo(
  tx: Tx,
  uses: readonly { horseId: number; date: LocalDate }[],
  days: number,
  ridesOn: (horseId: number, date: LocalDate) => number,
): Promise<(horseId: number, date: LocalDate) => boolean> {
  const may = new Set<string>()
  await lockHorses(
    tx,
    uses.map(({ horseId }) => horseId),
  )
  for (const date of new Set(uses.map((use) => use.date))) {
    const to = addDays(date, days)
    const horses = await horsesOfDay(to, tx)
    // In the same week the ride that is left is among those of its other days.
    const left = weekStart(to) === weekStart(date) ? 1 : 0
    for (const { horseId } of uses.filter((use) => use.date === date)) {
      const horse = horses.find(({ id }) => id === horseId)
      if (horse && mayGoOut({ ...horse, otherDays: horse.otherDays - left }, ridesOn(horseId, to))) {
        may.add(`${horseId} ${to}`)
      }
    }
  }
  return (horseId, date) => may.has(`${horseId} ${date}`)
}

/** The horses that each rider had last before a day, the latest first. */
async function lastRidden(riderIds: string[], date: LocalDate): Promise<Map<string, number[]>> {
  const rows = await prisma.$queryRaw<{ riderId: string; horses: number[] }[]>`
    SELECT student_id AS "riderId", array_agg(horse_id ORDER BY place)::integer[] AS horses FROM (
      SELECT student_id, horse_id, row_number() OVER (PARTITION BY student_id ORDER BY max(usage_date) DESC, horse_id) AS place
      FROM horse_usage WHERE student_id = ANY(${riderIds}) AND usage_date < ${date}::date AND usage_date >= ${addDays(date, -DAYS_BACK)}::date
      GROUP BY student_id, horse_id
    ) ridden WHERE place <= ${MOST_KNOWN} GROUP BY student_id`
  return new Map(rows.map(({ riderId, horses }) => [riderId, horses]))
}

/** Returns the horse that a rider had at a time of that day, in a lesson of one kind. */
async function horsesOn(
  date: LocalDate,
): Promise<(ride: Pick<DayRide, 'time' | 'riderId' | 'type'>) => number | undefined> {
  const [uses, bases] = await Promise.all([
    prisma.horseUsage.findMany({
      where: { usageDate: toDbDate(date) },
      select: { studentId: true, lessonTime: true, lessonType: true, horseId: true },
    }),
    readBaseTypes(),
  ])
  const key = (time: TimeOfDay, riderId: string, type: string) => `${time} ${riderId} ${baseTypeOf(bases, type)}`
  const horses = new Map(uses.map((use) => [key(use.lessonTime, use.studentId, use.lessonType), use.horseId]))
  return ({ time, riderId, type }) => horses.get(key(time, riderId, type))
}
