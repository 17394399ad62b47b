import type { LastPurchase } from '~/models/money/catalog/bought-before.server'
import { START_MONTHS, type StartMonth } from '~/models/money/catalog/order-choice'
import type { AtSchool } from '~/models/money/payments/orders/at-school'
import { AT_SCHOOL, lineName, type OrderMethod, priceOf, rateFor } from '~/models/money/payments/pricing'
import type { ShopRider } from '~/models/vocabulary/catalog'
import type { FeeScope, PayingMethod } from '~/models/vocabulary/fee'
import {
  type Catalog,
  daysOf,
  linesOfAll,
  ownedFor,
  type Selection,
  selectedLines,
  selectionOfOrder,
} from '~/routes/portal/purchase/selection'
import { type LocalDate, monthStart } from '~/utils/dates'
import type { Cents } from '~/utils/money'

/** A family's last purchase, to be bought again for all its riders at once, at today's price. */
export interface Again {
  selection: Selection
  /** What is bought for whom; without names in a family of one. */
  parts: { riders: string[]; what: string }[]
  /** The total in cents, including the fee. */
  total: Cents
  from: LocalDate
}

interface Known {
  catalog: Catalog
  lastPurchase: LastPurchase
  riders: ShopRider[]
  /** The saved methods, the default first; null if they are unknown. */
  methods: PayingMethod[] | null
  atSchool: AtSchool | null
  feeRate: number
  feeScope: FeeScope
  asked: { from: LocalDate; riderIds: string; isDeclined: boolean }[]
}

/** Returns one purchase per month for all riders to whom it applies, this month's first. */
export function purchasesAgain(known: Known, today: LocalDate): Again[] {
  const riders = known.riders.map((rider) => ({ rider, start: startAgain(known, rider, today) }))
  return Object.keys(START_MONTHS).flatMap((start) => {
    const ofMonth = riders.filter((one) => one.start === start).map(({ rider }) => rider)
    return ofMonth.length ? [purchaseAgain(known, ofMonth, start as StartMonth, today)] : []
  })
}

const methodOf = ({ methods, atSchool }: Known): OrderMethod =>
  atSchool?.only ? AT_SCHOOL : (methods?.[0]?.type ?? 'card')

function lastOf(known: Known, riders: ShopRider[], today: LocalDate) {
  const payer = riders.find(({ isSelf }) => isSelf)?.id ?? ''
  const items = known.lastPurchase.filter(({ riderId }) => riders.some(({ id }) => id === riderId))
  return {
    items,
    choice: selectionOfOrder({ userId: payer, validFrom: today, methodType: methodOf(known), items }, today),
  }
}

/** A month with fewer days left is not offered with one tap: a month's lessons have no room in them. */
const FEWEST_DAYS = 8

/**
 * This month, or the next one if the rider has its package for this one or waits for it, or this one is almost over. None if the
 * rider has both or a subscription, nothing was bought, or a part of it is no longer sold.
 */
function startAgain(known: Known, rider: ShopRider, today: LocalDate): StartMonth | undefined {
  if (rider.subscribed) return undefined
  const { items, choice } = lastOf(known, [rider], today)
  if (!items.length || selectedLines(choice, known.catalog).lines.length !== items.length) return undefined
  const starts = Object.keys(START_MONTHS) as StartMonth[]
  const waits = known.asked.filter(({ riderIds, isDeclined }) => !isDeclined && riderIds.split(' ').includes(rider.id))
  return starts.find(
    (startMonth) =>
      (daysOf(startMonth, today).left ?? FEWEST_DAYS) >= FEWEST_DAYS &&
      !ownedFor(rider.owned, { ...choice, startMonth }, today).length &&
      !waits.some(({ from }) => monthStart(from) === monthStart(daysOf(startMonth, today).from)),
  )
}

function purchaseAgain(known: Known, riders: ShopRider[], startMonth: StartMonth, today: LocalDate): Again {
  const selection = { ...lastOf(known, riders, today).choice, startMonth }
  const { lines } = linesOfAll(selection, known.catalog, riders)
  const rate = rateFor(known, known.methods?.[0]?.funding ?? null)
  const { from } = daysOf(startMonth, today)
  const bought = riders.map(({ id, name }) => {
    const own = lastOf(
      known,
      riders.filter((one) => one.id === id),
      today,
    ).choice
    return { name, what: selectedLines(own, known.catalog).lines.map(lineName).join(' + ') }
  })
  const isNamed = known.riders.length > 1
  const parts = [...new Set(bought.map(({ what }) => what))].map((what) => ({
    what,
    riders: isNamed ? bought.filter((one) => one.what === what).map(({ name }) => name) : [],
  }))
  return { selection, parts, total: priceOf(lines, methodOf(known), rate).total, from }
}
