import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { loader as removeLoader } from '~/routes/office/students/remove-student'
import { loader as studentLoader } from '~/routes/office/students/student/student'
import { action, loader } from '~/routes/office/students/student/subscription/cancel'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, rideTypes, signedIn } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider } from '../../../../test/payments'
import { createSubscription } from './subscriptions.server'

const { provider, sandbox, goTo } = openTestProvider()
goTo('2027-05-10')

beforeEach(async () => {
  await seedCatalog()
  await rideTypes()
})

/** Creates a guardian who pays for a child, and the office. */
async function guardianPays(token?: string) {
  const guardian = await payingRider(provider, token)
  const child = await rider({ firstName: 'Zoe', email: null, guardianId: guardian.id })
  const purchase = await monthlyPurchase()
  const items = purchase.items.map((line) => ({ ...line, riderId: child.id }))
  await createSubscription(guardian.id, { ...purchase, items })
  await sandbox.idle()
  const row = () => prisma.subscription.findFirstOrThrow({ where: { userId: guardian.id } })
  const { id } = await row()
  const office = await signedIn(await admin())
  const send = (of: string, how: 'cancel' | 'keep') =>
    office.post(action, `/students/${of}/subscription/${id}`, { do: how }, { id: of, subscription: String(id) })
  const mails = () =>
    prisma.outboxEmail.findMany({
      where: { recipient: guardian.email ?? '', dedupeKey: { startsWith: 'subscription-' } },
      orderBy: { id: 'asc' },
      select: { subject: true },
    })
  return { guardian, child, office, row, id, send, mails }
}

test('The office cancels and resumes a subscription on the page of its payer or rider, and the payer is notified once each', async () => {
  const { guardian, child, office, row, id, send, mails } = await guardianPays()
  const shown = async (of: string) =>
    (await office.get(studentLoader, `/students/${of}`, { id: of })).body.subscriptions
  expect(await shown(guardian.id)).toMatchObject([{ id, rider: { id: child.id }, payer: null, isEnding: false }])
  expect(await shown(child.id)).toMatchObject([{ id, rider: null, payer: { id: guardian.id } }])
  const dialog = await office.get(loader, `/students/${child.id}/subscription/${id}`, {
    id: child.id,
    subscription: String(id),
  })
  expect(dialog.body).toMatchObject({ rider: 'Zoe Stone', payer: 'Emma Stone', lastDay: 'May 31, 2027' })
  expect((await send(child.id, 'cancel')).status).toBe(302)
  expect((await send(child.id, 'cancel')).status).toBe(302)
  expect(await row()).toMatchObject({ cancelAtPeriodEnd: true })
  expect(await mails()).toMatchObject([{ subject: 'Your subscription ends on May 31, 2027' }])
  expect((await office.page()).toast).not.toHaveProperty('description')
  expect((await send(guardian.id, 'keep')).status).toBe(302)
  expect((await office.page()).toast).toMatchObject({ description: 'We wrote to Emma Stone.' })
  expect(await row()).toMatchObject({ cancelAtPeriodEnd: false })
  expect((await mails()).map(({ subject }) => subject)).toContain('Your subscription continues')
  const log = await prisma.auditEntry.findMany({
    where: { entityId: guardian.id, action: { startsWith: 'subscription' } },
  })
  expect(log.map((line) => line.action).sort()).toEqual(['subscription.cancel', 'subscription.keep'])
})

test('A family whose sign-in is blocked is not charged after the office has canceled, at once if nothing is paid', async () => {
  const { guardian, row, send, mails } = await guardianPays('pm_card_chargeCustomerFail')
  await prisma.user.update({ where: { id: guardian.id }, data: { active: false } })
  expect((await send(guardian.id, 'cancel')).status).toBe(302)
  expect(await row()).toMatchObject({ status: expect.stringMatching(/canceled|incomplete_expired/) })
  expect(await mails()).toEqual([{ subject: 'Your subscription was canceled' }])
  expect((await send(guardian.id, 'cancel')).status).toBe(302)
  expect(await mails()).toHaveLength(1)
})

test('Only the office can cancel this way, and only subscriptions of that student', async () => {
  const { guardian, child, office, id, row } = await guardianPays()
  const at = { id: child.id, subscription: String(id) }
  const family = await signedIn(guardian)
  expect((await family.post(action, '/', { do: 'cancel' }, at)).status).toBe(403)
  const stranger = { id: (await rider()).id, subscription: String(id) }
  expect((await office.get(loader, '/', stranger)).status).toBe(404)
  await office.post(action, '/', { do: 'cancel' }, stranger)
  expect((await office.page()).toast).toMatchObject({ description: 'This subscription has ended.' })
  expect(await row()).toMatchObject({ cancelAtPeriodEnd: false, status: 'active' })
})

test('Removing a student who pays for others shows a warning', async () => {
  const { guardian, office } = await guardianPays()
  const { body } = await office.get(removeLoader, `/students-management/${guardian.id}/remove`, { id: guardian.id })
  expect(body.subscription).toBe('Package 1 - Basic')
})
