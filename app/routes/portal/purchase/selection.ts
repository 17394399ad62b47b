import { t } from '#text'
import type { CatalogAddOn, CatalogPackage } from '~/models/money/catalog/catalog.server'
import type { PaymentType, StartMonth } from '~/models/money/catalog/order-choice'
import type { AtSchool } from '~/models/money/payments/orders/at-school'
import { AT_SCHOOL, type OrderMethod } from '~/models/money/payments/pricing'
import type { OwnedPackage, ShopRider } from '~/models/vocabulary/catalog'
import { addMonths, type LocalDate, monthEnd, monthStart } from '~/utils/dates'

/** What is chosen for one rider. */
export interface Choice {
  packageId: number | null
  quantities: Record<number, number>
  /** The add-ons that a subscription includes with its first month only. */
  once: number[]
}

const NOTHING: Choice = { packageId: null, quantities: {}, once: [] }

/** The choice on a purchase form, limited to what is for sale. */
export interface Selection extends Choice {
  /** The rider it is chosen for; null for an account that rides alone. */
  riderId: string | null
  /** The choices for other riders, by their IDs. */
  others: Record<string, Choice>
  startMonth: StartMonth
  method: OrderMethod
  paymentType: PaymentType
}

export interface Catalog {
  packages: CatalogPackage[]
  addOns: CatalogAddOn[]
}

/** Limits the choice to how the school accepts payment. */
export function payableAs(selection: Selection, atSchool: AtSchool | null): Selection {
  if (atSchool?.only) return { ...selection, method: AT_SCHOOL, paymentType: 'one-time' }
  return selection.method === AT_SCHOOL && !atSchool ? { ...selection, method: 'card' } : selection
}

/** Brings another rider's choice to the front and keeps the present one. */
export function chooseFor(selection: Selection, riderId: string): Selection {
  const { riderId: before, packageId, quantities, once, others } = selection
  if (before === riderId) return selection
  const { [riderId]: next = NOTHING, ...rest } = others
  const kept = before === null ? rest : { ...rest, [before]: { packageId, quantities, once } }
  return { ...selection, ...next, riderId, others: kept }
}

const isMonthly = ({ paymentType }: Selection, subscribed: boolean) => paymentType === 'recurring' && !subscribed

/** What is sold once goes with a subscription only if its first month is charged now. */
export const offeredAddOns = ({ addOns }: Catalog, selection: Selection, subscribed = false): CatalogAddOn[] =>
  addOns.filter(
    ({ isRecurring }) => isRecurring || !isMonthly(selection, subscribed) || selection.startMonth === 'this-month',
  )

/** Whether a subscription includes an add-on once: it was chosen so, or is only sold that way. */
export const isOnce = ({ id, isRecurring }: CatalogAddOn, { once }: Selection): boolean =>
  !isRecurring || once.includes(id)

const hasChoice = ({ packageId, quantities }: Choice): boolean =>
  packageId !== null || Object.values(quantities).some((quantity) => quantity > 0)

/** The names of those whose choice is not in a subscription for the one in front. */
export const waitingRiders = ({ others }: Selection, riders: readonly ShopRider[]): string[] =>
  riders.flatMap(({ id, name }) => (others[id] && hasChoice(others[id]) ? [name] : []))

/** What is left to buy once the one in front has a subscription, as the shop's query; undefined if nothing is. */
export function restOf(selection: Selection): string | undefined {
  const { riderId, others } = selection
  const next = Object.keys(others).find((id) => others[id] && hasChoice(others[id]))
  if (!next || riderId === null) return undefined
  const { [riderId]: _, ...rest } = chooseFor(selection, next).others
  return new URLSearchParams(selectionQuery({ ...chooseFor(selection, next), others: rest })).toString()
}

/** The lines of all riders: a subscription is for one of them. */
export function linesOfAll(selection: Selection, catalog: Catalog, riders: readonly ShopRider[]) {
  const chosen = riders.find(({ id }) => id === selection.riderId) ?? riders[0]
  const monthly = isMonthly(selection, chosen?.subscribed ?? false)
  if (monthly || riders.length < 2) return selectedLines(selection, catalog, chosen?.subscribed)
  const lines = riders.flatMap(({ id, name }) =>
    selectedLines({ ...chooseFor(selection, id), paymentType: 'one-time' }, catalog).lines.map((line) => ({
      ...line,
      rider: name,
    })),
  )
  return { lines, monthlyLines: null }
}

/** The selection's lines with their names and prices, in the catalog's order; those of every month also apart. */
export function selectedLines(selection: Selection, catalog: Catalog, subscribed = false) {
  const monthly = isMonthly(selection, subscribed)
  const packages = catalog.packages.filter(({ id }) => id === selection.packageId)
  const line = ({ name, price }: { name: string; price: number }, quantity: number, once = false) => ({
    name: once ? t('{name} (one-time)', { name }) : name,
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

/** Returns the days for which a purchase is valid. */
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

interface OrderedItem {
  riderId: string
  packageId: number | null
  addOnId: number | null
  quantity: number
}
interface Ordered {
  userId: string
  validFrom: LocalDate
  methodType: OrderMethod
  items: OrderedItem[]
}

const choiceOf = (items: OrderedItem[]): Choice => ({
  packageId: items.find(({ packageId }) => packageId !== null)?.packageId ?? null,
  quantities: Object.fromEntries(items.flatMap(({ addOnId, quantity }) => (addOnId ? [[addOnId, quantity]] : []))),
  once: [],
})

/** What an order holds, as a choice in the shop. A month that is over becomes this one. */
export function selectionOfOrder({ userId, validFrom, methodType, items }: Ordered, today: LocalDate): Selection {
  const riders = [...new Set(items.map(({ riderId }) => riderId))]
  const [first = userId, ...others] = riders
  const of = (riderId: string) => choiceOf(items.filter((item) => item.riderId === riderId))
  return {
    ...of(first),
    riderId: others.length || first !== userId ? first : null,
    others: Object.fromEntries(others.map((id) => [id, of(id)])),
    ...termsOf(validFrom, methodType, today),
  }
}

const termsOf = (validFrom: LocalDate, methodType: OrderMethod, today: LocalDate) => ({
  startMonth: validFrom > monthEnd(today) ? ('next-month' as const) : ('this-month' as const),
  method: methodType,
  paymentType: 'one-time' as const,
})

/** The selection as a query string, so that it survives signing in, a reload, and pages without scripts. */
export function selectionQuery({
  riderId,
  others,
  packageId,
  quantities,
  once,
  startMonth: start,
  method,
  paymentType,
}: Selection): Record<string, string> {
  return {
    ...(riderId && { rider: riderId }),
    ...fieldsOfOthers(others),
    ...(packageId && { package: String(packageId) }),
    ...Object.fromEntries(Object.entries(quantities).map(([id, quantity]) => [`addon-${id}`, String(quantity)])),
    ...Object.fromEntries(once.map((id) => [`often-${id}`, 'one-time'])),
    start,
    method,
    paymentType,
  }
}

/** As the fields `also-{rider}`; `linesOfForm` reads them. */
export const fieldsOfOthers = (others: Selection['others']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(others).flatMap(([id, { packageId, quantities, once }]) => {
      const addOns = Object.entries(quantities).filter(([, quantity]) => quantity > 0)
      const parts = [
        ...(packageId === null ? [] : [`p${packageId}`]),
        ...addOns.map(([addOn, quantity]) => `${addOn}x${quantity}${once.includes(Number(addOn)) ? 'o' : ''}`),
      ]
      return parts.length ? [[`also-${id}`, parts.join('.')]] : []
    }),
  )
