import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { LIMITS, stripeClient } from './stripe-client.server'

/** Calls a provider that answers so. Returns the error, and how often it was called. */
async function ask(answer: RequestListener) {
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stripe = stripeClient({ secretKey: 'sk_test_1', apiUrl }, { ...LIMITS, timeout: 200 })
  const error = await stripe.customers.create({}).catch((error: unknown) => error)
  server.closeAllConnections()
  server.close()
  return { asked, error }
}

test('A provider that does not answer is called once', async () => {
  const { asked, error } = await ask(() => undefined)
  expect(asked).toBe(1)
  expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError)
})

test('A call that fails at once is tried twice more', async () => {
  const { asked } = await ask((_, response) => response.writeHead(500).end('{}'))
  expect(asked).toBe(3)
})
