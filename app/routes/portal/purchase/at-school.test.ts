import { afterAll, beforeEach, expect, test } from 'vitest'
import { undoMerge } from '~/models/merge/merge-undo.server'
import { eraseWithProvider } from '~/models/money/families/erase-family.server'
import { mergeWithProvider } from '~/models/money/families/merge-accounts.server'
import { offlinePaymentsOf } from '~/models/money/payments/offline/offline-payment.server'
import { recordPayment, removeRecordedPayment } from '~/models/money/payments/offline/record-payment.server'
import { declineAsked, listAsked, recordAsked, undoAsked } from '~/models/money/payments/orders/at-school.server'
import { findSession } from '~/models/people/accounts/viewer.server'
import { findSchool } from '~/models/school/school.server'
import { listUnpaid } from '~/models/students/unpaid.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as forgot } from '~/routes/auth/forgot-password'
import { loader as monthEnd } from '~/routes/office/books/month-end'
import { loader as list } from '~/routes/office/payments/asked/asked'
import { action as decline } from '~/routes/office/payments/asked/decline-asked'
import { action as record } from '~/routes/office/payments/asked/record-asked'
import { action as recordAction, loader as recordLoader } from '~/routes/office/payments/record-payment'
import { loader as unpaidLoader } from '~/routes/office/students/month'
import { loader as studentLoader } from '~/routes/office/students/student/student'
import { loader as portal } from '~/routes/portal/home/home'
import { loader as subscription } from '~/routes/portal/subscription/subscription'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { admin, emptyTables, openOffice, rider, signedIn, weeklyPlace } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import { action as buy, loader as shop } from './purchase'
import { action as takeBack } from './take-back'

let office: Visitor
let officeId: string
let family: Visitor
let mia: { id: string }
let ava: { id: string }
let basic: number

afterAll(() => {
  setClock(null)
  setPaymentProvider(null)
})
beforeEach(async () => {
  setClock('2026-11-20T15:00:00Z')
  setPaymentProvider(null)
  await emptyTables()
  ;({ office, officeId } = await openOffice())
  mia = await rider({ firstName: 'Mia', lastName: 'Stone' })
  ava = await rider({ firstName: 'Ava', lastName: 'Stone', guardianId: mia.id, email: null })
  family = await signedIn(mia)
  basic = (await prisma.package.create({ data: { name: 'Basic', price: '238.50', lessonsPerMonth: 4 } })).id
  await prisma.school.create({ data: { id: 1, name: 'Oak Hill', payWords: 'Cash, check or Venmo @oakhill' } })
})

let nonces = 0
const ask = (fields: Record<string, string> = {}) =>
  family.post(buy, '/purchase', {
    package: String(basic),
    rider: ava.id,
    start: 'this-month',
    nonce: `nonce-of-${++nonces}-more-than-16`,
    ...fields,
  })
const orders = () => prisma.order.findMany({ orderBy: { id: 'asc' } })
const waiting = async () => (await office.get(list, '/payments/asked')).body.waiting
const send = (action: typeof record, id: number, fields: Record<string, string> = {}) =>
  office.post(action, `/payments/asked/${id}`, fields, { order: String(id) })
const pay = (id: number) => send(record, id, { method: 'check', paidOn: '2026-11-19' })
const november = async (id: string) => (await office.get(studentLoader, `/students/${id}?month=2026-11`, { id })).body

