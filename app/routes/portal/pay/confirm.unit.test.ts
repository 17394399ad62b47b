import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { afterEach, expect, test, vi } from 'vitest'
import { confirmPayment } from './confirm'

afterEach(() => vi.unstubAllGlobals())

test('Who was signed out in the meantime is led to sign in again, and is not told that the card failed', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload, href: 'http://stirrup.test/payment-onetime' })
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Unauthorized' }, { status: 401 }))
  const charge = vi.fn()
  const elements = { submit: async () => ({}) } as unknown as StripeElements
  const stripe = { confirmPayment: charge } as unknown as Stripe
  const answer = vi.fn()
  void confirmPayment(stripe, elements, { donePath: '/payment-success', save: false, orderIntent: 'pi_1' }).then(answer)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(answer).not.toHaveBeenCalled()
  expect(charge).not.toHaveBeenCalled()
})

test('What our server refuses is known from a card that was declined, since no other card would help', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'November 2026 is over' }, { status: 409 }))
  const elements = { submit: async () => ({}) } as unknown as StripeElements
  const options = { donePath: '/payment-success', save: false }
  const error = { type: 'card_error', message: 'Your card was declined.' }
  vi.stubGlobal('location', { href: 'http://stirrup.test/payment-onetime' })
  const stripe = { confirmPayment: async () => ({ error }) } as unknown as Stripe
  expect(await confirmPayment(stripe, elements, { ...options, orderIntent: 'pi_1' })).toMatchObject({ ours: true })
  expect(await confirmPayment(stripe, elements, options)).not.toHaveProperty('ours')
})
