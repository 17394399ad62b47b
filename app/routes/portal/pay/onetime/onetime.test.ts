import { describe, expect, it } from 'vitest'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { newNonce } from '~/models/money/payments/order.server'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { seedCatalog } from '../../../../../prisma/seed/catalog'
import { rider, signedIn } from '../../../../../test/factories'
import { openTestProvider, packageId, payWith } from '../../../../../test/payments'
import { headers, loader as result } from '../success'
import { action, loader } from './onetime'

const { sandbox, provider } = openTestProvider()

await seedCatalog()
sandbox.faults.events = 'drop'
const user = await rider()
const familyId = user.id
const family = await signedIn(user)
const stranger = await signedIn(await rider())

const start = async () => {
  const items = [{ type: 'package' as const, id: await packageId('Package 1 - Basic'), quantity: 1 }]
  const purchase = { items, startMonth: 'this-month' as const, method: 'card' as const, nonce: newNonce() }
  return (await buy(familyId, purchase)) as StartedPayment
}
const addressOf = ({ clientSecret, paymentIntentId }: StartedPayment) =>
  `/payment-onetime?client_secret=${clientSecret}&payment_intent_id=${paymentIntentId}`
/** Makes the provider not answer: once for the request, twice for the SDK's retries. */
const hangUp = (path: RegExp) => {
  for (let i = 0; i < 3; i++) sandbox.faults.failNext('timeout_before', { path })
}

describe('the payment screen', () => {
  it('shows the order’s amounts, whatever the address claims', async () => {
    const payment = await start()
    const { status, body } = await family.get(loader, `${addressOf(payment)}&total=1&subtotal=1&convenienceFee=0`)
    expect([status, body.state, body.price.total]).toEqual([200, 'open', 22_660])
  })

  it('is invalid without a payment, with a wrong secret, and for someone else', async () => {
    const payment = await start()
    expect((await family.get(loader, '/payment-onetime')).status).toBe(400)
    const wrong = addressOf({ ...payment, clientSecret: `${payment.paymentIntentId}_secret_guess` })
    expect((await family.get(loader, wrong)).status).toBe(404)
    expect((await stranger.get(loader, addressOf(payment))).body).toEqual({ state: 'invalid' })
    const posted = await stranger.post(action, addressOf(payment), { intent: 'hosted' })
    expect(posted.status).toBe(404)
  })

  it('opens by its id alone for the family, and for nobody else: a script takes the secret out of the address', async () => {
    const payment = await start()
    const address = `/payment-onetime?payment_intent_id=${payment.paymentIntentId}`
    expect((await family.get(loader, address)).body).toMatchObject({
      state: 'open',
      clientSecret: payment.clientSecret,
    })
    expect((await stranger.get(loader, address)).body).toEqual({ state: 'invalid' })
  })

  it('leads on once it is paid', async () => {
    const payment = await start()
    await payWith(provider, payment.paymentIntentId)
    const { status, headers: answered } = await family.get(loader, addressOf(payment))
    const next = `/payment-success?payment_intent=${payment.paymentIntentId}`
    expect([status, answered.get('Location')]).toEqual([302, next])
    expect((await family.get(result, next)).status).toBe(200)
  })

  it('says so while the provider does not answer', async () => {
    const payment = await start()
    hangUp(/payment_intents/)
    const { status, body } = await family.get(loader, addressOf(payment))
    expect([status, body.state]).toEqual([503, 'refused'])
    expect((await family.get(loader, addressOf(payment))).body.state).toBe('open')
  })

  it('is not available where no provider is set up', async () => {
    setPaymentProvider(null)
    const { status, body } = await family.get(loader, '/payment-onetime?client_secret=x&payment_intent_id=pi_x')
    setPaymentProvider(provider)
    expect([status, body.state]).toEqual([503, 'unavailable'])
  })
})

describe('the result screen', () => {
  it('asks again by itself while the provider does not answer', async () => {
    const payment = await start()
    hangUp(/payment_intents/)
    const { body, headers: answered } = await family.get(
      result,
      `/payment-success?payment_intent=${payment.paymentIntentId}`,
    )
    expect(body.state).toBe('confirming')
    const given = headers({
      loaderHeaders: answered,
      parentHeaders: new Headers(),
      actionHeaders: new Headers(),
      errorHeaders: undefined,
    })
    expect(new Headers(given).get('Refresh')).toBe('3')
  })

  it('does not believe the status in the address', async () => {
    const payment = await start()
    const { body } = await family.get(
      result,
      `/payment-success?payment_intent=${payment.paymentIntentId}&status=succeeded`,
    )
    expect(body.state).toBe('failed')
  })

  it('asks to call the school where payment and order do not match', async () => {
    const payment = await start()
    await provider.stripe.paymentIntents.update(payment.paymentIntentId, { amount: 100 })
    await payWith(provider, payment.paymentIntentId)
    const { status, body } = await family.get(result, `/payment-success?payment_intent=${payment.paymentIntentId}`)
    expect([status, body.state]).toEqual([409, 'mismatch'])
  })

  it('is invalid without a payment, and for someone else’s', async () => {
    const payment = await start()
    expect((await family.get(result, '/payment-success')).status).toBe(400)
    expect((await stranger.get(result, `/payment-success?payment_intent=${payment.paymentIntentId}`)).status).toBe(404)
  })
})
