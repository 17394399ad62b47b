import { isAway } from '~/models/vocabulary/away'

/** What a day sheet shows of a ride, as far as it can be changed there. */
export interface Shown {
  attendance: string
  horseId: number | null
}
export type Part = keyof Shown
const PARTS: readonly Part[] = ['attendance', 'horseId']

/** A change of a ride that someone made on a sheet without a signal. */
interface Wish {
  /** Identifies this state of the change: what was written under it is not written again. */
  key: string
  /** Keys under which earlier states were sent without an answer. */
  tried: string[]
  /** What the sheet showed. */
  base: Shown
  want: Shown
}

/** A change as the phone stores it until it is written, or dropped by its maker. */
export interface Unsent extends Wish {
  id: string
  userId: string
  date: string
  time: string
  type: string
  riderId: string
  name: string
  /** The name of the wanted horse. */
  horse: string | null
  /** When it was made, ISO. */
  at: string
  trouble?: Trouble
}

/** A ride as its line on a sheet tells the script, in `data-ride`. */
export interface LineRide extends Pick<Unsent, 'date' | 'time' | 'type' | 'riderId' | 'name' | 'horse'>, Shown {}

/** Why a change was not written. */
export type Trouble =
  /** Someone else changed the same field; `said` is who, what and when. */
  | { kind: 'changed'; said: string; now: Shown; horse: string | null }
  /** A rule is against it, or the ride is gone. */
  | { kind: 'refused' | 'gone'; said: string }

const isSame = (a: Shown, b: Shown) => PARTS.every((part) => a[part] === b[part])

/** Returns the fields that a change writes. A rider who does not come returns the horse, even one that the sheet did not show. */
export function partsOf({ base, want }: Pick<Wish, 'base' | 'want'>): Part[] {
  const marksAway = isAway(want) && want.attendance !== base.attendance
  return PARTS.filter((part) => base[part] !== want[part] || (part === 'horseId' && marksAway))
}

/** Returns the fields that someone else has changed to something other than what the sheet showed and what is wanted. */
export const clashes = (wish: Pick<Wish, 'base' | 'want'>, now: Shown): Part[] =>
  partsOf(wish).filter((part) => now[part] !== wish.base[part] && now[part] !== wish.want[part])

/** What was written of a ride under a key, the latest last. */
export interface Written {
  part: Part
  key: string | null
}

/** Decides what to do with a change, given the present ride and its log. */
export function judge(
  wish: Wish,
  now: Shown,
  log: readonly Written[],
): { verdict: 'done' } | { verdict: 'write' | 'clash'; parts: Part[] } {
  if (log.some(({ key }) => key === wish.key)) return { verdict: 'done' }
  // The phone's own last write is its new starting point.
  const isOwn = (part: Part) => {
    const last = log.filter((line) => line.part === part).at(-1)
    return last?.key != null && wish.tried.includes(last.key)
  }
  const base = { ...wish.base, ...pick(now, PARTS.filter(isOwn)) }
  const parts = clashes({ base, want: wish.want }, now)
  if (parts.length > 0) return { verdict: 'clash', parts }
  const written = partsOf({ base, want: wish.want }).filter((part) => now[part] !== wish.want[part])
  return written.length > 0 ? { verdict: 'write', parts: written } : { verdict: 'done' }
}

const pick = (shown: Shown, parts: readonly Part[]): Partial<Shown> =>
  Object.fromEntries(parts.map((part) => [part, shown[part]]))

type Ride = Pick<Unsent, 'id' | 'userId' | 'date' | 'time' | 'type' | 'riderId' | 'name'>
type Stamp = Pick<Unsent, 'key' | 'at'>

/**
 * Handles a tap on a ride. Returns what is stored from now on; null if the ride is as the sheet first showed it, and
 * nothing of it was sent.
 */
export function tapped(
  old: Unsent | undefined,
  ride: Ride & Stamp,
  shown: Shown,
  tap: Partial<Shown> & { horse?: string | null },
): Unsent | null {
  const { horse = old?.horse ?? null, ...change } = tap
  const base = old?.base ?? shown
  const want = { ...(old?.want ?? shown), ...change }
  if (isAway(want)) want.horseId = null
  else if (old && isAway(old.want) && change.horseId === undefined) want.horseId = base.horseId
  const { trouble } = old ?? {}
  const settled = trouble?.kind === 'changed' ? trouble.now : base
  if (isSame(want, settled) && (trouble?.kind === 'changed' || !old?.tried.length)) return null
  return {
    ...ride,
    base,
    want,
    tried: old?.tried ?? [],
    horse: want.horseId === null ? null : horse,
    // A rule may accept another choice; what someone else did still has to be decided.
    ...(trouble?.kind === 'changed' && { trouble }),
  }
}

/** Handles the answer to what was sent under `key`. Returns what is still stored. */
export function answered(kept: Unsent, key: string, trouble: Trouble | null): Unsent | null {
  // Changed in the meantime: it is sent again, and lists this key as tried.
  if (kept.key !== key) return kept
  return trouble && { ...kept, trouble }
}

/** Records before sending that this state was tried, in case no answer comes. */
export const trying = (kept: Unsent): Unsent => ({
  ...kept,
  tried: [...new Set([...kept.tried, kept.key])].slice(-MAX_TRIED),
})
export const MAX_TRIED = 20

/** Returns the fields given up with "Keep theirs": an absence and the horse that it frees belong together. */
function givenUp(kept: Unsent, now: Shown): Part[] {
  const parts = clashes(kept, now)
  return isAway(kept.want) && parts.includes('horseId') ? [...PARTS] : parts
}

/**
 * Applies a decision: "Keep theirs" drops what someone else changed, "Use mine" overwrites it, now that it has been
 * seen. Null if nothing is left.
 */
export function decided(kept: Unsent, mine: boolean, stamp: Stamp): Unsent | null {
  const { trouble, ...rest } = kept
  if (trouble?.kind === 'gone') return null
  if (trouble?.kind !== 'changed') return mine ? { ...rest, ...stamp } : null
  const { now } = trouble
  const own = partsOf(kept)
  const given = mine ? [] : givenUp(kept, now)
  const want = {
    ...now,
    ...pick(
      kept.want,
      own.filter((part) => !given.includes(part)),
    ),
  }
  if (isAway(want)) want.horseId = null
  if (isSame(want, now)) return null
  const horse = want.horseId === kept.want.horseId ? kept.horse : trouble.horse
  return { ...rest, ...stamp, base: now, want, tried: [], horse }
}
