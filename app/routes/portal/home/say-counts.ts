import { perLanguage, t } from '#text'
import type { MakeupOf } from '~/models/allowance/makeups'
import { FATES, type Fate, type RideCounts } from '~/models/schedule/rides/ride-counts'
import type { CounterKey } from '~/models/vocabulary/counters'
import { NO_END } from '~/models/vocabulary/makeup'
import { formatDayShort, type LocalDate } from '~/utils/dates'

const SAY_COUNT: Record<CounterKey, (count: number) => string> = {
  lessons: (count) => t('{count, plural, one {# lesson} other {# lessons}}', { count }),
  privateLessons: (count) => t('{count, plural, one {# private lesson} other {# private lessons}}', { count }),
  makeups: (count) => t('{count, plural, one {# makeup} other {# makeups}}', { count }),
  hacks: (count) => t('{count, plural, one {# hack} other {# hacks}}', { count }),
  horseUse: (count) => t('{count, plural, other {# horse use}}', { count }),
}

/** The counters in the order in which a family reads them. */
const KEYS = ['lessons', 'privateLessons', 'makeups', 'hacks', 'horseUse'] as const satisfies CounterKey[]

type Counts = Partial<Record<CounterKey, number>>

const contentsOf = (counts: Counts) =>
  KEYS.flatMap((key) => {
    const count = counts[key] ?? 0
    return count > 0 ? [{ count, text: SAY_COUNT[key](count) }] : []
  })

const list = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

/** Returns `4 lessons and 1 makeup lesson`; empty if there is nothing. */
export const formatContents = (counts: Counts): string => list().format(contentsOf(counts).map(({ text }) => text))

/** Returns `0 lessons, 2 hacks`: all that is counted, also what is used up. */
export const formatLeft = (counts: Counts): string =>
  KEYS.flatMap((key) => (counts[key] === undefined ? [] : [SAY_COUNT[key](counts[key])])).join(', ')

/** Returns `2 lessons in November aren't booked yet`. */
export function formatBooking(counts: Counts, month: string): string {
  const count = contentsOf(counts).reduce((sum, one) => sum + one.count, 0)
  return t(
    "{count, plural, one {{contents} in {month} isn't booked yet} other {{contents} in {month} aren't booked yet}}",
    { count, contents: formatContents(counts), month },
  )
}

const SAY_FATE: Record<Fate, (count: number) => string> = {
  ridden: (count) => t('{count} ridden', { count }),
  missed: (count) => t('{count} missed (it counts)', { count }),
  booked: (count) => t('{count} booked', { count }),
  madeUp: (count) => t('{count} moved to a makeup', { count }),
  toBook: (count) => t('{count} to book', { count }),
  spare: (count) => t('{count} if you cancel in time', { count }),
  expired: (count) => t('{count} expired', { count }),
}
/** Horse use has no time, so none is booked. */
const SAY_USE: typeof SAY_FATE = {
  ...SAY_FATE,
  ridden: (count) => t('{count} used', { count }),
  toBook: (count) => t('{count} to use', { count }),
}

/** A makeup outlives its month, so its last day is said where it is counted. */
const toBookBy = (until: LocalDate) => (count: number) =>
  t('{count, plural, one {# to book by {day}} other {# to book, the first by {day}}}', {
    count,
    day: formatDayShort(until),
  })

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

function formatCounts(key: CounterKey, counts: RideCounts, until: LocalDate | null): SaidCounts {
  const say = key === 'horseUse' ? SAY_USE : until ? { ...SAY_FATE, toBook: toBookBy(until) } : SAY_FATE
  const isSaid = (fate: Fate) => counts[fate] > 0 || (key !== 'makeups' && key !== 'horseUse' && ALWAYS.includes(fate))
  return {
    key,
    counts,
    bought: SAY_COUNT[key](counts.bought),
    fates: FATES.filter(isSaid)
      .map((fate) => say[fate](counts[fate]))
      .join(' · '),
    over: counts.over ? t('{count} more than you bought', { count: counts.over }) : '',
  }
}

/** Returns the texts of a month's counters that are not empty. `makeups` are those to book, the first to expire first. */
export const saidCounts = (
  counts: Record<CounterKey, RideCounts>,
  makeups: readonly Pick<MakeupOf, 'until'>[] = [],
): SaidCounts[] => {
  const until = makeups[0]?.until ?? NO_END
  return KEYS.filter((key) => counts[key].bought > 0 || counts[key].over > 0).map((key) =>
    formatCounts(key, counts[key], key === 'makeups' && until !== NO_END ? until : null),
  )
}
