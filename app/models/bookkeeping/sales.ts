import type { Cents } from '~/utils/money'

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

/** As many as there are colors. */
const DRAWN = 5

/** What a plot can tell apart: the greatest, and the rest together. */
export function drawnSeries({ items, fees, offline }: Sales): { name: string; months: Months }[] {
  const all = [...items, { name: FEES, months: fees }, { name: OFFLINE, months: offline }]
    .filter(({ months }) => sumOf(months))
    .sort((a, b) => sumOf(b.months) - sumOf(a.months))
  if (all.length <= DRAWN) return all
  const rest = all.slice(DRAWN - 1)
  const together = rest[0]?.months.map((_, i) => sumOf(rest.map(({ months }) => months[i] ?? 0))) ?? []
  return [...all.slice(0, DRAWN - 1), { name: 'Everything else', months: together }]
}
