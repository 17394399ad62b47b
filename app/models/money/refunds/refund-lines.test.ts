import { beforeEach, describe, expect, test } from 'vitest'
import { salesOfYear } from '~/models/bookkeeping/sales.server'
import { yearlyStatement } from '~/models/bookkeeping/statement.server'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as decide } from '~/routes/office/payments/issue'
import { action as refund, loader as refundForm } from '~/routes/office/payments/refund'
import { monthOf, yearOf } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, emptyTables, rider, signedIn } from '../../../../test/factories'
import { lessonsOf, monthlyPurchase, openTestProvider, packageId, payWith } from '../../../../test/payments'
import { refundPayment } from './refunds.server'

const { sandbox, provider, goTo } = openTestProvider()

beforeEach(async () => {
  await emptyTables()
  await seedCatalog()
  sandbox.faults.events = 'drop'
  await prisma.package.update({ where: { name: 'Package 1 - Basic' }, data: { price: '220.07' } })
  await prisma.package.update({ where: { name: 'Package 2 - Premium' }, data: { price: '400.00' } })
})

let month = 1

/** Creates one payment for two children: 220.07 and 400.00, with its fee 638.67. */
async function paidForTwo(token = 'pm_card_visa') {
  goTo(`2027-0${month++}-05`)
  const parent = await rider()
  const [adam, zoe] = [
    await rider({ guardianId: parent.id, email: null, firstName: 'Adam' }),
    await rider({ guardianId: parent.id, email: null, firstName: 'Zoe' }),
  ]
  const line = async (name: string, riderId: string) => ({
    type: 'package' as const,
    id: await packageId(name),
    quantity: 1,
    riderId,
  })
  const items = [await line('Package 1 - Basic', adam.id), await line('Package 2 - Premium', zoe.id)]
  const { paymentIntentId } = (await buy(parent.id, await monthlyPurchase({ items }))) as StartedPayment
  await payWith(provider, paymentIntentId, token)
  await syncPayment(paymentIntentId)
  const row = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: parent.id } })
  const place = (riderId: string) => (row.lines as { riderId: string }[]).findIndex((one) => one.riderId === riderId)
  return { parent, adam, zoe, row, place, intentId: paymentIntentId }
}

const monthOfToday = () => monthOf(today()) - 1
const shareOf = async (id: string) => (await portalTotals(yearOf(today()), [id])).get(id)?.[monthOfToday()] ?? 0
const soldOf = async () => {
  const { items, fees } = await salesOfYear(yearOf(today()))
  const kept = items.map(({ name, months }) => [name, months[monthOfToday()]])
  return Object.fromEntries([...kept, ['fees', fees[monthOfToday()]]])
}
const mailsOf = (key: string) => prisma.outboxEmail.findMany({ where: { dedupeKey: { startsWith: key } } })

