import { calls, type Did, ownRiders, pick } from './doing'
import type { Family } from './model'
import type { Step } from './plan'
import type { World } from './world'

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa_debit', 'pm_card_chargeDeclined']
const BANKS = ['pm_usBankAccount_success', 'pm_usBankAccount_insufficientFunds']

/** Buys a package as a family does: it opens the payment, pays at the provider, may tap twice, and may forget to come back. */
export async function payAtProvider(world: World, family: Family, { index, a, b, c }: Step): Promise<Did | null> {
  const { person } = family
  const riderId = pick(await ownRiders(family), a)
  const id = pick(world.school.packages, b)
  if (!riderId || id === undefined) return null
  const method = c % 4 === 0 ? 'us_bank_account' : 'card'
  const startDate = c % 5 === 0 ? 'next-month' : 'this-month'
  const body = {
    items: [{ type: 'package', id, quantity: 1, riderId }],
    ...{ startDate, method, nonce: `year-${index}`.padEnd(24, 'x') },
  }
  const open = () => person.call('POST', '/api/payment/create', body)
  const [opened, again] = a % 3 === 0 ? await Promise.all([open(), open()]) : [await open(), undefined]
  const intentId = opened.body?.paymentIntentId ?? again?.body?.paymentIntentId
  if (typeof intentId !== 'string') {
    const why = opened.body?.message ?? ''
    return { said: `${person.name} may not buy: ${opened.status} ${why}`, status: opened.status, subjects: [] }
  }
  const token = method === 'card' ? pick(CARDS, b) : pick(BANKS, b)
  const paid = await world.provider.stripe.paymentIntents
    .confirm(intentId, { payment_method: token!, return_url: `${world.url}/payment-success` })
    .then(({ status }) => status)
    .catch((error: Error) => error.message)
  if (c % 6 === 0)
    return { said: `${person.name} pays ${intentId} (${paid}) and leaves`, status: 200, subjects: [riderId, person.id] }
  const did = await calls(person, 'POST', '/api/payment/confirm', { paymentIntentId: intentId }, [riderId, person.id])
  return { ...did, said: `${did.said} (${token}: ${paid})` }
}

/** Saves a card with the provider, as its own page does. */
export async function saveCard({ provider }: World, { person }: Family): Promise<void> {
  const { body } = await person.call('POST', '/api/setup-intent')
  const id = String(body?.clientSecret ?? '').split('_secret')[0]
  if (!id) return
  await provider.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' }).catch(() => undefined)
}
