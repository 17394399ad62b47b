import Stripe from 'stripe'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listTransactions } from '~/models/money/payments/payment-transaction.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { action as refund, loader as refundForm } from '~/routes/office/payments/refund'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, signedIn } from '../../../../test/factories'
import {
  lessonsOf,
  monthlyPurchase,
  openOrder,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
} from '../../../../test/payments'
import { refundPayment } from './refunds.server'

const { sandbox, provider } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  await prisma.package.update({ where: { name: 'Package 1 - Basic' }, data: { price: '100.00' } })
})

/** Creates a payment of 100.00 for lessons, 103.00 by card. */
async function paid(method: 'card' | 'us_bank_account' = 'card', token = 'pm_card_visa') {
  const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
  const { user, payment } = await openOrder({ items, method })
  await payWith(provider, payment.paymentIntentId, token)
  await syncPayment(payment.paymentIntentId)
  if (method !== 'card') {
    await sandbox.flush()
    await syncPayment(payment.paymentIntentId)
  }
  const row = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  return { user, row, intentId: payment.paymentIntentId }
}

const returned = async (intentId: string) => {
  const { data } = await provider.stripe.refunds.list({ payment_intent: intentId, limit: 100 })
  return data.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
}

describe('A refund', () => {
  test('Half of 100.00 by card refunds 51.50, and the lessons stay', async () => {
    const { user, row, intentId } = await paid()
    const office = await admin()
    expect(await refundPayment(office.id, row.id, { part: 5_000, version: '0' })).toBe(5_150)
    expect(await returned(intentId)).toBe(5_150)
    const { transactions } = await listTransactions({ userId: user.id })
    expect(transactions).toMatchObject([{ status: 'succeeded', amount: 10_300, amountRefunded: 5_150 }])
    expect(await lessonsOf(user.id)).toBe(4)
    const entries = await prisma.auditEntry.findMany({ where: { action: 'payment.refund', entityId: String(row.id) } })
    expect(entries).toMatchObject([{ actorId: office.id, detail: { part: 5_000, amount: 5_150 } }])
    expect(await refundPayment(office.id, row.id, { part: 5_000, version: '5150' })).toBe(5_150)
    expect(await returned(intentId)).toBe(10_300)
    expect(await lessonsOf(user.id)).toBe(0)
  })

  test('A refund of a bank payment has no fee', async () => {
    const { user, row, intentId } = await paid('us_bank_account', 'pm_usBankAccount_success')
    expect(await refundPayment((await admin()).id, row.id, { part: 10_000, version: '0' })).toBe(10_000)
    expect(await returned(intentId)).toBe(10_000)
    expect(await lessonsOf(user.id)).toBe(0)
  })

  test('Ten clicks at once make one refund, and a form sent again makes none', async () => {
    const { row, intentId } = await paid()
    const office = await admin()
    await Promise.allSettled(
      Array.from({ length: 10 }, () => refundPayment(office.id, row.id, { part: 5_000, version: '0' })),
    )
    expect(await returned(intentId)).toBe(5_150)
    await expect(refundPayment(office.id, row.id, { part: 5_000, version: '0' })).rejects.toMatchObject({ status: 409 })
    expect(await returned(intentId)).toBe(5_150)
  })

  test.each(['2,20', '2,2', '1.000', '1e3'])(
    'An amount written as %s is not guessed at, and nothing is refunded',
    async (amount) => {
      const { row, intentId } = await paid()
      const office = await signedIn(await admin())
      const params = { id: String(row.id) }
      const { body } = await office.get(refundForm, `/payments/${row.id}/refund`, params)
      const version = versionOf({ amountRefunded: body.payment.amountRefunded })
      const answer = await office.post(refund, `/payments/${row.id}/refund`, { amount, version }, params)
      expect([answer.status, await returned(intentId)]).toEqual([400, 0])
      expect(answer.body.lastResult.error).toEqual({ amount: ['Please enter an amount, for example 50.00'] })
    },
  )

  test('A payment is refunded though another one had its ID before the data was restored', async () => {
    const office = await admin()
    const before = await paid()
    await refundPayment(office.id, before.row.id, { part: 5_000, version: '0' })
    const { row, intentId } = await paid()
    await prisma.paymentTransaction.delete({ where: { id: before.row.id } })
    const { id } = await prisma.paymentTransaction.update({ where: { id: row.id }, data: { id: before.row.id } })
    expect(await refundPayment(office.id, id, { part: 5_000, version: '0' })).toBe(5_150)
    expect(await returned(intentId)).toBe(5_150)
  })

  test('Two desks that refund at once refund once, whatever the amounts', async () => {
    const { row, intentId } = await paid()
    const [one, two] = [await admin(), await admin()]
    sandbox.faults.latency = [20, 80]
    const sent = await Promise.allSettled([
      refundPayment(one.id, row.id, { part: 5_000, version: '0' }),
      refundPayment(two.id, row.id, { part: 5_000, version: '0' }),
      refundPayment(two.id, row.id, { part: 3_000, version: '0' }),
    ])
    sandbox.faults.latency = [0, 0]
    const refusals = sent.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason)
    for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'Refused' })
    const { data } = await provider.stripe.refunds.list({ payment_intent: intentId })
    expect(data).toHaveLength(1)
    expect(sent.some((answer) => answer.status === 'fulfilled' && answer.value === data[0]?.amount)).toBe(true)
  })

  test('A refund that failed is sent once more when the office asks again', async () => {
    const { row, intentId } = await paid('card', 'pm_card_refundFail')
    const office = await admin()
    await refundPayment(office.id, row.id, { part: 10_000, version: '0' })
    await sandbox.flush()
    const colleague = await admin()
    expect(await refundPayment(colleague.id, row.id, { part: 10_000, version: '0' })).toBe(10_300)
    const { data } = await provider.stripe.refunds.list({ payment_intent: intentId })
    expect(data).toHaveLength(2)
  })

  test('A refund that the provider refused can be tried again', async () => {
    const { row, intentId } = await paid()
    const { refunds } = provider.stripe
    const create = refunds.create.bind(refunds)
    // The provider repeats an answer under the same key for a day, a refusal too.
    const refusals = new Set<string | undefined>()
    refunds.create = (params, options) => {
      const { idempotencyKey } = (options ?? {}) as { idempotencyKey?: string }
      if (refusals.size === 0 || refusals.has(idempotencyKey)) {
        refusals.add(idempotencyKey)
        throw new Stripe.errors.StripeInvalidRequestError({
          type: 'invalid_request_error',
          message: 'Insufficient funds in your Stripe balance to refund this amount.',
        })
      }
      return create(params, options)
    }
    const office = await admin()
    const send = () => refundPayment(office.id, row.id, { part: 5_000, version: '0' })
    await expect(send()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('Insufficient funds') })
    expect(await send()).toBe(5_150)
    refunds.create = create
    expect(await returned(intentId)).toBe(5_150)
  })

  test('A refund whose answer was lost is not sent a second time, and another amount waits for it', async () => {
    const { row, intentId } = await paid()
    const office = await admin()
    for (let i = 0; i < 3; i++) sandbox.faults.failNext('timeout_after', { method: 'POST', path: /refunds$/ })
    await expect(refundPayment(office.id, row.id, { part: 5_000, version: '0' })).rejects.toMatchObject({ status: 503 })
    await expect(refundPayment(office.id, row.id, { part: 3_000, version: '0' })).rejects.toMatchObject({ status: 409 })
    expect(await returned(intentId)).toBe(5_150)
  })

  test('A refund in the provider’s dashboard, made just before the office’s own is sent, stops the office’s', async () => {
    const { row, intentId } = await paid()
    const { refunds } = provider.stripe
    const list = refunds.list.bind(refunds)
    const meanwhile = vi.spyOn(refunds, 'list').mockImplementationOnce((...asked) => {
      const toArray: ReturnType<typeof list>['autoPagingToArray'] = async (most) => {
        await refunds.create({ payment_intent: intentId, amount: 5_150 })
        return list(...asked).autoPagingToArray(most)
      }
      return { autoPagingToArray: toArray } as ReturnType<typeof list>
    })
    const wanted = refundPayment((await admin()).id, row.id, { part: 5_000, version: '0' })
    await expect(wanted).rejects.toMatchObject({ status: 409 })
    expect(meanwhile).toHaveBeenCalled()
    meanwhile.mockRestore()
    expect(await returned(intentId)).toBe(5_150)
  })

  test.each([0, -100, 10_001, 0.5, Number.NaN])('A refund of %d cents is refused', async (part) => {
    const { row, intentId } = await paid()
    await expect(refundPayment((await admin()).id, row.id, { part, version: '0' })).rejects.toMatchObject({
      status: 400,
    })
    expect(await returned(intentId)).toBe(0)
  })

  test('A refund that fails later at the provider gives the lessons back', async () => {
    const { user, row, intentId } = await paid('card', 'pm_card_refundFail')
    await refundPayment((await admin()).id, row.id, { part: 10_000, version: '0' })
    expect(await lessonsOf(user.id)).toBe(0)
    await sandbox.flush()
    await syncPayment(intentId)
    expect(await lessonsOf(user.id)).toBe(4)
    expect((await listTransactions({ userId: user.id })).transactions).toMatchObject([
      { status: 'succeeded', amountRefunded: 0 },
    ])
  })

  test('A refund of a month of a subscription withdraws that month', async () => {
    const user = await payingRider(provider)
    await createSubscription(
      user.id,
      await monthlyPurchase({ items: [{ type: 'package', id: await packageId(), quantity: 1 }] }),
    )
    const row = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
    expect(await lessonsOf(user.id)).toBe(4)
    expect(await refundPayment((await admin()).id, row.id, { part: 10_000, version: '0' })).toBe(10_300)
    expect(await lessonsOf(user.id)).toBe(0)
  })

  test('A disputed payment is not refunded, because the bank has the money', async () => {
    const { user, row, intentId } = await paid()
    const intent = await provider.stripe.paymentIntents.retrieve(intentId)
    const dispute = sandbox.openDispute(intent.latest_charge as string)
    await expect(refundPayment((await admin()).id, row.id, { part: 100, version: '0' })).rejects.toMatchObject({
      status: 409,
    })
    expect((await listTransactions({ userId: user.id })).transactions).toMatchObject([{ status: 'disputed' }])
    expect(await lessonsOf(user.id)).toBe(0)
    await provider.stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } })
    await syncPayment(intentId)
    expect(await lessonsOf(user.id)).toBe(4)
  })
})