test('A school without a provider: a family asks, the office records the payment, and the rider has its lessons', async () => {
  await weeklyPlace({ startDate: '2026-11-03', riderId: ava.id })
  const { body } = await family.get(shop, '/purchase')
  expect(body.atSchool).toEqual({ words: 'Cash, check or Venmo @oakhill', only: true })
  expect(body.selection).toMatchObject({ method: 'school', paymentType: 'one-time' })
  const asked = await ask({ paymentType: 'recurring', method: 'card' })
  expect(asked).toRedirect('/')
  await expect(family).toToast('Request sent', { description: 'Cash, check or Venmo @oakhill' })
  expect((await family.get(portal, '/')).body.content).toMatchObject({
    asked: [{ what: 'Basic', total: 23_850, from: '2026-11-20', isDeclined: false }],
  })
  const [order] = await waiting()
  expect(order).toMatchObject({ name: 'Mia Stone', what: ['Ava: Basic'], total: 23_850 })
  expect((await november(ava.id)).asked).toMatchObject([{ id: order.id, isPaid: false }])
  const unpaid = async () => (await office.get(unpaidLoader, '/students?month=2026-11&status=unpaid')).body.unpaid.count
  expect(await unpaid()).toBe(1)

  await pay(order.id)
  await expect(office).toToast('Payment recorded', { description: 'Mia Stone: $238.50' })
  expect(await orders()).toMatchObject([{ status: 'paid', methodType: 'school' }])
  expect((await prisma.recordedPayment.findMany()).map(({ amount, method }) => [String(amount), method])).toEqual([
    ['238.5', 'check'],
  ])
  expect((await november(ava.id)).student).toMatchObject({
    paymentStatus: 'Paid',
    allowance: { lessons: { allowed: 4 } },
  })
  expect([await unpaid(), await waiting()]).toEqual([0, []])
  expect((await family.get(portal, '/')).body.content.asked).toEqual([])
  expect(JSON.stringify((await office.get(monthEnd, '/payments/month-end?month=2026-11')).body)).toContain('23850')
})

test('A school without a provider and without a mail server promises neither a subscription nor an email', async () => {
  expect((await family.get(subscription, '/subscription')).body).toMatchObject({ isOffered: false })
  await prisma.user.update({ where: { id: mia.id }, data: { emailVerifiedAt: null } })
  expect((await family.get(portal, '/')).body.content.toConfirm).not.toBeNull()
  Object.assign(getEnv(), { mode: 'production' })
  try {
    expect((await family.get(portal, '/')).body.content.toConfirm).toBeNull()
    await prisma.school.updateMany({ data: { phone: '(555) 010-0100' } })
    const { body } = await new Visitor().get(forgot, '/auth/forgot-password')
    expect(body.instead).toBe('We can’t send email yet. For a link, please call us at (555) 010-0100.')
    expect((await office.get(forgot, '/auth/forgot-password')).body.instead).toBeNull()
  } finally {
    Object.assign(getEnv(), { mode: 'test' })
  }
})

test('Each rider of one order gets its own part of the payment, and all of it is taken back at once', async () => {
  await ask({ [`also-${mia.id}`]: `p${basic}` })
  const [{ id }] = await waiting()
  await pay(id)
  const paid = async () =>
    (await prisma.offlinePaymentMonth.findMany({ where: { amount: { gt: 0 } } })).map(({ amount }) => String(amount))
  expect(await paid()).toEqual(['238.5', '238.5'])
  const { undo } = (await office.page()).toast ?? {}
  await office.post(record, undo?.action ?? '', undo?.fields ?? {}, { order: String(id) })
  expect([await paid(), (await waiting()).length]).toEqual([[], 1])
  expect((await november(ava.id)).student.allowance.lessons.allowed).toBe(0)
  await expect(undoAsked(officeId, id)).rejects.toBeRefused('already_done')
  await pay(id)
  expect((await november(ava.id)).student.allowance.lessons.allowed).toBe(4)
  expect(await prisma.grant.count()).toBe(2)
})

test('The form of a student’s payment offers what was asked for, and pays it once', async () => {
  await ask()
  const [{ id }] = await waiting()
  const address = `/students/payment/${ava.id}?month=2026-11`
  const { body } = await office.get(recordLoader, address, ava)
  expect(body.asked).toEqual([{ value: String(id), label: '$238.50 for November 2026: Ava: Basic' }])
  expect(body.defaultValue.order).toBe(String(id))
  // As the browser sends it, with the fields that the order makes unnecessary.
  const fields = {
    order: String(id),
    amount: '',
    month: '2026-11',
    method: 'cash',
    paidOn: '2026-11-20',
    packageId: '',
  }
  const press = () => office.post(recordAction, address, { ...fields, version: body.version }, ava)
  await Promise.all([press(), press()])
  const { undo } = (await office.page()).toast ?? {}
  expect([await waiting(), await prisma.recordedPayment.count(), await prisma.grant.count()]).toEqual([[], 1, 1])
  const back = await office.post(recordAction, undo?.action ?? '', undo?.fields ?? {}, ava)
  expect(back).toRedirect('/students?month=2026-11')
  expect([(await waiting()).length, await prisma.recordedPayment.count()]).toEqual([1, 0])
})

