import { beforeEach, describe, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { grantIssue } from '~/models/money/refunds/payment-issues.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { loader as success } from '~/routes/portal/pay/success'
import { formatInstant, fromDbDate, monthEnd } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { CARD_FORM } from '../../../../sandbox/stripe/test-support'
import { admin, rider, signedIn } from '../../../../test/factories'
import { openOrder, openTestProvider, payWith } from '../../../../test/payments'
import { startCheckout } from './payments.server'

const { sandbox, provider, goTo } = openTestProvider()
const urls = { success: 'http://stirrup.test/ok', cancel: 'http://stirrup.test/back' }

let year = 2026
beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  goTo(`${++year}-01-31`, 21)
})

const daysOf = (grant: { status: string; lessons: number; validFrom: Date; validTo: Date }) => [
  grant.status,
  grant.lessons,
  fromDbDate(grant.validFrom),
  fromDbDate(grant.validTo),
]

describe('A page that is open over the end of a month', () => {
  test('A card form sent after midnight says so before it charges', async () => {
    const { user, payment, reload } = await openOrder()
    goTo(`${year}-01-31`, 23.98)
    const family = await signedIn(user)
    const check = () =>
      family.api('/api/payment/check', { method: 'POST', body: { paymentIntentId: payment.paymentIntentId } })
    expect(await check()).toMatchObject({ status: 200, body: { success: true } })
    goTo(`${year}-02-01`, 0.01)
    expect(await check()).toMatchObject({ status: 409, body: { message: expect.stringContaining('which is over') } })
    expect((await reload()).status).toBe('canceled')
    const stranger = await signedIn(await rider())
    const body = { paymentIntentId: payment.paymentIntentId }
    expect((await stranger.api('/api/payment/check', { method: 'POST', body })).status).toBe(404)
  })

  test('A payment at 23:59 of the last day is granted, whenever it is reported', async () => {
    const { user, payment, reload } = await openOrder()
    goTo(`${year}-01-31`, 23.99)
    await payWith(provider, payment.paymentIntentId)
    goTo(`${year}-02-03`)
    await syncPayment(payment.paymentIntentId)
    expect((await reload()).status).toBe('paid')
    expect(await openIssues(user.id)).toEqual([])
    const [grant] = await prisma.grant.findMany({ where: { userId: user.id } })
    expect(daysOf(grant!)).toEqual(['active', 4, `${year}-01-31`, `${year}-01-31`])
  })

  test('A second payment of a paid order, made after midnight, is granted by the office for the month of its charge', async () => {
    const { user, payment } = await openOrder()
    await payWith(provider, payment.paymentIntentId)
    await syncPayment(payment.paymentIntentId)
    const { amount, currency, customer, metadata } = await provider.stripe.paymentIntents.retrieve(
      payment.paymentIntentId,
    )
    goTo(`${year}-02-01`, 0.2)
    const again = { amount, currency, customer: String(customer), metadata }
    const { id } = await provider.stripe.paymentIntents.create(again)
    await payWith(provider, id)
    await syncPayment(id)
    const [issue] = await openIssues(user.id)
    expect(issue?.kind).toBe('paid-twice')
    await grantIssue((await admin()).id, issue!.id)
    const [, grant] = await prisma.grant.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } })
    expect(daysOf(grant!)).toEqual(['active', 4, `${year}-02-01`, monthEnd(`${year}-02-01`)])
  })

  test('The provider’s page ends with the month, or half an hour later if that is the provider’s minimum', async () => {
    const pageAt = async (hours: number) => {
      const { order, reload } = await openOrder()
      goTo(`${year}-01-31`, hours)
      await startCheckout(order, urls)
      const { expires_at } = await provider.stripe.checkout.sessions.retrieve((await reload()).stripeCheckoutSessionId!)
      return formatInstant(new Date(expires_at * 1000), 'America/New_York')
    }
    const at = [await pageAt(21), await pageAt(23), await pageAt(23.5), await pageAt(23.99)]
    expect(at.map((text) => text.slice(-8))).toEqual(['12:00 AM', '12:00 AM', '12:35 AM', '12:35 AM'])
  })

  test('A payment on the provider’s page after midnight needs review', async () => {
    const { user, order, payment, reload } = await openOrder()
    goTo(`${year}-01-31`, 23.9)
    const address = (await startCheckout(order, urls))!
    goTo(`${year}-02-01`, 0.2)
    const { status } = await sandbox.handle(
      new Request(address, { method: 'POST', body: new URLSearchParams(CARD_FORM) }),
    )
    expect(status).toBe(303)
    const sessionId = (await reload()).stripeCheckoutSessionId!
    const family = await signedIn(user)
    const done = await family.get(success, `/payment-success?session_id=${sessionId}`)
    const shown = await family.get(success, done.headers.get('Location') ?? '')
    expect([shown.status, shown.body.state]).toEqual([409, 'mismatch'])
    const byForm = await family.get(success, `/payment-success?payment_intent=${payment.paymentIntentId}`)
    expect(byForm.headers.get('Location')).toBe(done.headers.get('Location'))
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(0)
    expect(await openIssues(user.id)).toMatchObject([{ kind: 'month-over', amount: 31_827 }])
    await reconcilePayments(0)
    expect([(await reload()).status, await openIssues(user.id)]).toMatchObject(['paid', [{ kind: 'month-over' }]])
  })
})
