import type { Cents } from '~/utils/money'
import { OTHER_COLORS, type Series } from './plot'

/** Cents by month, from January on. */
type Months = Cents[]

/** What came in through the portal, less what went back, by what it was for. */
export interface Sales {
  /** The most money first. */
  items: { name: string; months: Months }[]
  /** What is kept of the convenience fees. */
  fees: Months
  /** Items and fees together. */
  portal: Months
  /** What the office noted, which says nothing of what was bought. */
  offline: Months
}

const FEES = 'Convenience fees'
const PORTAL = 'Through the portal'
const OFFLINE = 'Offline payments'

export const sumOf = (months: readonly Cents[]): Cents => months.reduce((total, cents) => total + cents, 0)

/** The rows of the table and of the file, the sums last. */
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

/** What a plot can tell apart: the greatest, the rest together, and what the office noted, above them as on Payments. */
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
