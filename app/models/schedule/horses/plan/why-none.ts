import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { LEVELS } from '~/models/vocabulary/level'
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
): (ride: Ride) => Shared<Ride> | null {
  const open = rides.filter(({ key }) => suitable.has(key)).sort((a, b) => endOf(a) - endOf(b))
  const onDay = new Map(horses.map(({ id }) => [id, rides.filter(({ horseId }) => horseId === id).length]))
  const canHave = new Map(
    open.map(({ key, ...ride }) => {
      const ids = new Set(suitable.get(key)?.map(({ horseId }) => horseId))
      const can = horses.filter((horse) => ids.has(horse.id) && mayHave(horse, { key, ...ride }, rides))
      return [key, new Set(can)]
    }),
  )
  const may = (horse: PlanHorse, { key }: Ride) => canHave.get(key)?.has(horse) ?? false
  const left = open.filter(({ key, horseId }) => horseId === null && !given.has(key))
  const known = new Map<Ride, Shared<Ride>>()
  return (ride) => {
    const found = known.get(ride) ?? foundFrom(ride)
    for (const one of found?.rides ?? []) if (found && left.includes(one)) known.set(one, found)
    return found
  }

  function foundFrom(ride: Ride): Shared<Ride> | null {
    const group = new Set([ride])
    for (const one of group) {
      for (const horse of canHave.get(one.key) ?? []) {
        const theirs = open.filter(({ key }) => given.get(key) === horse.id)
        const near = theirs.filter((other) => overlaps(other, one, horse.gapMinutes))
        for (const other of near.length > 0 ? near : theirs) group.add(other)
      }
    }
    let found = sharedBy(group)
    if (found.most >= found.rides.length) return null
    // Whoever else is left and has no horse beside theirs competes as well.
    for (const one of left) {
      const can = [...(canHave.get(one.key) ?? [])]
      if (can.length === 0 || !can.every((horse) => found.horses.includes(horse))) continue
      const more = sharedBy(new Set([...found.rides, one]))
      if (more.most === found.most) found = more
    }
    return found
  }

  function sharedBy(group: ReadonlySet<Ride>): Shared<Ride> {
    const competing = open.filter((one) => group.has(one))
    const share = horses.filter((horse) => competing.some((one) => may(horse, one)))
    const theirs = (horse: PlanHorse) => competing.filter((one) => may(horse, one))
    const taken = share.map((horse) => mostOf(horse, theirs(horse), onDay.get(horse.id) ?? 0))
    return { rides: competing, horses: share, most: taken.reduce((sum, count) => sum + count, 0) }
  }
}

const endOf = ({ time, duration }: PlanRide) => minuteOfDay(time) + duration

/** How many of these rides, in the order of their ends, a horse can have beside so many that stay. */
function mostOf(horse: PlanHorse, theirs: readonly PlanRide[], onDay: number): number {
  let count = 0
  let free = Number.NEGATIVE_INFINITY
  for (const one of theirs) {
    if (minuteOfDay(one.time) < free || !mayGoOut(horse, onDay + count)) continue
    count++
    free = endOf(one) + horse.gapMinutes
  }
  return count
}

/** `3 Beginner riders at 10:00 AM share 2 horses: of 6, 2 suit none of them, 1 is resting, 1 is out then`: the figures add up. */
export function sayShared(
  { rides: competing, horses: share, most }: Shared<Leveled>,
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
  rides: readonly Leveled[],
): string {
  const why = horses
    .filter((horse) => !share.includes(horse))
    .map((horse) => {
      const suited = competing.filter(({ key }) => suitable.get(key)?.some(({ horseId }) => horseId === horse.id))
      const kinds = suited.map((one) => obstacleOf(horse, one, rides)?.kind)
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
