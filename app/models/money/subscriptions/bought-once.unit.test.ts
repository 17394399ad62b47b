import { expect, test } from 'vitest'
import type { OrderRequest } from '~/models/money/payments/order.server'
import { refuseMixture, refuseSeveralRiders } from './bought-once'

type Item = OrderRequest['items'][number]

const item = (change: Partial<Item>): Item => ({ type: 'addon', id: 1, quantity: 1, ...change }) as Item
const order = (items: Item[], startMonth: OrderRequest['startMonth'] = 'this-month') =>
  ({ items, startMonth }) as OrderRequest

const monthly = item({ paymentType: 'recurring' })
const once = item({ paymentType: 'one-time' })

test('A subscription is for one rider', () => {
  expect(() => refuseSeveralRiders(order([item({ riderId: 'emma' }), item({ riderId: 'tom' })]))).toThrow(
    expect.objectContaining({ message: 'A subscription is for one rider. Please start one for each.', field: 'items' }),
  )
  expect(() => refuseSeveralRiders(order([item({ riderId: 'emma' }), item({})]))).toThrow('for one rider')
  expect(() => refuseSeveralRiders(order([item({ riderId: 'emma' }), item({ riderId: 'emma' })]))).not.toThrow()
  expect(() => refuseSeveralRiders(order([item({}), item({})]))).not.toThrow()
})

test.each([
  [
    'its package once',
    [item({ type: 'package', paymentType: 'one-time' }), once, monthly],
    'this-month',
    'A subscription’s package renews every month. To buy it once, choose a one-time purchase.',
  ],
  [
    'nothing monthly',
    [once, once],
    'this-month',
    'Choose something that renews every month, or buy everything as a one-time purchase.',
  ],
  [
    'an add-on once for a later month',
    [monthly, once],
    '2026-12-01',
    'One-time add-ons only go with a subscription that starts this month. For a later month, buy them as a one-time purchase.',
  ],
] as const)('A subscription with %s is refused', (_, items, startMonth, message) => {
  expect(() => refuseMixture(order([...items], startMonth))).toThrow(
    expect.objectContaining({ message, field: 'items' }),
  )
})

test('One-time add-ons go with a subscription that starts this month, and monthly ones with any', () => {
  expect(() => refuseMixture(order([item({ type: 'package', paymentType: 'recurring' }), once]))).not.toThrow()
  expect(() => refuseMixture(order([monthly, monthly], '2026-12-01'))).not.toThrow()
})
