import { FATES, type Fate, type RideCounts } from '~/models/schedule/rides/ride-counts'
import type { CounterKey } from '~/models/vocabulary/counters'

const NOUNS: Record<CounterKey, string> = {
  lessons: 'lesson',
  privateLessons: 'private lesson',
  makeups: 'makeup',
  hacks: 'hack',
  horseUse: 'horse use',
}

/** The counters in the order in which a family reads them. */
const KEYS = ['lessons', 'privateLessons', 'makeups', 'hacks', 'horseUse'] as const satisfies CounterKey[]

type Counts = Partial<Record<CounterKey, number>>

const sayCount = (count: number, noun: string) => `${count} ${noun}${count === 1 || noun === NOUNS.horseUse ? '' : 's'}`

const contentsOf = (counts: Counts) =>
  KEYS.flatMap((key) => {
    const count = counts[key] ?? 0
    return count > 0 ? [{ count, text: sayCount(count, NOUNS[key]) }] : []
  })

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** Returns `4 lessons and 1 makeup lesson`; empty if there is nothing. */
export const formatContents = (counts: Counts): string => list.format(contentsOf(counts).map(({ text }) => text))

/** Returns `2 lessons in November aren't booked yet`. */
export function formatBooking(counts: Counts, month: string): string {
  const total = contentsOf(counts).reduce((sum, { count }) => sum + count, 0)
  return `${formatContents(counts)} in ${month} ${total === 1 ? "isn't" : "aren't"} booked yet`
}

const WORDS: Record<Fate, string> = {
  ridden: 'ridden',
  missed: 'missed (it counts)',
  booked: 'booked',
  madeUp: 'moved to a makeup',
  toBook: 'to book',
  spare: 'if you cancel in time',
  expired: 'expired',
}
/** The outcomes of bookable rides that are shown even at 0. */
const ALWAYS: readonly Fate[] = ['ridden', 'booked', 'toBook']

export interface SaidCounts {
  key: CounterKey
  counts: RideCounts
  /** `4 lessons` */
  bought: string
  /** `1 ridden · 2 booked · 1 to book` */
  fates: string
  /** `1 more than you bought`; empty if there are not more. */
  over: string
}

/** Returns the texts of a counter. Horse use has no time, so none is booked. */
function formatCounts(key: CounterKey, counts: RideCounts): SaidCounts {
  const word = (fate: Fate) => (key === 'horseUse' ? { ...WORDS, ridden: 'used', toBook: 'to use' } : WORDS)[fate]
  const isSaid = (fate: Fate) => counts[fate] > 0 || (key !== 'makeups' && key !== 'horseUse' && ALWAYS.includes(fate))
  return {
    key,
    counts,
    bought: sayCount(counts.bought, NOUNS[key]),
    fates: FATES.filter(isSaid)
      .map((fate) => `${counts[fate]} ${word(fate)}`)
      .join(' · '),
    over: counts.over ? `${counts.over} more than you bought` : '',
  }
}

/** Returns the texts of a month's counters that are not empty. */
export const saidCounts = (counts: Record<CounterKey, RideCounts>): SaidCounts[] =>
  KEYS.filter((key) => counts[key].bought > 0 || counts[key].over > 0).map((key) => formatCounts(key, counts[key]))
