import { formatOverLimit, limitReached, type Reached, sayGap } from '~/models/schedule/horses/limit-reached'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { formatOtherWork, type OtherWork, workDuring } from '~/models/schedule/vocabulary/other-work'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { groupBy } from '~/utils/group-by'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** `09:00 <version> <rider>`: the ride that a choice is for, as it was shown. */
export const rideChoice = ({ time, version, riderId }: { time: string; version: string; riderId: string }): string =>
  `${time} ${version} ${riderId}`

/** The horse that a ride had when a form was shown, from the version that the form sent; null without one. */
export const horseOfVersion = (version: string): number | null =>
  Number(version.slice(version.lastIndexOf('-') + 1)) || null

/** A ride of the day, with the horse that it has or is to have. */
export interface PlanRide {
  key: string
  rider: string
  time: TimeOfDay
  /** Minutes. */
  duration: number
  horseId: number | null
}

export interface PlanHorse extends Omit<HorseRow, 'rest'> {
  /** That day. */
  onRest: boolean
  /** Rides and other work of the same week on other days. */
  otherDays: number
  /** Its other work that day. */
  work: OtherWork[]
  /** How often it has other work in that week, this day too. */
  weekWork: number
}

/** What speaks against a horse for a ride. */
type Obstacle =
  | { kind: 'rest' | 'gone' }
  | { kind: 'clash'; with: PlanRide }
  | { kind: 'work'; with: OtherWork }
  | { kind: 'gap' }
  | Reached

/** Null if the horse can have the ride beside the other rides of the day, or the horse's own among them. */
export function obstacleOf(horse: PlanHorse, ride: PlanRide, rides: readonly PlanRide[]): Obstacle | null {
  const theirs = rides.filter(({ key, horseId }) => horseId === horse.id && key !== ride.key)
  if (!horse.isActive) return { kind: 'gone' }
  if (horse.onRest) return { kind: 'rest' }
  const clash = theirs.find((other) => overlaps(other, ride))
  if (clash) return { kind: 'clash', with: clash }
  const during = workDuring(ride, horse.work)
  if (during) return { kind: 'work', with: during }
  const isNear = (other: PlanRide | OtherWork) => overlaps(other, ride, horse.gapMinutes)
  const near = horse.gapMinutes > 0 && (theirs.some(isNear) || horse.work.some(isNear))
  return near ? { kind: 'gap' } : limitOf(horse, theirs.length)
}

export const limitOf = (horse: PlanHorse, rides: number) =>
  limitReached(horse, {
    onDay: rides + horse.work.length,
    inWeek: horse.otherDays + rides + horse.work.length,
    dayWork: horse.work.length,
    weekWork: horse.weekWork,
  })

/** Whether rest and limits let a horse go out once more, beside so many rides that day. */
export const mayGoOut = (horse: PlanHorse, rides: number): boolean =>
  horse.isActive && !horse.onRest && limitOf(horse, rides) === null

/** Whether the horse can have the ride beside what is assigned that day. */
export const mayHave = (horse: PlanHorse, ride: PlanRide, rides: readonly PlanRide[]): boolean =>
  obstacleOf(horse, ride, rides) === null

/** `No horse is left: of 6, 2 do not suit, 1 is resting, 3 are out at that time`; null if one is. */
export function sayNone(...terms: Parameters<typeof sayObstacles>): string | null {
  const said = sayObstacles(...terms)
  return said && `No horse is left: ${said}`
}

