import { isPaymentType, START_MONTHS, type StartMonth } from '~/models/money/catalog/order-choice'
import { linesOfForm, type PurchaseLine } from '~/models/money/payments/order.schema'
import { ORDER_METHODS } from '~/models/money/payments/pricing'
import type { ShopRider } from '~/models/vocabulary/catalog'
import type { PayingMethod } from '~/models/vocabulary/fee'
import { addMonths, type LocalDate, monthStart } from '~/utils/dates'
import { type Catalog, type Choice, chooseFor, type Selection } from './selection'

/**
 * Reads a selection from a query string or a form. What does not make sense is left out: it is a display only. `riders` are those of
 * the family; `for` brings one of them to the front. `start` may name a month by its first day: a link in a mail is opened when it is.
 */
export function readSelection(
  fields: FormData | URLSearchParams,
  catalog: Catalog,
  riders: readonly ShopRider[] = [],
  today?: LocalDate,
): Selection {
  const { items } = linesOfForm(fields)
  const start = fields.get('start')
  const paymentType = fields.get('paymentType')
  const isRider = (id: unknown) => riders.some((rider) => rider.id === id)
  const [first] = riders
  const isNamed = riders.length > 1 || first?.isSelf === false
  const asked = fields.get('rider')
  const riderId = isNamed && first ? (isRider(asked) ? String(asked) : first.id) : null
  const of = (rider: string | undefined) =>
    choiceOf(
      items.filter((item) => item.riderId === rider),
      catalog,
    )
  const others = new Set(items.flatMap((item) => (isRider(item.riderId) ? (item.riderId ?? []) : [])))
  if (riderId) others.delete(riderId)
  const named = typeof asked === 'string' && asked ? asked : undefined
  const selection: Selection = {
    // Fields of a rider who is of another family by now are for nobody.
    ...of(riderId === null || named === undefined || isRider(named) ? named : ''),
    riderId,
    others: riders.length > 1 ? Object.fromEntries([...others].map((id) => [id, of(id)])) : {},
    startMonth: startOf(start, today),
    method: methodIn(fields) ?? 'card',
    paymentType: isPaymentType(paymentType) ? paymentType : 'one-time',
  }
  const next = fields.get('for')
  return isNamed && isRider(next) ? chooseFor(selection, String(next)) : selection
}

const methodIn = (fields: FormData | URLSearchParams) => ORDER_METHODS.find((one) => one === fields.get('method'))

/** Begins with the family's default method, the first of `saved`, unless the fields name the method. */
export const payingByDefault = (
  selection: Selection,
  fields: URLSearchParams,
  saved: readonly PayingMethod[] | null,
): Selection => ({ ...selection, method: methodIn(fields) ?? saved?.[0]?.type ?? selection.method })

function startOf(start: FormDataEntryValue | null, today: LocalDate | undefined): StartMonth {
  if (typeof start === 'string' && start in START_MONTHS) return start as StartMonth
  return today && start === addMonths(monthStart(today), 1) ? 'next-month' : 'this-month'
}

function choiceOf(items: PurchaseLine[], catalog: Catalog): Choice {
  const chosen = items.find((item) => item.type === 'package' && catalog.packages.some(({ id }) => id === item.id))
  return {
    packageId: chosen?.id ?? null,
    quantities: Object.fromEntries(
      items
        .filter((item) => item.type === 'addon' && catalog.addOns.some(({ id }) => id === item.id))
        .map((item) => [item.id, item.quantity]),
    ),
    once: items.filter(({ paymentType }) => paymentType === 'one-time').map(({ id }) => id),
  }
}
