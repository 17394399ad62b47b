import { OTHER_COLORS, type Series } from '~/models/vocabulary/plot'
import type { Cents } from '~/utils/money'

/** Cents by month, from January on. */
type Months = Cents[]

/** Payments through the portal, less refunds, by what they were for. */
export interface Sales {
  /** The items, largest first. */
  items: { name: string; months: Months }[]
  /** What is kept of the convenience fees. */
  fees: Months
  /** Items and fees together. */
  portal: Months
  /** The office's records, which do not say what was bought. */
  offline: Months
}

const FEES = 'Convenience fees'
const PORTAL = 'Through the portal'
const OFFLINE = 'Offline payments'

export const sumOf = (months: readonly Cents[]): Cents => months.reduce((total, cents) => total + cents, 0)

/** Returns the rows of the table and of the file, with the sums at the end. */
export function salesRows({ items, fees, portal, offline }: Sales): { name: string; months: Months; isSum: boolean }[] {
  const row = (name: string, months: Months, isSum = false) => ({ name, months, isSum })
  return [
    ...items.map(({ name, months }) => row(name, months)),
    ...(sumOf(fees) ? [row(FEES, fees)] : []),
    row(PORTAL, portal, true),
    ...(sumOf(offline) ? [row(OFFLINE, offline)] : []),
    row(
      'Total',
      portal.map((cents, i) => cents + (offline[i] ?? 0)),
      true,
    ),
  ]
}

/** Returns the series of the plot: the largest items, the rest together, and the office's records above them, as on Payments. */
export function drawnSeries({ items, fees, offline }: Sales): (Series & { months: Months })[] {
  const sold = [...items, { name: FEES, months: fees }]
    .filter(({ months }) => sumOf(months))
    .sort((a, b) => sumOf(b.months) - sumOf(a.months))
  const rest = sold.length > OTHER_COLORS ? sold.splice(OTHER_COLORS - 1) : []
  const together = fees.map((_, i) => sumOf(rest.map(({ months }) => months[i] ?? 0)))
  return [
    ...sold,
    ...(rest.length ? [{ name: 'Everything else', months: together }] : []),
    ...(sumOf(offline) ? [{ name: OFFLINE, meaning: 'offline' as const, months: offline }] : []),
  ]
}
