import type { LastPurchase } from '~/models/catalog/bought-before.server'
import type { ShopRider } from '~/models/catalog/catalog'
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

/** What a family bought last for a rider, to be bought again, at the price of today. */
export interface Again {
  /** Named in a family of several. */
  rider: string | null
  selection: Selection
  lines: SummaryLine[]
  /** With the fee, in cents. */
  total: Cents
  from: LocalDate
  to: LocalDate
}

interface Known {
  catalog: Catalog
  lastPurchase: LastPurchase
  riders: ShopRider[]
  /** The default first; null if they are not known. */
  methods: PayingMethod[] | null
  feeRate: number
  feeScope: FeeScope
}

/** Of each rider, see below. */
export const purchasesAgain = (known: Known, today: LocalDate): Again[] =>
  known.riders.flatMap((rider) => purchaseAgain(known, rider, today) ?? [])

/**
 * The last purchase for this month, or for the next one if its package is there already. Null if nothing was bought, a part of it
 * is no longer sold, or the rider has it for both months.
 */
function purchaseAgain(
  { catalog, riders, methods, ...known }: Known,
  { id, name, isSelf, owned }: ShopRider,
  today: LocalDate,
): Again | null {
  const { lastPurchase: _, ...fee } = known
  const lastPurchase = known.lastPurchase.filter(({ riderId }) => riderId === id)
  if (!lastPurchase.length) return null
  const paying = methods?.[0]
  const methodType: MethodType = paying?.type ?? 'card'
  const payer = isSelf ? id : ''
  const last = selectionOfOrder({ userId: payer, validFrom: today, methodType, items: lastPurchase }, today)
  const { lines } = selectedLines(last, catalog)
  if (lines.length !== lastPurchase.length) return null
  const choices: Selection[] = [last, { ...last, startMonth: 'next-month' }]
  const selection = choices.find((choice) => !ownedFor(owned, choice, today).length)
  if (!selection) return null
  const { total } = priceOf(lines, methodType, rateFor(fee, paying?.funding ?? null))
  const { from, to } = daysOf(selection.startMonth, today)
  return { rider: riders.length > 1 ? name : null, selection, lines, total, from, to }
}
