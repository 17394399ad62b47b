import { calls, type Did, ownRiders, pick } from './doing'
import type { Family, Tab } from './model'
import type { Step } from './plan'
import type { World } from './world'

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa_debit', 'pm_card_chargeDeclined']
const BANKS = ['pm_usBankAccount_success', 'pm_usBankAccount_insufficientFunds']

/**
 * Buys a package as a family does: it opens the payment, pays at the provider, may tap twice, and may forget to come back.
 * @param between happens between opening the payment and paying
 */
export async function payAtProvider(
  world: World,
  family: Family,
  { index, a, b, c }: Step,
  between?: () => Promise<void>,
): Promise<Did | null> {
  const { person } = family
  const riderId = pick(await ownRiders(family), a)
  const id = pick(world.school.packages, b)
  if (!riderId || id === undefined) return null
  const method: Tab['method'] = c % 4 === 0 ? 'us_bank_account' : 'card'
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
  const tab = { family, intentId, riderId, method }
  if (c % 7 === 0) {
    world.tabs.push(tab)
    return { said: `${person.name} leaves ${intentId} open`, status: 200, subjects: [riderId, person.id] }
  }
  await between?.()
  const token = pick(method === 'card' ? CARDS : BANKS, b)!
  const { paid, isDeclined } = await payIntent(world, intentId, token)
  if (isDeclined) world.tabs.push(tab)
  if (c % 6 === 0)
    return { said: `${person.name} pays ${intentId} (${paid}) and leaves`, status: 200, subjects: [riderId, person.id] }
  const did = await calls(person, 'POST', '/api/payment/confirm', { paymentIntentId: intentId }, [riderId, person.id])
  return { ...did, said: `${did.said} (${token}: ${paid})` }
}

/** Tries to pay at the provider, and returns how the payment stands then, or why it was declined. */
const payIntent = ({ provider, url }: World, intentId: string, token: string) =>
  provider.stripe.paymentIntents
    .confirm(intentId, {
      payment_method: token,
      return_url: `${url}/payment-success`,
      // A bank account is debited only with a mandate.
      mandate_data: { customer_acceptance: { type: 'offline' } },
    })
    .then(({ status }) => ({ paid: status as string, isDeclined: false }))
    .catch(({ message }: Error) => ({ paid: message, isDeclined: true }))

/** Pays where a payment was left open, or declined, whatever became of its family and its month since. */
export async function payInOldTab(world: World, { a }: Step): Promise<Did | null> {
  const tab = pick(world.tabs, a)
  if (!tab) return null
  world.tabs.splice(world.tabs.indexOf(tab), 1)
  const { family, intentId, riderId, method } = tab
  const token = method === 'card' ? 'pm_card_visa' : 'pm_usBankAccount_success'
  const { paid, isDeclined } = await payIntent(world, intentId, token)
  const said = `${family.person.name} pays ${intentId} in an old tab (${paid})`
  return { said, status: isDeclined ? 409 : 200, subjects: [riderId, family.person.id] }
}

/** Saves a card with the provider, as its own page does. */
export async function saveCard({ provider }: World, { person }: Family): Promise<void> {
  const { body } = await person.call('POST', '/api/setup-intent')
  const id = String(body?.clientSecret ?? '').split('_secret')[0]
  if (!id) return
  await provider.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' }).catch(() => undefined)
}
