import type { CatalogAddOn, CatalogPackage } from '~/models/catalog/catalog.server'
import type { PaymentType, StartMonth } from '~/models/catalog/order-choice'
import { type MethodType, onceName } from '~/models/payments/pricing'

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
