import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { daysOfMonth, parseMonth } from '~/models/vocabulary/month'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as unpaidLoader } from '~/routes/office/payments/unpaid'
import { loader as shop } from '~/routes/portal/purchase/purchase'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { toDbDate } from '~/utils/dates'
import { emptyTables, grant, openOffice, rider, signedIn, weeklyPlace } from '../../../../../test/factories'
import type { Visitor } from '../../../../../test/visitor'
import { loader as exportLoader } from '../export'
import { loader as listLoader } from '../month'
import { action } from './pay-link'

let office: Visitor
let officeId: string
let ana: { id: string }
let packageId: number

afterAll(() => {
  setClock(null)
  setPaymentProvider(null)
})
afterEach(() => void Object.assign(getEnv(), { mode: 'test' }))
beforeEach(async () => {
  setPaymentProvider(null)
  await emptyTables()
  ;({ office, officeId } = await openOffice('2026-11-20T15:00:00Z'))
  packageId = (await prisma.package.create({ data: { name: 'Basic', price: '220' } })).id
  ana = await rider({ firstName: 'Ana', lastName: 'García', email: 'ana@example.test' })
  await grant(ana.id, '2026-11-01', '2026-11-30', { packageId })
})

const back = '/students?month=2026-11&status=unpaid'
const mail = (id: string, visitor = office) =>
  visitor.post(action, `/students/${id}/pay-link`, { month: '2026-11', back }, { id })
const outbox = () => prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })

test('The office mails a family the link to pay, once a day, and the log says who did', async () => {
  expect((await office.get(listLoader, back)).body.unpaid.students).toMatchObject([{ mailedToday: false }])
  const answer = await mail(ana.id)
  expect(answer).toRedirect(back)
  await expect(office).toToast('Payment link sent', { description: 'Emailed to ana@example.test.' })
  const [email] = await outbox()
  expect(email).toMatchObject({ recipient: 'ana@example.test', subject: 'Payment due for November 2026' })
  expect(email?.text).toContain('Ana García: Basic, $220.00')
  expect(email?.text).toContain(`/purchase?package=${packageId}&start=2026-11-01`)
  expect((await office.get(listLoader, back)).body.unpaid.students).toMatchObject([{ mailedToday: true }])
  await mail(ana.id)
  expect((await office.page()).toast).toMatchObject({
    type: 'error',
    description: 'We already emailed this family a link today.',
  })
  expect(await outbox()).toHaveLength(1)
  expect(await prisma.auditEntry.findMany()).toMatchObject([
    {
      action: 'student.pay-link',
      actorId: officeId,
      entityId: ana.id,
      detail: { month: '2026-11', to: 'ana@example.test' },
    },
  ])
  setClock('2026-11-21T15:00:00Z')
  await mail(ana.id, await signedIn({ id: officeId }))
  expect(await outbox()).toHaveLength(2)
})

test('Its text names the school’s ways to pay: no cards without a provider', async () => {
  await prisma.school.create({ data: { id: 1, name: 'Oak Hill', payWords: 'Cash or check.' } })
  await mail(ana.id)
  const [atSchool] = await outbox()
  expect(atSchool?.text).toContain('Cash or check.')
  expect(`${atSchool?.text} ${atSchool?.html}`).not.toMatch(/by card|Pay now/i)
  setPaymentProvider({ stripe: {}, publishableKey: 'pk', webhookSecret: 'x' } as never)
  await prisma.outboxEmail.deleteMany()
  await prisma.school.updateMany({ data: { payAtSchool: true } })
  await mail(ana.id)
  const [both] = await outbox()
  expect(both?.text).toContain('You can pay by card or bank account.')
  expect(both?.text).toContain('You can also pay at the school. Cash or check.')
})

test('Without a mail server no link is sent', async () => {
  Object.assign(getEnv(), { mode: 'production' })
  await mail(ana.id)
  expect((await office.page()).toast).toMatchObject({ description: expect.stringMatching(/^Email isn’t set up/) })
  expect(await outbox()).toEqual([])
})

test('Two desks that press at the same moment mail one link', async () => {
  await Promise.all([mail(ana.id), mail(ana.id)])
  expect(await outbox()).toHaveLength(1)
})

