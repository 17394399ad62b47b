import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { ProviderPayment } from '~/services/stripe/payment-intents.server'
import { CONSEQUENCES, monthGrantOf, movedMoney, paymentStatusOf } from './payment-status'

const payment = (status: string, { back = null, error = false }: { back?: ProviderPayment['back']; error?: boolean }) =>
  ({ intent: { status, last_payment_error: error ? {} : null }, back }) as unknown as ProviderPayment

// What the provider says, what it means for the order and its lessons, and whether money moved.
test.each([
  ['succeeded', {}, 'paid', 'active', true],
  ['processing', {}, 'processing', 'clearing', true],
  ['canceled', {}, 'canceled', 'withdrawn', false],
  ['requires_payment_method', { error: true }, 'failed', 'withdrawn', false],
  ['requires_payment_method', {}, null, null, false],
  ['requires_confirmation', {}, null, null, false],
  ['requires_action', { error: true }, null, null, false],
  ['succeeded', { back: 'refunded' }, 'refunded', 'refunded', true],
  ['succeeded', { back: 'withdrawn' }, 'refunded', 'withdrawn', true],
] as const)(
  'A payment that is %s at the provider, with %o: the order is %s, its lessons %s',
  (status, told, order, grant, moved) => {
    const ours = paymentStatusOf(payment(status, told))
    expect(CONSEQUENCES[ours]).toEqual({ order, grant })
    expect(movedMoney(ours)).toBe(moved)
  },
)

// A paid invoice grants its month, whoever took the money, until it is refunded or withdrawn.
test.each([
  ['paid', null, 'active'],
  ['paid', payment('succeeded', {}), 'active'],
  ['paid', payment('canceled', {}), 'active'],
  ['paid', payment('succeeded', { back: 'refunded' }), 'refunded'],
  ['paid', payment('succeeded', { back: 'withdrawn' }), 'withdrawn'],
  ['open', payment('processing', {}), 'clearing'],
  ['open', payment('requires_payment_method', { error: true }), 'withdrawn'],
  ['open', payment('requires_action', {}), null],
  ['open', null, null],
])('A month whose invoice is %s, with the payment %o, has lessons %s', (status, paid, grant) => {
  expect(monthGrantOf({ status } as Stripe.Invoice, paid)).toBe(grant)
})