/** `of 6, 2 do not suit, 1 is resting, 3 are out at that time`: why a ride can have none of the horses; null if it can have one. */
export function sayObstacles(
  ride: PlanRide,
  suits: ReadonlySet<number>,
  horses: readonly PlanHorse[],
  rides: readonly PlanRide[],
): string | null {
  const ridesOf = groupBy(rides, ({ horseId }) => horseId)
  const why = horses.map((horse) =>
    suits.has(horse.id) ? obstacleOf(horse, ride, ridesOf.get(horse.id) ?? [])?.kind : 'unfit',
  )
  if (why.includes(undefined)) return null
  const count = (...kinds: (typeof why)[number][]) => why.filter((kind) => kinds.includes(kind)).length
  const parts = [
    sayCount(count('unfit'), 'does not suit', 'do not suit'),
    sayCount(count('rest', 'gone'), 'is resting', 'are resting'),
    sayCount(count('clash', 'work'), 'is out at that time', 'are out at that time'),
    sayCount(count('gap'), 'needs its gap between rides then', 'need their gap between rides then'),
    sayCount(count('limit'), 'is at its limit', 'are at their limits'),
  ]
  return `of ${horses.length}, ${parts.filter(Boolean).join(', ')}`
}

export const sayCount = (count: number, one: string, many: string) =>
  count > 0 && `${count} ${count === 1 ? one : many}`

const byTime = (a: PlanRide, b: PlanRide) =>
  a.time.localeCompare(b.time) || a.rider.localeCompare(b.rider, 'en') || a.key.localeCompare(b.key)

/** What keeps a plan from being saved; a limit alone only needs a reason. */
export interface PlanProblem {
  kind: 'rest' | 'gone' | 'clash' | 'limit'
  /** The rides that it is about. */
  keys: string[]
  /** A sentence without its full stop. */
  text: string
}

/** Compares the day as it would be with the horses that the rides have now: what was so before is no problem. */
export function planProblems(
  rides: readonly PlanRide[],
  before: ReadonlyMap<string, number | null>,
  horses: readonly PlanHorse[],
): PlanProblem[] {
  const isNew = ({ key, horseId }: PlanRide) => horseId !== (before.get(key) ?? null)
  return horses.flatMap((horse) => {
    const theirs = rides.filter(({ horseId }) => horseId === horse.id).sort(byTime)
    const added = theirs.filter(isNew)
    if (added.length === 0) return []
    const keys = added.map(({ key }) => key)
    if (!horse.isActive) return [{ kind: 'gone', keys, text: `${horse.name} is no longer in your horses` }]
    if (horse.onRest) return [{ kind: 'rest', keys, text: `${horse.name} is resting` }]
    const clashes = theirs.flatMap((a, i) =>
      theirs
        .slice(i + 1)
        .filter((b) => overlaps(a, b) && (isNew(a) || isNew(b)))
        .map(
          (b): PlanProblem => ({
            kind: 'clash',
            keys: [a.key, b.key],
            text: `${horse.name} is with ${whoAndWhen(a)} and with ${whoAndWhen(b)}`,
          }),
        ),
    )
    const working = added.flatMap((ride): PlanProblem[] => {
      const during = workDuring(ride, horse.work)
      const text = during && `${horse.name} has ${formatOtherWork(during)} and is with ${whoAndWhen(ride)}`
      return text ? [{ kind: 'clash', keys: [ride.key], text }] : []
    })
    const over = limitOf(horse, theirs.length - 1)
    const text = over && sayBeyond(horse, over)
    return [
      ...clashes,
      ...working,
      ...tooNear(horse, theirs, isNew),
      ...(text ? [{ kind: 'limit' as const, keys, text }] : []),
    ]
  })
}

const sayBeyond = ({ name }: PlanHorse, over: Reached) =>
  `${name} has ${formatOverLimit({ ...over, outings: over.outings + 1 })}`

/** Of rides that stay on their horses, those beyond the limit of the day. */
export const keptBeyond = (
  rides: readonly PlanRide[],
  stay: ReadonlySet<string>,
  horses: readonly PlanHorse[],
): PlanProblem[] =>
  horses.flatMap((horse) => {
    const theirs = rides.filter(({ horseId }) => horseId === horse.id)
    const keys = theirs.map(({ key }) => key).filter((key) => stay.has(key))
    const over = keys.length > 0 ? limitOf(horse, theirs.length - 1) : null
    return over?.span === 'that day' ? [{ kind: 'limit', keys, text: sayBeyond(horse, over) }] : []
  })