test('A guardian is mailed once for all riders of the family', async () => {
  const child = { email: null, phone: null, password: null, guardianId: ana.id, lastName: 'García' }
  const [leo, mia] = [await rider({ ...child, firstName: 'Leo' }), await rider({ ...child, firstName: 'Mia' })]
  await grant(leo.id, '2026-11-01', '2026-11-30', { packageId })
  await weeklyPlace({ startDate: '2026-11-03', riderId: mia.id })
  await mail(leo.id)
  const [email] = await outbox()
  expect(email?.recipient).toBe('ana@example.test')
  for (const line of [
    'Ana García: Basic, $220.00',
    'Leo García: Basic, $220.00',
    'Mia García: please choose a package',
    'Total: $440.00',
  ]) {
    expect(email?.text).toContain(line)
  }
  expect(email?.text).toContain(
    `/purchase?rider=${ana.id}&package=${packageId}&also-${leo.id}=p${packageId}&start=2026-11-01`,
  )
  await mail(mia.id)
  expect(await outbox()).toHaveLength(1)
})

test.each([
  ['has nothing to pay', async () => (await rider()).id, 'November 2026 is paid, or nothing is due.'],
  [
    'may not sign in',
    async () => {
      await prisma.user.update({ where: { id: ana.id }, data: { active: false } })
      return ana.id
    },
    'The sign-in of ana@example.test is blocked, so that nobody can pay with it.',
  ],
])('Nothing is mailed to a family that %s', async (_, make, message) => {
  await mail(await make())
  await expect(office).toToast('The link wasn’t sent', { description: message })
  expect(await outbox()).toEqual([])
})

const mailMonth = (month: string) =>
  office.post(action, `/students/${ana.id}/pay-link`, { month, back }, { id: ana.id })

test('The link of a coming month buys that month, in whichever month it is opened', async () => {
  await grant(ana.id, '2026-12-01', '2026-12-31', { packageId })
  await mailMonth('2026-12')
  const [email] = await outbox()
  expect(email?.subject).toBe('Payment due for December 2026')
  const [, link = ''] = /(\/purchase\S+)/.exec(email?.text ?? '') ?? []
  const family = await signedIn(ana)
  const start = async () => (await family.get(shop, link)).body.selection.startMonth
  expect(await start()).toBe('next-month')
  setClock('2026-12-03T15:00:00Z')
  expect(await start()).toBe('this-month')
})

test.each([
  ['is over', '2026-10', 'October 2026 is over, and nobody can buy it anymore. Record a payment instead.'],
  ['is not for sale yet', '2027-02', 'February 2027 is not for sale yet: it is from Jan 1, 2027 on.'],
])('No link is mailed for a month that %s', async (_, month, description) => {
  const { from, to } = daysOfMonth(parseMonth(month)!)
  await grant(ana.id, from, to, { packageId })
  await mailMonth(month)
  await expect(office).toToast('The link wasn’t sent', { description })
  expect(await outbox()).toEqual([])
})

test('No link is mailed for a month that a subscription pays for, unless its payment failed', async () => {
  const subscription = await prisma.subscription.create({
    data: {
      userId: ana.id,
      riderId: ana.id,
      packageId,
      status: 'active',
      stripeSubscriptionId: 'sub_ana',
      currentPeriodStart: toDbDate('2026-11-01'),
      currentPeriodEnd: toDbDate('2026-12-01'),
    },
  })
  await mailMonth('2026-11')
  expect(await outbox()).toEqual([])
  await prisma.subscription.update({ where: { id: subscription.id }, data: { status: 'past_due' } })
  await mailMonth('2026-11')
  expect((await outbox())[0]?.text).toContain('/subscription')
})

test('The list of unpaid students is exported as filtered', async () => {
  const answer = await office.get(exportLoader, '/students/export?month=2026-11&status=unpaid')
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="unpaid_2026-11.csv"')
  expect(String(answer.body).trim().split('\r\n').slice(1)).toEqual([
    'Ana García,ana@example.test,555-0100-200,,Basic,220.00,',
  ])
})

test('Payments also lists who has not paid, and families can’t mail links', async () => {
  const { body } = await office.get(unpaidLoader, '/payments/unpaid?month=2026-11&sort=owed')
  expect(body).toMatchObject({ order: 'owed', unpaid: { count: 1, owed: 22000, students: [{ name: 'Ana García' }] } })
  expect((await mail(ana.id, await signedIn(ana))).status).toBe(403)
  expect(await outbox()).toEqual([])
})
