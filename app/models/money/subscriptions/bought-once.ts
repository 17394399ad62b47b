import { t } from '#text'
import type { OrderRequest } from '~/models/money/payments/order.server'
import { Refused } from '~/platform/refused'

const notThePackage = () =>
  t('A subscription’s package renews every month. To buy it once, choose a one-time purchase.')
const nothingMonthly = () => t('Choose something that renews every month, or buy everything as a one-time purchase.')
const oneRider = () => t('A subscription is for one rider. Please start one for each.')
const laterStart = () =>
  t(
    'One-time add-ons only go with a subscription that starts this month. For a later month, buy them as a one-time purchase.',
  )

/** @throws Refused if the lines name several riders */
export function refuseSeveralRiders({ items }: OrderRequest): void {
  if (new Set(items.map(({ riderId = '' }) => riderId)).size > 1)
    throw new Refused('items_conflict', oneRider(), 'items')
}

/**
 * Checks what a subscription takes once, with its first month: add-ons beside something monthly, and only if that month
 * is charged now.
 * @throws Refused for any other combination.
 */
export function refuseMixture({ items, startMonth }: OrderRequest): void {
  const once = items.filter(({ paymentType }) => paymentType === 'one-time')
  if (!once.length) return
  if (once.some(({ type }) => type === 'package')) throw new Refused('items_conflict', notThePackage(), 'items')
  if (once.length === items.length) throw new Refused('items_conflict', nothingMonthly(), 'items')
  if (startMonth !== 'this-month') throw new Refused('items_conflict', laterStart(), 'items')
}
