import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { stripeJs } from './browser/stripe-js'
import { BASE_URL, openBench } from './test-support'

test('Stripe.js is served as a script that parses and has the name that the SDK expects', async () => {
  const { sandbox, visit } = openBench()
  const { status, text } = await visit(`${BASE_URL}/stripe.js`)
  sandbox.close()
  expect(status).toBe(200)
  expect(text).toBe(stripeJs)
  const window: { Stripe?: { version: string } } = {}
  const document = { currentScript: { src: `${BASE_URL}/stripe.js?v=1` } }
  new Function('window', 'document', text)(window, document)
  expect(window.Stripe?.version).toBe(Stripe.MAJOR_API_VERSION)
})
