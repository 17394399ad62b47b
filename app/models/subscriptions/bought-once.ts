import type { OrderRequest } from '~/models/payments/order.server'
import { Refused } from '~/platform/refused'

const NOT_THE_PACKAGE = 'The package of a subscription is for every month. Buy it by itself to have it once.'
const NOTHING_MONTHLY = 'Choose something for every month, or buy all of it as a one-time purchase.'
const LATER_START =
  'An add-on that is bought once goes with a subscription that starts this month. Buy it by itself for a later month.'

/**
 * What a subscription takes once, with its first month: add-ons beside something monthly, and only if that month is charged now.
 * @throws Refused for every other mixture.
 */
export function refuseMixture({ items, startMonth }: OrderRequest): void {
  const once = items.filter(({ paymentType }) => paymentType === 'one-time')
  if (!once.length) return
  if (once.some(({ type }) => type === 'package')) throw new Refused(NOT_THE_PACKAGE, 'items')
  if (once.length === items.length) throw new Refused(NOTHING_MONTHLY, 'items')
  if (startMonth !== 'this-month') throw new Refused(LATER_START, 'items')
}