test('A payment of an order is taken back with what was given for it, and in no other way', async () => {
  await ask()
  const [order] = await orders()
  const id = order!.id
  await pay(id)
  const [recorded] = await prisma.recordedPayment.findMany()
  await expect(removeRecordedPayment(officeId, recorded!.id)).rejects.toBeRefused('in_use')
  // Taken back after its month, it can still be recorded right; declined, nothing is owed.
  setClock('2026-12-02T15:00:00Z')
  await undoAsked(officeId, id)
  expect((await listAsked()).waiting).toMatchObject([{ id }])
  await declineAsked(officeId, id, { reason: '' })
  expect((await listUnpaid({ month: { year: 2026, month: 11 } })).count).toBe(0)
})

test('Two clicks and two desks ask once, and record once', async () => {
  const nonce = 'one-nonce-of-sixteen'
  await Promise.all([ask({ nonce }), ask({ nonce })])
  const [{ id }] = await waiting()
  await Promise.all([pay(id), pay(id), send(decline, id)])
  const [order] = await orders()
  const count = await prisma.recordedPayment.count()
  expect([(await orders()).length, order?.status, count]).toEqual([1, count ? 'paid' : 'canceled', count])
  expect(await prisma.grant.count({ where: { status: 'active' } })).toBe(count)
})

test('What waits is asked for once, in another tab and on another day too; its package not beside other things', async () => {
  const hack = await prisma.addOn.create({ data: { name: 'Hack', price: '30', type: 'hack' } })
  await Promise.all([ask(), ask()])
  setClock('2026-11-21T15:00:00Z')
  await ask()
  await expect(family).toToast('You already asked for this')
  const more = await ask({ [`addon-${hack.id}`]: '1' })
  expect(more.body.errors.form).toMatch(/^You asked for Basic already/)
  expect(await orders()).toHaveLength(1)
  await ask({ start: 'next-month' })
  await ask({ package: '', [`addon-${hack.id}`]: '1' })
  await ask({ package: '', [`addon-${hack.id}`]: '2' })
  expect(await orders()).toHaveLength(4)
  // The database refuses it of a version that does not know.
  const [{ id, ...same }] = (await orders()) as [Awaited<ReturnType<typeof orders>>[0]]
  const again = { ...same, nonce: `another-${same.nonce}` }
  await expect(prisma.order.create({ data: again })).rejects.toThrow('orders_wait_once')
  // Paid and asked for again, it would wait twice once the payment is taken back.
  await recordAsked(officeId, id, { method: 'cash', paidOn: '2026-11-21' })
  await prisma.order.create({ data: again })
  await expect(undoAsked(officeId, id)).rejects.toBeRefused('order_waits')
})

test('Ask again is offered for the month that nothing waits for', async () => {
  await ask()
  const [{ id }] = await waiting()
  const offered = async () =>
    (await family.get(portal, '/')).body.content.again.map(({ from }: { from: string }) => from)
  await pay(id)
  expect(await offered()).toEqual(['2026-12-01'])
  await ask({ start: 'next-month' })
  expect(await offered()).toEqual([])
})

test('What was declined is told the family, and what it took back cannot be paid', async () => {
  await ask()
  const [{ id }] = await waiting()
  const nonce = (await orders())[0]!.nonce.split(':')[0]!
  await send(decline, id, { reason: 'Basic is full' })
  const asked = async () => (await family.get(portal, '/')).body.content.asked
  expect(await asked()).toMatchObject([{ id, isDeclined: true, reason: 'Basic is full' }])
  const declined = 'The school declined this: Basic is full. Please check and ask again.'
  expect((await ask({ nonce })).body.errors.form).toBe(declined)
  const leave = () => family.post(takeBack, `/asked/${id}`, {}, { order: String(id) })
  await leave()
  expect([await asked(), await waiting()]).toEqual([[], []])
  expect((await ask({ nonce })).body.errors.form).toBe(declined)
  await pay(id)
  expect((await office.page()).toast).toMatchObject({ description: 'This was already canceled or declined.' })
  expect(await prisma.recordedPayment.count()).toBe(0)
  await ask()
  const [{ id: next }] = await waiting()
  const stranger = await signedIn(await rider())
  await stranger.post(takeBack, `/asked/${next}`, {}, { order: String(next) })
  expect((await waiting()).length).toBe(1)
})

