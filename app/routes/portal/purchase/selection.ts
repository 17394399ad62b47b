import type { CatalogAddOn, CatalogPackage } from '~/models/catalog/catalog.server'
import {
  isPaymentType,
  linesOfForm,
  type PaymentType,
  START_MONTHS,
  type StartMonth,
} from '~/models/payments/order.schema'
import { isMethodType, type MethodType } from '~/models/payments/pricing'

/** What is chosen on a purchase form, as far as it is for sale. */
export interface Selection {
  packageId: number | null
  quantities: Record<number, number>
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
    startMonth: typeof start === 'string' && start in START_MONTHS ? (start as StartMonth) : 'this-month',
    method: isMethodType(method) ? method : 'card',
    paymentType: isPaymentType(paymentType) ? paymentType : 'one-time',
  }
}

/** A subscription holds only what is sold every month. */
export const offeredAddOns = ({ addOns }: Catalog, monthly: boolean): CatalogAddOn[] =>
  addOns.filter(({ isRecurring }) => isRecurring || !monthly)

/** The selection's lines with their names and prices, in the catalogue's order. */
export function selectedLines({ packageId, quantities }: Selection, catalog: Catalog) {
  const packages = catalog.packages.filter(({ id }) => id === packageId).map((item) => ({ ...item, quantity: 1 }))
  const addOns = catalog.addOns.map((item) => ({ ...item, quantity: quantities[item.id] ?? 0 }))
  return [...packages, ...addOns.filter(({ quantity }) => quantity > 0)].map(({ name, price, quantity }) => ({
    name,
    unitPrice: price,
    quantity,
  }))
}

/** The selection as a query string, so that it survives signing in, a reload, and pages without scripts. */
export function selectionQuery({
  packageId,
  quantities,
  startMonth: start,
  method,
  paymentType,
}: Selection): Record<string, string> {
  return {
    ...(packageId && { package: String(packageId) }),
    ...Object.fromEntries(Object.entries(quantities).map(([id, quantity]) => [`addon-${id}`, String(quantity)])),
    start,
    method,
    paymentType,
  }
}
