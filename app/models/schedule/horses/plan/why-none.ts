import { LEVELS } from '~/models/vocabulary/level'
import { groupBy } from '~/utils/group-by'
import { formatTimeOfDay, minuteOfDay } from '~/utils/time-of-day'
import type { Suitable } from './best-horses'
import { mayGoOut, mayHave, obstacleOf, type PlanHorse, type PlanRide, sayCount } from './horse-plan'

interface Leveled extends PlanRide {
  level?: string | null
}

interface Shared<Ride extends PlanRide> {
  /** Riders who compete. */
  rides: Ride[]
  /** All horses that one of them could have. */
  horses: PlanHorse[]
  /** How many of them these horses can take at most: fewer than there are. */
  most: number
}

interface Competitor<Ride extends PlanRide> {
  ride: Ride
  /** Its place in the order of ends. */
  place: number
  start: number
  end: number
  /** The horses that it could have beside the rides that stay. */
  can: PlanHorse[]
}

/**
 * Of each ride without a horse: the riders with whom it competes, such that their number and that of the horses prove that someone is left
 * (Hall's condition). They are found on the paths along which an exchange could free a horse. Null if counting proves nothing, as where rides
 * overlap in part.
 * @param rides with the horses that stay; `given` is the plan for those without.
 */
export function competitionIn<Ride extends PlanRide>(
  rides: readonly Ride[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
  given: ReadonlyMap<string, number>,
): (ride: Pick<Ride, 'key'>) => Shared<Ride> | null {
  type One = Competitor<Ride>
  const ridesOf = groupBy(rides, ({ horseId }) => horseId)
  const open = rides
    .filter(({ key }) => suitable.has(key))
    .map((ride) => ({ ride, start: minuteOfDay(ride.time), end: minuteOfDay(ride.time) + ride.duration }))
    .sort((a, b) => a.end - b.end)
    .map((one, place): One => {
      const ids = new Set(suitable.get(one.ride.key)?.map(({ horseId }) => horseId))
      const can = horses.filter((horse) => ids.has(horse.id) && mayHave(horse, one.ride, ridesOf.get(horse.id) ?? []))
      return { ...one, place, can }
    })
  const byKey = new Map(open.map((one) => [one.ride.key, one]))
  const givenTo = groupBy(open, ({ ride }) => given.get(ride.key))
  const left = new Set(open.filter(({ ride: { key, horseId } }) => horseId === null && !given.has(key)))
  // How often each horse can still go out that day.
  const rooms = new Map(
    horses.map((horse) => {
      const onDay = ridesOf.get(horse.id)?.length ?? 0
      let room = 0
      while (room < open.length && mayGoOut(horse, onDay + room)) room++
      return [horse, room]
    }),
  )
  const rivals = new Map<One, ReadonlySet<One>>()
  const known = new Map<string, Shared<Ride>>()
  return ({ key }) => {
    const one = byKey.get(key)
    return known.get(key) ?? (one ? foundFrom(one) : null)
  }

  /** Those who have a horse that this one could have, at that time or as its last outings. */
  function rivalsOf(one: One): ReadonlySet<One> {
    const found =
      rivals.get(one) ?? new Set(one.can.flatMap((horse) => nearest(givenTo.get(horse.id) ?? [], one, horse)))
    rivals.set(one, found)
    return found
  }

  function foundFrom(first: One): Shared<Ride> | null {
    const group = new Set([first])
    for (const one of group) for (const rival of rivalsOf(one)) group.add(rival)
    const sharing = new Map<PlanHorse, One[]>()
    for (const one of [...group].sort(byPlace)) {
      for (const horse of one.can) {
        const theirs = sharing.get(horse)
        if (theirs) theirs.push(one)
        else sharing.set(horse, [one])
      }
    }
    const taken = new Map([...sharing].map(([horse, theirs]) => [horse, mostOf(horse, theirs)]))
    const most = [...taken.values()].reduce((sum, count) => sum + count, 0)
    if (most >= group.size) return null
    // Whoever else is left and has no horse beside theirs competes as well.
    for (const one of left) {
      if (group.has(one) || one.can.length === 0) continue
      const addsNone = (horse: PlanHorse) =>
        taken.get(horse) === rooms.get(horse) ||
        taken.get(horse) === mostOf(horse, withOne(sharing.get(horse) ?? [], one))
      if (!one.can.every((horse) => sharing.has(horse)) || !one.can.every(addsNone)) continue
      group.add(one)
      for (const horse of one.can) sharing.set(horse, withOne(sharing.get(horse) ?? [], one))
    }
    const competing = [...group].sort(byPlace)
    const found = {
      ...{ rides: competing.map(({ ride }) => ride), most },
      horses: horses.filter((horse) => sharing.has(horse)),
    }
    for (const one of competing) if (left.has(one)) known.set(one.ride.key, found)
    return found
  }

  /** How many of these rides, in the order of their ends, a horse can have. */
  function mostOf(horse: PlanHorse, theirs: readonly One[]): number {
    let count = 0
    let free = Number.NEGATIVE_INFINITY
    for (const { start, end } of theirs) {
      if (count === rooms.get(horse)) break
      if (start < free) continue
      count++
      free = end + horse.gapMinutes
    }
    return count
  }
}

interface Placed {
  place: number
}

const byPlace = (a: Placed, b: Placed) => a.place - b.place

function withOne<One extends Placed>(others: readonly One[], one: One): One[] {
  const after = others.findIndex(({ place }) => place > one.place)
  const at = after < 0 ? others.length : after
  return [...others.slice(0, at), one, ...others.slice(at)]
}

/** Those who ride a horse too near to a time, or all of them if nobody does. */
function nearest<One extends { start: number; end: number }>(
  theirs: readonly One[],
  { start, end }: One,
  { gapMinutes }: PlanHorse,
): readonly One[] {
  const near = theirs.filter((other) => other.start < end + gapMinutes && start < other.end + gapMinutes)
  return near.length > 0 ? near : theirs
}

/** `3 Beginner riders at 10:00 AM share 2 horses: of 6, 2 suit none of them, 1 is resting, 1 is out then`: the figures add up. */
export function sayShared(
  { rides: competing, horses: share, most }: Shared<Leveled>,
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
  rides: readonly Leveled[],
): string {
  const ridesOf = groupBy(rides, ({ horseId }) => horseId)
  const why = horses
    .filter((horse) => !share.includes(horse))
    .map((horse) => {
      const suited = competing.filter(({ key }) => suitable.get(key)?.some(({ horseId }) => horseId === horse.id))
      const kinds = suited.map((one) => obstacleOf(horse, one, ridesOf.get(horse.id) ?? [])?.kind)
      if (kinds.length === 0) return 'unfit'
      if (kinds.some((kind) => kind === 'rest' || kind === 'gone')) return 'rest'
      return kinds.includes('limit') ? 'limit' : 'out'
    })
  const count = (kind: (typeof why)[number]) => why.filter((one) => one === kind).length
  const parts = [
    sayCount(count('unfit'), 'suits none of them', 'suit none of them'),
    sayCount(count('rest'), 'is resting', 'are resting'),
    sayCount(count('out'), 'is out then', 'are out then'),
    sayCount(count('limit'), 'is at its limit', 'are at their limits'),
  ].filter(Boolean)
  const levels = new Set(competing.map(({ level }) => LEVELS.find(({ name }) => name === level)?.label))
  const [level] = levels
  const who = [competing.length, levels.size === 1 ? level : null, 'riders'].filter(Boolean).join(' ')
  const times = competing.map(({ time }) => time).sort()
  const [first = '', last = first] = [times[0], times.at(-1)]
  const when =
    first === last ? `at ${formatTimeOfDay(first)}` : `from ${formatTimeOfDay(first)} to ${formatTimeOfDay(last)}`
  const can = first === last && most === share.length ? '' : ` that can take ${most} of them`
  const of = parts.length > 0 ? `: of ${horses.length}, ${parts.join(', ')}` : ''
  return `${who} ${when} share ${share.length === 1 ? 'one horse' : `${share.length} horses`}${can}${of}`
}
