import { beforeAll, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { shopRiders } from '~/models/money/catalog/bought-before.server'
import { listAddOns, listCatalog, listPackages } from '~/models/money/catalog/catalog.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { isBought } from '~/models/schedule/rides/portal-month'
import { upcomingFamilyRides } from '~/models/schedule/rides/ride.server'
import { findSchool } from '~/models/school/school.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as rootLoader } from '~/root'
import { loader as portal } from '~/routes/portal/home/home'
import { toDbDate } from '~/utils/dates'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { grant, horse, rider, signedIn, weeklyPlace } from '../../../test/factories'
import { statementsOf } from '../../../test/statements'
import { portalOverview, portalShop } from './portal.server'

const today = '2026-11-20'
/** A name with characters that JSON and SQL have to escape. */
const NAME = `Zoë "Ann" O'Neil \\ <b>`

const withoutUsed = (view: Awaited<ReturnType<typeof subscriptionOf>>) => {
  if (!view) return []
  const { used: _, ...rest } = view
  return [rest]
}

const overviewOf = (id: string) => portalOverview(id, today)

setClock(`${today}T15:00:00Z`)
await seedCatalog()
const [subscribed, plain, ended] = await Promise.all([rider({ firstName: NAME }), rider(), rider()])
const ids = [subscribed.id, plain.id, ended.id]
await prisma.school.create({ data: { id: 1, name: NAME, feeRate: 250, feeScope: 'credit_cards' } })
for (const [i, riderId] of ids.entries()) {
  await weeklyPlace({ riderId, startDate: `2026-11-0${i + 2}`, time: `1${i}:00` })
  await grant(riderId, '2026-11-01', '2026-11-30', { hacks: i })
  const { id: horseId, name: horseName } = await horse(`${NAME} ${i}`)
  const day = { usageDate: toDbDate(`2026-11-${23 + i}`), lessonTime: `1${i}:00`, lessonType: 'Group Lesson' }
  await prisma.horseUsage.create({ data: { horseId, horseName, studentId: riderId, studentName: NAME, ...day } })
  await prisma.ride.create({
    data: { studentId: riderId, type: 'Hack', scheduledDate: toDbDate('2026-11-19'), attendance: 'present' },
  })
}
const { id: packageId } = await prisma.package.findFirstOrThrow({ orderBy: { id: 'asc' } })
const addOns = await prisma.addOn.findMany({ take: 3, orderBy: { id: 'desc' } })
const period = { currentPeriodStart: toDbDate('2026-11-01'), currentPeriodEnd: toDbDate('2026-12-01') }
for (const [userId, status] of [
  [subscribed.id, 'active'],
  [ended.id, 'canceled'],
] as const) {
  const { id: subscriptionId } = await prisma.subscription.create({
    data: {
      userId,
      riderId: userId,
      status,
      packageId,
      packagePrice: '220',
      fee: '6.60',
      stripeSubscriptionId: `sub_${status}`,
      ...period,
    },
  })
  await prisma.subscriptionAddOn.createMany({
    data: addOns.map(({ id: addOnId }, i) => ({ subscriptionId, addOnId, quantity: i + 1, unitPrice: '12.50' })),
  })
  await grant(userId, '2026-11-01', '2026-11-30', { subscriptionId, packageId })
}

test('Read in one statement, the portal equals its parts', async () => {
  const addOn = await prisma.addOn.findFirstOrThrow()
  for (const [status, quantity] of [
    ['paid', 2],
    ['pending', 5],
  ] as const) {
    const price = { subtotal: '89', fee: '0', total: '89', methodType: 'card', nonce: status }
    const days = { validFrom: toDbDate('2026-11-01'), validTo: toDbDate('2026-11-30') }
    const line = { riderId: ids[1]!, type: 'addon', addOnId: addOn.id, name: NAME, quantity, unitPrice: '44.50' }
    await prisma.order.create({
      data: { userId: ids[1]!, status, kind: 'one_time', ...price, ...days, items: { create: [line] } },
    })
  }
  for (const id of ids) {
    const { feeRate, feeScope } = await findSchool()
    const overview = await overviewOf(id)
    expect(overview.rides.length).toBeGreaterThan(10)
    expect(overview.rides).toEqual(await upcomingFamilyRides([id], today))
    expect(overview.family[0]!.month.allowance).toEqual(await allowanceOf(id, today))
    expect(overview.family[0]!.next.allowance).toEqual(await allowanceOf(id, '2026-12-01'))
    expect(await portalShop(id, today)).toEqual({
      ...overview,
      catalog: await listCatalog(),
      riders: await shopRiders(id, today),
      lastPurchase: id === ids[1] ? [{ riderId: id, packageId: null, addOnId: addOn.id, quantity: 2 }] : [],
      subscriptions: withoutUsed(await subscriptionOf(id, today)),
      payingMethodIds: id === ids[0] ? [null] : [],
      feeRate,
      feeScope,
      payAtSchool: false,
      payWords: null,
      asked: [],
    })
  }
  expect((await subscriptionOf(ids[0]!, today))?.addOns).toHaveLength(3)
  expect(await shopRiders(ids[0]!, today)).toMatchObject([{ owned: [{ month: '2026-11-01' }] }])
  const { id: lastPackageId } = await prisma.package.findFirstOrThrow({ orderBy: { id: 'asc' } })
  expect(await shopRiders(ids[0]!, '2026-12-01')).toMatchObject([{ owned: [], lastPackageId }])
  expect(await shopRiders(ids[1]!, today)).toMatchObject([{ lastPackageId: null }])
  expect(await subscriptionOf(ids[2]!, today)).toBeNull()
  expect(await listCatalog()).toMatchObject({
    packages: (await listPackages()).map(({ createdAt: _, ...item }) => item),
    addOns: (await listAddOns()).map(({ createdAt: _, ...item }) => item),
  })
})

test('The portal queries the database twice: for the viewer with the school, and for everything that it shows', async () => {
  const visitor = await signedIn({ id: ids[0]! })
  const page = () => Promise.all([visitor.get(portal, '/'), visitor.get(rootLoader, '/')])
  const { answer, statements } = await statementsOf(page)
  expect(answer[0].body.content).toMatchObject({ tab: 'pay', shop: { subscriptions: [{ status: 'active' }] } })
  expect(statements).toHaveLength(2)
})

test('A package of the next month is in the portal as soon as it is bought', async () => {
  const { id } = await rider()
  const { id: packageId, name } = await prisma.package.findFirstOrThrow({ orderBy: { id: 'asc' } })
  await grant(id, '2026-12-01', '2026-12-31', { packageId, hacks: 1 })
  const { rides, family } = await overviewOf(id)
  expect(rides).toEqual([])
  const { month, next } = family[0]!
  expect([month.packages, isBought(month)]).toEqual([[], false])
  expect(next).toMatchObject({
    first: '2026-12-01',
    packages: [name],
    counts: { lessons: { toBook: 4 }, hacks: { toBook: 1 } },
  })
})

describe('A family of several riders', () => {
  let guardian: string
  let children: string[]

  beforeAll(async () => {
    guardian = (await rider({ firstName: 'Gail', lastName: 'Guardian' })).id
    const child = (firstName: string) => rider({ firstName, lastName: 'Guardian', email: null, guardianId: guardian })
    children = [(await child('Abe')).id, (await child('Bea')).id]
    await weeklyPlace({ riderId: children[0]!, startDate: '2026-11-03', time: '15:00' })
    await weeklyPlace({ riderId: children[1]!, startDate: '2026-11-04', time: '15:00', type: 'Hack' })
    await grant(children[0]!, '2026-11-01', '2026-11-30')
  })

  test('The portal shows the rides of all riders in one list, and an allowance is never another rider’s', async () => {
    const { family, rides } = await overviewOf(guardian)
    expect(rides).toEqual(await upcomingFamilyRides(children, today))
    expect(rides.slice(0, 2)).toMatchObject([
      { rider: 'Abe Guardian', date: '2026-11-24', time: '15:00' },
      { rider: 'Bea Guardian', date: '2026-11-25', type: 'Hack' },
    ])
    expect(family).toMatchObject([
      { id: children[0], name: 'Abe Guardian', month: { counts: { lessons: { booked: 4, toBook: 0 } } } },
      { id: children[1], month: { counts: { lessons: { bought: 0 } } } },
    ])
    for (const { id, month } of family) expect(month.allowance).toEqual(await allowanceOf(id, today))
  })

  test('The portal of a family is one statement, and shows one rider’s rides on request', async () => {
    const visitor = await signedIn({ id: guardian })
    const bea = children[1]
    for (const tab of ['pay', 'scheduled']) {
      const { answer, statements } = await statementsOf(() => visitor.get(portal, `/?tab=${tab}&rider=${bea}`))
      expect(answer.body).toMatchObject({ content: { tab } })
      expect(statements).toHaveLength(2)
    }
    const ridersOn = async (query: string) => {
      const { rides } = (await visitor.get(portal, `/?${query}`)).body.content
      return [...new Set(rides.map(({ riderId }: { riderId: string }) => riderId))].sort()
    }
    for (const tab of ['scheduled', 'history']) {
      expect(await ridersOn(`tab=${tab}`)).toEqual([...children].sort())
      expect(await ridersOn(`tab=${tab}&rider=${bea}`)).toEqual([bea])
      expect(await ridersOn(`tab=${tab}&rider=${guardian}`)).toEqual([...children].sort())
    }
  })

  test('A rider of another family is not found on any tab', async () => {
    const visitor = await signedIn({ id: guardian })
    for (const tab of ['pay', 'scheduled', 'history', 'payments']) {
      for (const id of [ids[0], 'nobody', `${children[0]}'`]) {
        expect((await visitor.get(portal, `/?tab=${tab}&rider=${encodeURIComponent(id!)}`)).status).toBe(404)
      }
    }
  })

  test('A family of sixty is read with as few statements as one of two', async () => {
    const { id } = await rider()
    await prisma.user.createMany({
      data: Array.from({ length: 60 }, (_, i) => ({ firstName: `Kid ${i}`, lastName: 'Many', guardianId: id })),
    })
    const kids = await prisma.user.findMany({ where: { guardianId: id }, select: { id: true } })
    for (const [i, kid] of kids.entries()) {
      await weeklyPlace({ riderId: kid.id, startDate: '2026-11-03', time: `${8 + (i % 10)}:00`.padStart(5, '0') })
      await grant(kid.id, '2026-11-01', '2026-11-30')
    }
    const { answer, statements } = await statementsOf(() => overviewOf(id))
    const { family, rides } = answer
    expect(statements.length).toBeLessThan(5)
    expect(family).toHaveLength(60)
    expect(family.every(({ month }) => month.counts.lessons.bought === 4)).toBe(true)
    expect(rides.filter(({ date }) => date === '2026-11-24')).toHaveLength(60)
  })
})
