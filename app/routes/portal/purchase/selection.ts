import type { OwnedPackage } from '~/models/catalog/catalog'
import type { CatalogAddOn, CatalogPackage } from '~/models/catalog/catalog.server'
import type { PaymentType, StartMonth } from '~/models/catalog/order-choice'
import { type MethodType, onceName } from '~/models/payments/pricing'
import { addMonths, type LocalDate, monthEnd, monthStart } from '~/utils/dates'

/** What is chosen on a purchase form, as far as it is for sale. */
export interface Selection {
  packageId: number | null
  quantities: Record<number, number>
  /** The add-ons that a subscription takes with its first month alone. */
  once: number[]
  startMonth: StartMonth
  method: MethodType
  paymentType: PaymentType
}

export interface Catalog {
  packages: CatalogPackage[]
  addOns: CatalogAddOn[]
}

const isMonthly = ({ paymentType }: Selection, subscribed: boolean) => paymentType === 'recurring' && !subscribed

/** What is sold once goes with a subscription only if its first month is charged now. */
export const offeredAddOns = ({ addOns }: Catalog, selection: Selection, subscribed = false): CatalogAddOn[] =>
  addOns.filter(
    ({ isRecurring }) => isRecurring || !isMonthly(selection, subscribed) || selection.startMonth === 'this-month',
  )

/** Whether a subscription takes an add-on once: it was chosen so, or is not sold otherwise. */
export const isOnce = ({ id, isRecurring }: CatalogAddOn, { once }: Selection): boolean =>
  !isRecurring || once.includes(id)

/** The selection's lines with their names and prices, in the catalogue's order; those of every month also apart. */
export function selectedLines(selection: Selection, catalog: Catalog, subscribed = false) {
  const monthly = isMonthly(selection, subscribed)
  const packages = catalog.packages.filter(({ id }) => id === selection.packageId)
  const line = ({ name, price }: { name: string; price: number }, quantity: number, once = false) => ({
    name: once ? onceName(name) : name,
    unitPrice: price,
    quantity,
    once,
  })
  const lines = [
    ...packages.map((item) => line(item, 1)),
    ...offeredAddOns(catalog, selection, subscribed).map((item) =>
      line(item, selection.quantities[item.id] ?? 0, monthly && isOnce(item, selection)),
    ),
  ].filter(({ quantity }) => quantity > 0)
  const isMixed = lines.some(({ once }) => once)
  return { lines, monthlyLines: isMixed ? lines.filter(({ once }) => !once) : null }
}

export interface DaysOfMonth {
  from: LocalDate
  to: LocalDate
  /** Days of this month from today on; null for a whole month. */
  left: number | null
}

/** The days that a purchase is good for. */
export function daysOf(start: StartMonth, today: LocalDate): DaysOfMonth {
  if (start === 'this-month') {
    const to = monthEnd(today)
    return { from: today, to, left: Number(to.slice(8)) - Number(today.slice(8)) + 1 }
  }
  const from = addMonths(monthStart(today), 1)
  return { from, to: monthEnd(from), left: null }
}

/** The packages that a family has already for the month that is chosen; none unless it chooses one more. */
export function ownedFor(owned: OwnedPackage[], { packageId, startMonth }: Selection, today: LocalDate): string[] {
  if (packageId === null) return []
  const month = monthStart(daysOf(startMonth, today).from)
  return owned.filter((one) => one.month === month).map(({ name }) => name)
}

interface Ordered {
  validFrom: LocalDate
  methodType: MethodType
  items: { packageId: number | null; addOnId: number | null; quantity: number }[]
}

/** What an order holds, as a choice in the shop. A month that is over becomes this one. */
export const selectionOfOrder = ({ validFrom, methodType, items }: Ordered, today: LocalDate): Selection => ({
  packageId: items.find(({ packageId }) => packageId !== null)?.packageId ?? null,
  quantities: Object.fromEntries(items.flatMap(({ addOnId, quantity }) => (addOnId ? [[addOnId, quantity]] : []))),
  once: [],
  startMonth: validFrom > monthEnd(today) ? 'next-month' : 'this-month',
  method: methodType,
  paymentType: 'one-time',
})

/** The selection as a query string, so that it survives signing in, a reload, and pages without scripts. */
export function selectionQuery({
  packageId,
  quantities,
  once,
  startMonth: start,
  method,
  paymentType,
}: Selection): Record<string, string> {
  return {
    ...(packageId && { package: String(packageId) }),
    ...Object.fromEntries(Object.entries(quantities).map(([id, quantity]) => [`addon-${id}`, String(quantity)])),
    ...Object.fromEntries(once.map((id) => [`often-${id}`, 'one-time'])),
    start,
    method,
    paymentType,
  }
}
