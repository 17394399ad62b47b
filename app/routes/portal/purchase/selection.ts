import type { CatalogAddOn, CatalogPackage } from '~/models/catalog/catalog.server'
import {
  isPaymentType,
  linesOfForm,
  type PaymentType,
  START_MONTHS,
  type StartMonth,
} from '~/models/payments/order.schema'
import { isMethodType, type MethodType, onceName } from '~/models/payments/pricing'

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

/** Reads a selection from a query string or a form. What does not make sense is left out: it is a display only. */
export function readSelection(fields: FormData | URLSearchParams, catalog: Catalog): Selection {
  const { items } = linesOfForm(fields)
  const chosen = items.find((item) => item.type === 'package' && catalog.packages.some(({ id }) => id === item.id))
  const start = fields.get('start')
  const method = fields.get('method')
  const paymentType = fields.get('paymentType')
  return {
    packageId: chosen?.id ?? null,
    quantities: Object.fromEntries(
      items
        .filter((item) => item.type === 'addon' && catalog.addOns.some(({ id }) => id === item.id))
        .map((item) => [item.id, item.quantity]),
    ),
    once: items.filter(({ paymentType }) => paymentType === 'one-time').map(({ id }) => id),
    startMonth: typeof start === 'string' && start in START_MONTHS ? (start as StartMonth) : 'this-month',
    method: isMethodType(method) ? method : 'card',
    paymentType: isPaymentType(paymentType) ? paymentType : 'one-time',
  }
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