/** The outings of a horse between which it does not stand for as long as it should. */
function tooNear(horse: PlanHorse, rides: readonly PlanRide[], isNew: (ride: PlanRide) => boolean): PlanProblem[] {
  const isNear = (a: PlanRide, b: PlanRide | OtherWork) => overlaps(a, b, horse.gapMinutes) && !overlaps(a, b)
  const problem = (keys: string[], a: string, b: string): PlanProblem => ({
    ...{ kind: 'limit', keys },
    text: `${horse.name} is with ${a} and ${b} with less than ${horse.gapMinutes} minutes between`,
  })
  return rides.flatMap((a, i) => [
    ...rides
      .slice(i + 1)
      .filter((b) => isNear(a, b) && (isNew(a) || isNew(b)))
      .map((b) => problem([a.key, b.key], whoAndWhen(a), whoAndWhen(b))),
    ...horse.work
      .filter((work) => isNear(a, work) && isNew(a))
      .map((work) => problem([a.key], whoAndWhen(a), formatOtherWork(work))),
  ])
}

const whoAndWhen = ({ rider, time }: PlanRide) => `${rider} at ${formatTimeOfDay(time)}`

/** `Bella (with Emma Stone, 9:00 AM)`, `Max (2 of 3 that day)`: a horse as a ride's choice. */
export function horseLabel(horse: PlanHorse, ride: PlanRide, rides: readonly PlanRide[]): string {
  const note = horseNote(horse, ride, rides)
  return note ? `${horse.name} (${note})` : horse.name
}

function horseNote(horse: PlanHorse, ride: PlanRide, rides: readonly PlanRide[]): string {
  const obstacle = obstacleOf(horse, ride, rides)
  switch (obstacle?.kind) {
    case 'gone':
      return 'removed'
    case 'rest':
      return 'resting'
    case 'clash':
      return `with ${obstacle.with.rider}, ${formatTimeOfDay(obstacle.with.time)}`
    case 'work':
      return formatOtherWork(obstacle.with)
    case 'gap':
      return sayGap(horse)
    case 'limit':
      return `at its limit, ${obstacle.outings} of ${obstacle.limit} ${obstacle.span}`
  }
  const onDay = rides.filter(({ horseId }) => horseId === horse.id).length + horse.work.length
  return onDay > 0 ? `${onDay}${horse.dayLimit ? ` of ${horse.dayLimit}` : ''} that day` : ''
}

/**
 * The plan once a ride is to have a horse. If another ride has it at that time, and could have this ride's horse
 * instead, the two exchange theirs.
 */
export function choose(
  rides: readonly PlanRide[],
  { key, horseId }: Pick<PlanRide, 'key' | 'horseId'>,
  horses: readonly PlanHorse[],
  /** The rides whose horse may change along. */
  ours: (key: string) => boolean,
): { rides: PlanRide[]; exchangedWith: PlanRide | null } {
  const ride = rides.find((other) => other.key === key)
  const plan = rides.map((other) => (other.key === key ? { ...other, horseId } : { ...other }))
  const former = horses.find(({ id }) => id === ride?.horseId)
  const others = rides.filter(
    (other) => other.key !== key && horseId !== null && other.horseId === horseId && ride && overlaps(other, ride),
  )
  const [other] = others
  if (!former || !other || others.length > 1 || !ours(other.key)) return { rides: plan, exchangedWith: null }
  const exchanged = plan.map((row) => (row.key === other.key ? { ...row, horseId: former.id } : row))
  const obstacle = obstacleOf(former, other, exchanged)
  if (obstacle && obstacle.kind !== 'limit' && obstacle.kind !== 'gap') return { rides: plan, exchangedWith: null }
  return { rides: exchanged, exchangedWith: { ...other, horseId: former.id } }
}