describe('A refund of one rider’s lines', () => {
  test('A refund of one rider’s lines takes that rider’s lessons and share, and nothing of the other’s', async () => {
    const { parent, adam, zoe, row, place } = await paidForTwo()
    const office = await admin()
    expect([await lessonsOf(adam.id), await shareOf(zoe.id)]).toEqual([4, 41_200])
    const back = await refundPayment(office.id, row.id, { lines: [place(adam.id)], version: '0' })
    expect(back).toBe(22_667)
    expect([await lessonsOf(adam.id), await lessonsOf(zoe.id)]).toEqual([0, 8])
    expect([await shareOf(adam.id), await shareOf(zoe.id)]).toEqual([0, 41_200])
    expect(await soldOf()).toEqual({ 'Package 2 - Premium': 40_000, fees: 1_200 })
    const statement = await yearlyStatement(parent.id, yearOf(today()))
    expect(statement).toMatchObject({ total: 41_200, returned: -22_667 })
    expect(statement.lines.find(({ kind }) => kind === 'refund')?.items).toEqual([
      expect.stringContaining('Package 1 - Basic'),
    ])
    const [mail] = await mailsOf('refund:')
    expect(mail?.text).toContain('Package 1 - Basic')
    expect(mail?.text).not.toContain('Package 2')
    expect(await prisma.order.findFirst({ where: { userId: parent.id } })).toMatchObject({ status: 'paid' })
  })

  test('A second sync of the payment changes nothing, and a refund of the rest takes everything', async () => {
    const { adam, zoe, row, place, intentId } = await paidForTwo()
    const office = await admin()
    await refundPayment(office.id, row.id, { lines: [place(adam.id)], version: '0' })
    await syncPayment(intentId)
    expect([await lessonsOf(adam.id), await lessonsOf(zoe.id)]).toEqual([0, 8])
    await expect(refundPayment(office.id, row.id, { lines: [place(adam.id)], version: '22667' })).rejects.toMatchObject(
      {
        status: 409,
      },
    )
    await refundPayment(office.id, row.id, { lines: [place(zoe.id)], version: '22667' })
    expect(await prisma.paymentTransaction.findUnique({ where: { id: row.id } })).toMatchObject({ status: 'refunded' })
    expect([await lessonsOf(zoe.id), await shareOf(zoe.id)]).toEqual([0, 0])
  })

  test('Without scripts lines are refunded once the button shows the amount, and an empty choice is an error beside them', async () => {
    const { adam, zoe, row, place } = await paidForTwo()
    const office = await signedIn(await admin())
    const at = `/payments/transactions/${row.id}/refund`
    const params = { id: String(row.id) }
    const shown = (await office.get(refundForm, at, params)).body
    expect(shown.payment.lines).toHaveLength(2)
    const version = '0'
    const none = await office.post(refund, at, { by: 'lines', version }, params)
    expect(none).toMatchObject({ status: 400 })
    // The amount of the other choice is in the form too, but is not what is refunded.
    const ticked = { by: 'lines', line: String(place(adam.id)), amount: '440.00', version }
    const asked = await office.post(refund, at, { ...ticked, said: '' }, params)
    expect(asked.body.lastResult.error).toEqual({
      said: ['$226.67 will go back. Press the button again to refund it.'],
    })
    expect(await lessonsOf(adam.id)).toBe(4)
    const done = await office.post(refund, at, { ...ticked, said: '22667' }, params)
    expect(done.status).toBe(302)
    expect([await lessonsOf(adam.id), await lessonsOf(zoe.id)]).toEqual([0, 8])
  })

  test('After a refund by amount, lines can’t be chosen', async () => {
    const { adam, row, place } = await paidForTwo()
    const office = await admin()
    const back = await refundPayment(office.id, row.id, { part: 1_000, version: '0' })
    await expect(
      refundPayment(office.id, row.id, { lines: [place(adam.id)], version: String(back) }),
    ).rejects.toMatchObject({
      status: 409,
    })
  })
})

describe('A refund that fails', () => {
  test('When a refund fails the lessons return, family and office are notified, and the office sends it again', async () => {
    const { parent, adam, row, place, intentId } = await paidForTwo('pm_card_refundFail')
    const office = await admin()
    await refundPayment(office.id, row.id, { lines: [place(adam.id)], version: '0' })
    expect(await lessonsOf(adam.id)).toBe(0)
    await sandbox.flush()
    await syncPayment(intentId)
    await syncPayment(intentId)
    expect([await lessonsOf(adam.id), await shareOf(adam.id)]).toEqual([4, 22_667])
    const [issue] = await openIssues(parent.id)
    expect(issue).toMatchObject({ kind: 'refund-failed', amount: 22_667, transactionId: row.id })
    expect(await mailsOf(`issue:${issue!.id}:`)).not.toHaveLength(0)
    expect((await mailsOf('refund-failed:')).map(({ subject }) => subject)).toEqual([
      "Your refund didn't go through: $226.67",
    ])
    const desk = await signedIn(office)
    const params = { id: String(issue!.id) }
    const answer = await desk.post(decide, `/payments/issues/${issue!.id}`, { decision: 'refund-again' }, params)
    expect(answer.status).toBe(302)
    // The same sum a second time is another refund, of which the family is notified too.
    expect(await mailsOf('refund:')).toHaveLength(2)
    expect(await lessonsOf(adam.id)).toBe(0)
    expect(await openIssues(parent.id)).toEqual([])
  })

  test('Two clicks on Refund Again send one refund', async () => {
    const { parent, row, intentId } = await paidForTwo('pm_card_refundFail')
    const office = await admin()
    await refundPayment(office.id, row.id, { part: 5_000, version: '0' })
    await sandbox.flush()
    await syncPayment(intentId)
    const [issue] = await openIssues(parent.id)
    const desk = await signedIn(office)
    const click = () =>
      desk.post(decide, `/payments/issues/${issue!.id}`, { decision: 'refund-again' }, { id: String(issue!.id) })
    await Promise.all([click(), click()])
    const { data } = await provider.stripe.refunds.list({ payment_intent: intentId })
    expect(data).toHaveLength(2)
  })
})
