import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { LIMITS, stripeClient } from './stripe-client.server'

/** Asks a provider that answers so. Returns the error, and how often it was asked. */
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

test('Somebody who waits for a provider that does not answer waits for one try', async () => {
  const { asked, error } = await ask(() => undefined)
  expect(asked).toBe(1)
  expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError)
})

test('What the provider refuses at once is tried twice more', async () => {
  const { asked } = await ask((_, response) => response.writeHead(500).end('{}'))
  expect(asked).toBe(3)
})
