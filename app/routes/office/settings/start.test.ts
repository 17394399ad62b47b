import { afterEach, beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { paymentProvider, setPaymentProvider } from '~/services/stripe/stripe.server'
import { admin, emptyTables, horse, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import type { Visitor } from '../../../../test/visitor'
import { loader as weekLoader } from '../week/week'
import { loader as settingsLoader } from './settings'
import { action, loader } from './start'

/** What the office enters on three screens, and how families pay. */
const SAID = {
  name: 'Oak Hill',
  firstLesson: '08:00',
  lastLesson: '18:00',
  lessonStep: 30,
  lessonLengths: '30, 60',
  payAtSchool: true,
}
const provider = paymentProvider()
const { smtpUrl, mode } = getEnv()
let office: Visitor
let bossId = ''

beforeEach(async () => {
  Object.assign(getEnv(), { mode: 'production' })
  await emptyTables()
  const boss = await admin()
  bossId = boss.id
  office = await signedIn(boss)
})
afterEach(() => {
  setPaymentProvider(provider)
  Object.assign(getEnv(), { smtpUrl, mode })
})

const done = async () =>
  (await office.get(loader, '/settings/start')).body.steps.flatMap(
    ({ name, isDone }: { name: string; isDone: boolean }) => (isDone ? [name] : []),
  )

const send = (intent: string) => office.post(action, '/settings/start', { intent })
const onWeek = async () => (await office.get(weekLoader, '/admin')).body.start

test('The list ticks itself off, and the week leads to it until it is done', async () => {
  expect(await done()).not.toContain('Horses')
  expect(await onWeek()).toMatchObject({ done: 0, of: 13, next: { to: '/settings/school' } })
  await horse()
  await rideTypes()
  const emma = await rider()
  expect(await done()).toEqual(expect.arrayContaining(['Horses', 'Students: import your spreadsheet']))
  await weeklyPlace({ startDate: '2020-01-06', riderId: emma.id })
  expect(await done()).toContain('Lessons in the week')
  expect(await onWeek()).toMatchObject({ of: 13 })
  await prisma.serverSetting.create({ data: { name: 'SCHOOL_TIMEZONE', value: 'America/Denver' } })
  await prisma.package.create({ data: { name: 'Four lessons', price: '180.00' } })
  await prisma.user.create({ data: { role: 'instructor', firstName: 'Kelly', lastName: 'Ramos' } })
  await prisma.school.upsert({ where: { id: 1 }, create: { id: 1, ...SAID }, update: SAID })
  const waiver = { number: 1, title: 'Waiver', text: 'Riding is dangerous.', asksAgain: true, publishedAt: new Date() }
  await prisma.waiverVersion.create({ data: { ...waiver, publishedById: bossId } })
  await prisma.invitation.create({
    data: { userId: emma.id, email: 'emma@stone.example', sentAt: new Date(0), expiresAt: new Date() },
  })
  expect(await onWeek()).toMatchObject({ done: 12, next: { name: 'Email: your mail server', to: '/settings/mail' } })
  expect((await office.get(settingsLoader, '/settings/school')).body.start).toEqual(await onWeek())
  Object.assign(getEnv(), { smtpUrl: 'smtp://mail.example' })
  expect(await onWeek()).toBeNull()
  await prisma.horse.deleteMany()
  expect(await onWeek()).toBeNull()
})

test('A school that takes no cards says so, and still has to enter its name', async () => {
  setPaymentProvider(null)
  expect(await done()).not.toContain('How families pay')
  const told = await send('at-school')
  expect(told.headers.get('Location')).toBe('/settings/school')
  await send('at-school')
  expect(await done()).toEqual(expect.arrayContaining(['How families pay']))
  expect(await done()).not.toContain('The school’s name, phone, and address')
  expect(await prisma.school.findMany()).toMatchObject([{ payAtSchool: true, name: null, feeRate: null }])
  expect(await prisma.auditEntry.count({ where: { action: 'school.data' } })).toBe(1)
})

test('It can be put away, and shown again from the settings', async () => {
  await send('hide')
  expect(await onWeek()).toBeNull()
  expect((await office.get(loader, '/settings/start')).body.isHidden).toBe(true)
  await send('show')
  expect(await onWeek()).not.toBeNull()
  const family = await signedIn(await rider())
  expect((await family.post(action, '/settings/start', { intent: 'hide' })).status).toBe(403)
})
