import { beforeAll, expect, test } from 'vitest'
import { studentImport } from '../../app/models/imports/import.server'
import { openIssues } from '../../app/models/money/issues/payment-issue.server'
import { ridersOfFamily } from '../../app/models/people/families/family.server'
import { portalOverview } from '../../app/models/portal/portal.server'
import { unrecordedRides, usualFirstDay } from '../../app/models/schedule/attendance/unrecorded.server'
import { listMakeups } from '../../app/models/schedule/makeups/makeup-list.server'
import { isBought } from '../../app/models/schedule/rides/portal-month'
import { allWaiting } from '../../app/models/schedule/waitlist/waiting-lists.server'
import { listUnpaid } from '../../app/models/students/unpaid.server'
import { MAKEUP_STATES } from '../../app/models/vocabulary/makeup'
import { monthOfDay } from '../../app/models/vocabulary/month'
import { today } from '../../app/platform/clock.server'
import { prisma } from '../../app/platform/db.server'
import { toDbDate } from '../../app/utils/dates'
import { openTestProvider } from '../../test/payments'
import { seedSampleSchool } from './'

const { sandbox, provider } = openTestProvider()

beforeAll(() => {
  sandbox.faults.events = 'drop'
})

test('A database with an account that is not the sample school’s is never emptied', async () => {
  await prisma.jobRun.create({ data: { name: 'sample-school', startedAt: new Date() } })
  await prisma.user.create({ data: { email: 'ann@lee.test', password: 'x' } })
  await expect(seedSampleSchool()).rejects.toThrow('1 accounts that the sample school has not')
  expect(await prisma.user.count()).toBe(1)
  await prisma.user.deleteMany()
  await prisma.jobRun.deleteMany()
})

test('An incomplete sample school is recreated by one of two starts, at the provider too', async () => {
  await prisma.jobRun.create({ data: { name: 'sample-school', startedAt: new Date() } })
  // What a start that was stopped midway leaves behind: order IDs begin again at 1, and so do their keys.
  for (const operation of ['subscription', 'intent']) {
    await provider.stripe.customers.create({ name: 'Left over' }, { idempotencyKey: `order:1:${operation}:1` })
  }
  await Promise.all([seedSampleSchool(), ...(process.env.DATABASE_EMBEDDED ? [] : [seedSampleSchool()])])
  expect((await prisma.jobRun.findUniqueOrThrow({ where: { name: 'sample-school' } })).finishedAt).not.toBeNull()
  const { data } = await provider.stripe.customers.list({ limit: 100 })
  expect(data.map(({ name }) => name)).not.toContain('Left over')
  expect(await prisma.subscription.count({ where: { status: 'active' } })).toBeGreaterThan(0)
  // By this a demo's database is distinguished from a school's.
  expect(await prisma.user.count({ where: { NOT: { email: { endsWith: '.example' } } } })).toBe(0)
  const users = await prisma.user.count()
  await seedSampleSchool()
  expect(await prisma.user.count()).toBe(users)

  // Its rows are complete: it can be viewed and undone.
  const { plan } = await studentImport('sample-import')
  expect([plan.look, plan.people.length > 3, plan.people.every(({ id }) => id)]).toEqual([[], true, true])

  const [rider, guardian] = await prisma.user.findMany({
    where: { email: { in: ['rider@stirrup.example', 'priya.raman@families.example'] } },
    orderBy: { email: 'desc' },
  })
  expect((await ridersOfFamily(rider!.id)).map(({ name }) => name)).toEqual([
    'Riley Carter',
    'Ada Carter',
    'Finn Carter',
  ])
  expect((await ridersOfFamily(guardian!.id)).map(({ name }) => name)).toEqual(['Anika Raman', 'Dev Raman'])
  const { family, rides } = await portalOverview(rider!.id, today())
  expect(family.every(({ id, month }) => isBought(month) && rides.some(({ riderId }) => riderId === id))).toBe(true)

  // The office's tasks on its first morning, and no more.
  const { students } = await listUnpaid({ month: monthOfDay(today()) })
  expect(students.map(({ name }) => name)).toEqual(['Harper Nguyen'])
  const { lessons: open } = await unrecordedRides(usualFirstDay(), { page: 1, pageSize: 20 })
  const past = open.filter(({ date }) => date < today())
  expect(past.map(({ riders }) => riders.length)).toEqual([1])
  expect(await prisma.order.count({ where: { status: 'processing' } })).toBeGreaterThan(0)
  const back = await prisma.balanceTransaction.findMany({ where: { type: 'refund' }, select: { amount: true } })
  expect(back.map(({ amount }) => Number(amount)).sort()).toEqual([-226.6, -56.65])
  const issues = (await openIssues()).map(({ kind, amount }) => [kind, amount])
  expect(issues.sort()).toEqual([
    ['month-over', 9_167],
    ['partly-disputed', 4_451],
  ])
  const [former] = await prisma.user.findMany({ where: { email: 'petra.lang@families.example' } })
  const removed = await prisma.user.findMany({ where: { hiddenAt: { not: null } }, select: { firstName: true } })
  expect(removed.map(({ firstName }) => firstName).sort()).toEqual(['Nina', 'Petra', 'Theo'])
  const grants = await prisma.grant.findMany({
    where: { user: { guardianId: former!.id } },
    select: { status: true, user: { select: { firstName: true } } },
  })
  expect(grants.map(({ status, user }) => `${user.firstName} ${status}`).sort()).toEqual([
    'Nina active',
    'Nina refunded',
    'Theo active',
    'Theo active',
  ])
  const methods = await prisma.recordedPayment.groupBy({ by: ['method'], orderBy: { method: 'asc' } })
  expect(methods.map(({ method }) => method)).toEqual(['cash', 'check', 'transfer'])
  expect(await prisma.recordedPayment.count({ where: { paidOn: { gt: toDbDate(today()) } } })).toBe(0)
  expect(await prisma.horse.findMany({ where: { onRest: true }, select: { name: true } })).toEqual([{ name: 'Pepper' }])
  const sick = await prisma.ride.findMany({ where: { notes: { not: null } }, select: { attendance: true } })
  expect(sick).toEqual([{ attendance: 'absent' }])
  const makeups = await listMakeups({ today: today() })
  expect(new Set(makeups.map(({ state }) => state))).toEqual(new Set(MAKEUP_STATES))
  expect((await listMakeups({ today: today(), filter: 'asked' })).map(({ rider }) => rider)).toEqual(['Ada Carter'])
  const closed = makeups.filter(({ why }) => why === 'closed')
  expect(closed.length).toBeGreaterThan(1)
  expect(new Set(closed.map(({ date }) => date)).size).toBe(1)
  expect(await prisma.toldRide.count({ where: { dueAt: { not: null } } })).toBe(0)
  const waiting = await allWaiting()
  expect(waiting.map(({ weekly, place, offerId }) => [weekly, place, offerId !== null])).toEqual([
    [true, 1, false],
    [false, 1, true],
    [true, 1, false],
    [false, 2, false],
  ])
})

test('A new database with the sandbox of an older one gets its sample school: what the provider remembers is in nobody’s way', async () => {
  const customers = async () => (await provider.stripe.customers.list({ limit: 100 })).data.length
  const before = await customers()
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`
  await prisma.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`)
  await seedSampleSchool()
  expect((await prisma.jobRun.findUniqueOrThrow({ where: { name: 'sample-school' } })).finishedAt).not.toBeNull()
  expect(await customers()).toBeGreaterThan(before)
})
