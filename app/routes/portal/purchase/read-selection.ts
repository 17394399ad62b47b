import { isPaymentType, START_MONTHS, type StartMonth } from '~/models/catalog/order-choice'
import { linesOfForm } from '~/models/payments/order.schema'
import { isMethodType } from '~/models/payments/pricing'
import type { Catalog, Selection } from './selection'

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
