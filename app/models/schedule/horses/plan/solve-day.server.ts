import { setImmediate } from 'node:timers/promises'
import { horsesInstead } from '~/models/schedule/horses/rest/instead-of'
import { type RiderFacts, suits } from '~/models/schedule/match/match'
import { askedAhead } from '~/models/schedule/vocabulary/ahead.server'
import type { LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { type BestHorses, bestHorses, type FirstGoal, type Suitable } from './best-horses'
import { mayHave, type PlanHorse, type PlanRide, sayNone } from './horse-plan'
import { goodWith, suitableFor } from './suitable'
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

/** A plan without its notes: where many riders have no horse, saying why takes longer than planning. */
export interface PlainPlan extends DayPlan {
  explained: () => Promise<DayPlan>
}

export interface Proposing {
  /** The horse of the same ride seven days before comes first. */
  lastWeek?: boolean
  /** For the rides of this horse that are to come: any other that suits, the rider's usual ones first. Other riders change theirs only if more have a horse then. */
  insteadOf?: number
  /** Riders who have a horse change theirs if more have one then, the same way. */
  change?: boolean
  /** How often each horse goes out on other days of the week besides what is saved. */
  besides?: (horseId: number) => number
}

/** What a day's plan is made from. */
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

/** Pairs of rider and horse that are solved at once; a larger day is solved hour by hour, and answers other requests in between. */
const PAIRS_AT_ONCE = 1_000

/** The plan of a day. Its work is done in parts, between which other requests are answered. */
export async function solveDay(
  { date, rides, horses: saved, goal, knownTo, lastOf, hadBefore, orderOf }: ReadDay,
  { insteadOf, change = insteadOf !== undefined, besides = () => 0 }: Omit<Proposing, 'lastWeek'> = {},
): Promise<PlainPlan> {
  const isAsked = (horseId: number | null) => horseId === (insteadOf ?? null)
  const horses = saved.map((horse) => ({ ...horse, otherDays: horse.otherDays + besides(horse.id) }))
  // What a resting horse did before it was hurt stays its own.
  const isOpen = ({ away, begun, attendance, horseId }: DayRide) =>
    !away && isAsked(horseId) && (insteadOf === undefined || (attendance === 'scheduled' && !begun))
  const choices = horses.filter(({ id }) => id !== insteadOf)
  const mayChange = (ride: DayRide) =>
    change &&
    ride.attendance === 'scheduled' &&
    choices.some((horse) => horse.id === ride.horseId && suits(horse, ride)) &&
    askedAhead({ date, time: ride.time }) !== null
  const active = choices.filter(({ isActive }) => isActive)
  // Shared, because a large day has a hundred thousand of them.
  const ofRank = new Map<number, Suitable[]>()
  const suitableTo = (ride: DayRide): Suitable[] => {
    const rank = orderOf?.(ride)
    if (rank === undefined) return suitableFor(ride, choices, knownTo(ride), hadBefore?.(ride))
    const alike = ofRank.get(rank) ?? active.map(({ id }) => ({ horseId: id, rank }))
    ofRank.set(rank, alike)
    return alike.filter((_, i) => suits(active[i] as PlanHorse, ride))
  }
  const suitable = new Map(
    rides.filter((ride) => isOpen(ride) || mayChange(ride)).map((ride) => [ride.key, suitableTo(ride)]),
  )
  await setImmediate()
  const plan = rides.map((ride) => (ride.horseId !== null && isOpen(ride) ? { ...ride, horseId: null } : ride))
  const best: BestHorses = change
    ? { given: await horsesInstead(plan, suitable, horses, goal), isMost: false, isBest: false }
    : await proposeHorses(plan, suitable, horses, goal)
  const proposed = best.given
  const had = new Set(rides.map(({ horseId }) => horseId))
  const planned = {
    ...{ date, goal, isMost: best.isMost, isBest: best.isBest },
    horses: horses.filter(({ id, isActive }) => isActive || had.has(id)),
    rides: rides.map((ride) => {
      const horseId = proposed.get(ride.key)
      return horseId === undefined ? ride : { ...ride, horseId, proposed: true }
    }),
  }
  return { ...planned, explained }

  async function explained(): Promise<DayPlan> {
    const byId = new Map(horses.map((horse) => [horse.id, horse]))
    const stays = plan.map((ride) =>
      ride.horseId === null ? ride : { ...ride, horseId: proposed.get(ride.key) ?? ride.horseId },
    )
    const after = plan.map((ride) => ({ ...ride, horseId: proposed.get(ride.key) ?? ride.horseId }))
    const formatChange = ({ horseId }: DayRide) =>
      insteadOf !== undefined || isAsked(horseId)
        ? null
        : `Changes from ${byId.get(horseId ?? 0)?.name}, so that more riders have a horse`
    const sayProposed = (ride: DayRide, horseId: number) => {
      const suit = (suitable.get(ride.key) ?? []).flatMap((one) => byId.get(one.horseId) ?? [])
      const isLeast = goal === 'shared' && workedLeast(horseId, suit, after)
      const [last, before] = [lastOf?.(ride), hadBefore?.(ride)]
      return sayWhyThis(horseId, { last, before, known: knownTo(ride), good: goodWith(ride), isLeast })
    }
    const competition = competitionIn(stays, suitable, active, proposed)
    const said = new Map<ReturnType<typeof competition>, string>()
    const sayWhy = (ride: DayRide) => {
      const shared = competition(ride)
      if (!shared || shared.horses.length === 0)
        return sayNone(ride, new Set(suitable.get(ride.key)?.map((one) => one.horseId)), active, after)
      const text = said.get(shared) ?? sayShared(shared, suitable, active, stays)
      said.set(shared, text)
      return text
    }
    const notes: (string | null)[] = []
    for (const ride of rides) {
      const horseId = proposed.get(ride.key)
      if (horseId !== undefined) notes.push(formatChange(ride) ?? sayProposed(ride, horseId))
      else if (isOpen(ride)) {
        await setImmediate()
        notes.push(sayWhy(ride))
      } else notes.push(ride.note)
    }
    return { ...planned, rides: planned.rides.map((ride, i) => ({ ...ride, note: notes[i] ?? null })) }
  }
}

/** The best horses for the rides without one, part by part. */
async function proposeHorses(
  rides: readonly PlanRide[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
  goal: FirstGoal,
): Promise<BestHorses> {
  const given = new Map<string, number>()
  const assigned = rides.filter(({ horseId }) => horseId !== null)
  const parts = partsToSolve(rides, suitable, horses)
  let isCertain = { isMost: true, isBest: true }
  for (const part of parts) {
    await setImmediate()
    const { given: ofPart, ...certain } = bestHorses([...assigned, ...part], suitable, horses, goal)
    for (const ride of part) {
      const horseId = ofPart.get(ride.key)
      if (horseId === undefined) continue
      given.set(ride.key, horseId)
      assigned.push({ ...ride, horseId })
    }
    isCertain = certain
  }
  await setImmediate()
  if (parts.length > 1) isCertain = { isMost: given.size === suitable.size, isBest: false }
  return { given, ...isCertain }
}

/** The rides without a horse: one part, but on a day of a very large school. */
function partsToSolve(
  rides: readonly PlanRide[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
): PlanRide[][] {
  const parts: PlanRide[][] = []
  const byId = new Map(horses.map((horse) => [horse.id, horse]))
  const ridesOf = groupBy(rides, ({ horseId }) => horseId)
  let pairs = PAIRS_AT_ONCE
  for (const ride of rides) {
    const choices = suitable.get(ride.key)
    if (!choices) continue
    const may = (horse: PlanHorse | undefined) => horse && mayHave(horse, ride, ridesOf.get(horse.id) ?? [])
    const more = choices.filter(({ horseId }) => may(byId.get(horseId))).length
    pairs += more
    if (pairs > PAIRS_AT_ONCE) {
      parts.push([])
      pairs = more
    }
    parts.at(-1)?.push(ride)
  }
  return parts
}