test('An order that nobody paid ends with its month', async () => {
  await ask()
  const [{ id }] = await waiting()
  setClock('2026-12-01T15:00:00Z')
  office = await signedIn(await admin())
  family = await signedIn(mia)
  expect(await waiting()).toEqual([])
  await pay(id)
  expect((await office.page()).toast).toMatchObject({ description: expect.stringMatching(/^Its month is over/) })
  expect((await family.get(portal, '/')).body.content.asked).toEqual([])
})

test('It goes along when accounts are merged, and ends when the family is erased', async () => {
  await ask()
  const grandma = await rider({ firstName: 'Gran', lastName: 'Stone' })
  const [{ nonce, ...same }] = (await orders()) as [Awaited<ReturnType<typeof orders>>[0]]
  await prisma.order.create({ data: { ...same, id: 999, nonce: `other-${nonce}`, userId: grandma.id } })
  await expect(mergeWithProvider(officeId, grandma.id, mia.id, 'kept')).rejects.toThrow(/^Both asked for the same/)
  await prisma.order.delete({ where: { id: 999 } })
  await mergeWithProvider(officeId, grandma.id, mia.id, 'kept')
  const [{ id, userId }] = await waiting()
  expect(userId).toBe(grandma.id)
  await pay(id)
  expect((await november(ava.id)).student.allowance.lessons.allowed).toBe(4)
  await undoAsked(officeId, id)
  await eraseWithProvider(officeId, grandma.id, 'Gran Stone')
  expect(await orders()).toMatchObject([{ status: 'canceled' }])
})

test('Undo of a merge leaves the payment of an order with what it granted, on either side', async () => {
  const twin = await rider({ firstName: 'Ava', lastName: 'Stone', guardianId: mia.id, email: null })
  const cash = (amount: number, paidOn: string) =>
    ({ amount, month: { year: 2026, month: 10 }, method: 'cash', paidOn, packageId: null }) as const
  // The year of the account that is merged moves, and goes back.
  await recordPayment(officeId, twin.id, cash(5000, '2026-10-05'))
  await ask({ rider: twin.id })
  await mergeWithProvider(officeId, ava.id, twin.id, 'kept')
  const [{ id: ofTwin }] = await waiting()
  await pay(ofTwin)
  await ask({ start: 'next-month' })
  await recordAsked(officeId, (await waiting())[0].id, { method: 'cash', paidOn: '2026-11-20' })
  await recordPayment(officeId, ava.id, cash(700, '2026-11-20'))
  await undoMerge(officeId, twin.id)
  const rows = await prisma.recordedPayment.findMany({
    include: { noted: { include: { record: true } } },
    orderBy: { id: 'asc' },
  })
  const of = (id: string) =>
    rows.filter(({ noted }) => noted.record.userId === id).map(({ month, amount }) => [month, Number(amount)])
  expect([of(twin.id), of(ava.id)]).toEqual([
    [
      [10, 50],
      [11, 238.5],
    ],
    [
      [12, 238.5],
      [10, 7],
    ],
  ])
  const granted = await prisma.grant.findMany({ orderBy: { id: 'asc' } })
  expect(granted.map(({ userId }) => userId)).toEqual([twin.id, ava.id])
  const noted = await offlinePaymentsOf(2026)
  expect([noted.get(twin.id)?.slice(9), noted.get(ava.id)?.slice(9)]).toEqual([
    [5000, 23_850, 0],
    [700, 0, 23_850],
  ])
  // It can still be taken back as a whole.
  await undoAsked(officeId, ofTwin)
  expect(await prisma.grant.count({ where: { userId: twin.id, status: 'active' } })).toBe(0)
})

test('With a provider families ask only if the school lets them, and a subscription is never asked for', async () => {
  setPaymentProvider({ stripe: {}, publishableKey: 'pk', webhookSecret: 'x' } as never)
  expect((await family.get(shop, '/purchase?method=school')).body).toMatchObject({
    atSchool: null,
    selection: { method: 'card' },
  })
  await prisma.school.updateMany({ data: { payAtSchool: true } })
  // What a page is told along with who is signed in is the same school.
  expect((await findSession('nobody')).school).toEqual(await findSchool())
  expect((await family.get(shop, '/purchase')).body).toMatchObject({
    atSchool: { only: false },
    selection: { method: 'card' },
  })
  const monthly = await ask({ method: 'school', paymentType: 'recurring' })
  expect([monthly.status, await orders()]).toEqual([400, []])
  await ask({ method: 'school', paymentType: 'one-time' })
  expect(await waiting()).toMatchObject([{ total: 23_850 }])
})
