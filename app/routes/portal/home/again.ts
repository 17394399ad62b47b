import type { OwnedPackage } from '~/models/catalog/catalog'
import type { MethodType, SummaryLine } from '~/models/payments/pricing'
import { type FeeScope, type PayingMethod, priceOf, rateFor } from '~/models/payments/pricing'
import {
  type Catalog,
  daysOf,
  ownedFor,
  type Selection,
  selectedLines,
  selectionOfOrder,
} from '~/routes/portal/purchase/selection'
import type { LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'

/** What a family bought last, to be bought again, at the price of today. */
export interface Again {
  selection: Selection
  lines: SummaryLine[]
  /** With the fee, in cents. */
  total: Cents
  from: LocalDate
  to: LocalDate
}

interface Known {
  catalog: Catalog
  lastPurchase: { packageId: number | null; addOnId: number | null; quantity: number }[]
  owned: OwnedPackage[]
  /** The default first; null if they are not known. */
  methods: PayingMethod[] | null
  feeRate: number
  feeScope: FeeScope
}

/**
 * The last purchase for this month, or for the next one if its package is there already. Null if nothing was bought, a part of it
 * is no longer sold, or the family has it for both months.
 */
export function purchaseAgain(
  { catalog, lastPurchase, owned, methods, ...fee }: Known,
  today: LocalDate,
): Again | null {
  if (!lastPurchase.length) return null
  const paying = methods?.[0]
  const methodType: MethodType = paying?.type ?? 'card'
  const last = selectionOfOrder({ validFrom: today, methodType, items: lastPurchase }, today)
  const { lines } = selectedLines(last, catalog)
  if (lines.length !== lastPurchase.length) return null
  const choices: Selection[] = [last, { ...last, startMonth: 'next-month' }]
  const selection = choices.find((choice) => !ownedFor(owned, choice, today).length)
  if (!selection) return null
  const { total } = priceOf(lines, methodType, rateFor(fee, paying?.funding ?? null))
  const { from, to } = daysOf(selection.startMonth, today)
  return { selection, lines, total, from, to }
}