describe('The refund form', () => {
  const version = '0'

  test('Only the office can refund', async () => {
    const { user, row, intentId } = await paid()
    const family = await signedIn(user)
    const params = { id: String(row.id) }
    expect((await family.get(refundForm, `/payments/${row.id}/refund`, params)).status).toBe(403)
    expect((await family.post(refund, `/payments/${row.id}/refund`, { amount: '50.00', version }, params)).status).toBe(
      403,
    )
    expect(await returned(intentId)).toBe(0)
  })

  test('The form reads dollars, and shows what it cannot read', async () => {
    const { row, intentId } = await paid()
    const office = await signedIn(await admin())
    const send = (amount: string) =>
      office.post(refund, `/payments/${row.id}/refund`, { amount, said: '5150', version }, { id: String(row.id) })
    for (const amount of ['', 'x', '-5', '1e3', '5.001', '100.01']) expect((await send(amount)).status).toBe(400)
    expect(await returned(intentId)).toBe(0)
    const { body } = await send('x')
    expect(body.lastResult.error).toEqual({ amount: ['Please enter an amount, for example 50.00'] })
    expect((await send('$50')).status).toBe(302)
    expect(await returned(intentId)).toBe(5_150)
    expect((await office.page()).toast).toMatchObject({
      title: 'Payment refunded',
      description: '$51.50 refunded, including a $1.50 fee.',
    })
  })

  test('A button with no amount, or another one, refunds nothing and shows the amount', async () => {
    const { row, intentId } = await paid()
    const office = await signedIn(await admin())
    const send = (said: string) =>
      office.post(refund, `/payments/${row.id}/refund`, { amount: '50', said, version }, { id: String(row.id) })
    for (const said of ['', '10300']) {
      expect((await send(said)).body.lastResult.error).toEqual({
        said: ['$51.50 will go back. Press the button again to refund it.'],
      })
    }
    expect(await returned(intentId)).toBe(0)
    expect((await send('5150')).status).toBe(302)
    expect(await returned(intentId)).toBe(5_150)
  })

  test('An older page does not refund a second time', async () => {
    const { row, intentId } = await paid()
    const office = await signedIn(await admin())
    const send = (version: string) =>
      office.post(refund, `/payments/${row.id}/refund`, { amount: '50', said: '5150', version }, { id: String(row.id) })
    await send('0')
    expect((await send('')).status).toBe(409)
    const { status, body } = await send('0')
    expect([status, body.lastResult.error]).toEqual([
      409,
      { '': ['$51.50 of this payment was already refunded. Please check again.'] },
    ])
    expect(await returned(intentId)).toBe(5_150)
    expect((await send(body.version)).status).toBe(302)
    expect(await returned(intentId)).toBe(10_300)
  })

  test.each(['0', 'x', '999999999', '1 OR 1=1'])('The payment %s is not found', async (id) => {
    const office = await signedIn(await admin())
    expect((await office.get(refundForm, '/payments/x/refund', { id })).status).toBe(404)
  })
})
