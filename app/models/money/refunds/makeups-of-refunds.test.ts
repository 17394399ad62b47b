import { beforeEach, describe, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { openMakeups } from '~/models/schedule/makeups/book-makeup.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays, toDbDate } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rideTypes } from '../../../../test/factories'
import { monthlyPurchase, openOrder, openTestProvider, packageId, payWith } from '../../../../test/payments'
import { refundPayment } from './refunds.server'

const { sandbox, provider, goTo } = openTestProvider()
const TYPE = 'Group Lesson'

beforeEach(async () => {
  await seedCatalog()
  await rideTypes()
  sandbox.faults.events = 'drop'
  await prisma.paymentIssue.deleteMany()
  goTo('2027-03-01')
})

async function paid(token = 'pm_card_visa') {
  const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
  const { user, paymentIntentId } = await openOrder({ items })
  await payWith(provider, paymentIntentId, token)
  await syncPayment(paymentIntentId)
  const row = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  return { user, row, intentId: paymentIntentId }
}

/** Creates the makeup for a ride that its rider could not attend. */
const absence = async (studentId: string, ride = '2027-03-08') => {
  const { id: byId } = await admin()
  const days = { rideDate: toDbDate(ride), validFrom: toDbDate(ride), validTo: toDbDate(addDays(ride, 30)) }
  const why = { why: 'absence', reason: 'Called off in time', lessonType: TYPE, rideTime: '16:00' }
  return prisma.makeup.create({ data: { studentId, byId, ...why, ...days } })
}
const open = async (riderId: string) => (await openMakeups(riderId, today())).map(({ id }) => id)
const refundAll = async (id: number, seen = 0) =>
  refundPayment((await admin()).id, id, { part: 22_000, version: String(seen) })

describe('The makeup of a month whose payment is refunded', () => {
  test('A makeup is withdrawn with a refund, and returns if the refund fails', async () => {
    const { user, row, intentId } = await paid('pm_card_refundFail')
    const { id } = await absence(user.id)
    expect(await open(user.id)).toEqual([id])
    await refundAll(row.id)
    expect(await open(user.id)).toEqual([])
    await sandbox.flush()
    await syncPayment(intentId)
    expect(await open(user.id)).toEqual([id])
  })

  test('A makeup is withdrawn with a dispute, and returns once the month is paid in another way', async () => {
    const { user, intentId } = await paid()
    const { id } = await absence(user.id)
    const { latest_charge } = await provider.stripe.paymentIntents.retrieve(intentId)
    sandbox.openDispute(String(latest_charge))
    await syncPayment(intentId)
    expect(await open(user.id)).toEqual([])
    const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
    const again = (await buy(user.id, await monthlyPurchase({ items }))) as StartedPayment
    await payWith(provider, again.paymentIntentId)
    await syncPayment(again.paymentIntentId)
    expect(await open(user.id)).toEqual([id])
  })

  test('A makeup stays if another payment covers its day, and so does one of another month', async () => {
    const { user, row } = await paid()
    const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
    const other = (await buy(user.id, await monthlyPurchase({ items }))) as StartedPayment
    await payWith(provider, other.paymentIntentId)
    await syncPayment(other.paymentIntentId)
    const { id } = await absence(user.id)
    await refundAll(row.id)
    expect(await open(user.id)).toEqual([id])
  })

  test('A booked makeup is reported to the office instead of being withdrawn', async () => {
    const { user, row, intentId } = await paid('pm_card_refundFail')
    const { id } = await absence(user.id)
    const { id: byId } = await admin()
    const slot = { lessonDate: toDbDate('2027-03-22'), scheduledTime: '16:00', lessonType: TYPE }
    await prisma.makeupBooking.create({ data: { makeupId: id, studentId: user.id, byId, ...slot } })
    await refundAll(row.id)
    expect(await openIssues(user.id)).toMatchObject([{ kind: 'makeup-unpaid', stripeId: `makeup:${id}` }])
    expect(await prisma.makeup.findUnique({ where: { id } })).toMatchObject({ revokedAt: null })
    await sandbox.flush()
    await syncPayment(intentId)
    expect((await openIssues(user.id)).map(({ kind }) => kind)).toEqual(['refund-failed'])
  })
})
