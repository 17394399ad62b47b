import { beforeAll, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { ownedPackages } from '~/models/catalog/bought-before.server'
import { listAddOns, listCatalog, listPackages } from '~/models/catalog/catalog.server'
import { upcomingRides } from '~/models/rides/ride.server'
import { findSchool } from '~/models/school/school.server'
import { subscriptionOf } from '~/models/subscriptions/subscription.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as rootLoader } from '~/root'
import { loader as portal } from '~/routes/portal/home/home'
import { toDbDate } from '~/utils/dates'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { grant, horse, rider, signedIn, weeklyPlace } from '../../../test/factories'
import { statementsOf } from '../../../test/statements'
import { portalOverview, portalShop } from './portal.server'
import { isBought } from './portal-month'

const today = '2026-11-20'
/** Names that JSON and SQL would rather not see. */
const NAME = `Zoë "Ann" O'Neil \\ <b>`

let ids: string[]

beforeAll(async () => {
  setClock(`${today}T15:00:00Z`)
  await seedCatalog()
  const [subscribed, plain, ended] = await Promise.all([rider({ firstName: NAME }), rider(), rider()])
  ids = [subscribed.id, plain.id, ended.id]
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
  return () => setClock(null)
})

test('Read in one statement, the portal is what its parts are one by one', async () => {
  const addOn = await prisma.addOn.findFirstOrThrow()
  for (const [status, quantity] of [
    ['paid', 2],
    ['pending', 5],
  ] as const) {
    const price = { subtotal: '89', fee: '0', total: '89', methodType: 'card', nonce: status }
    const days = { validFrom: toDbDate('2026-11-01'), validTo: toDbDate('2026-11-30') }
    const line = { type: 'addon', addOnId: addOn.id, name: NAME, quantity, unitPrice: '44.50' }
    await prisma.order.create({
      data: { userId: ids[1]!, status, kind: 'one_time', ...price, ...days, items: { create: [line] } },
    })
  }
  for (const id of ids) {
    const { feeRate, feeScope } = await findSchool()
    const overview = await portalOverview(id, today)
    expect(overview.rides.length).toBeGreaterThan(10)
    expect(overview.rides).toEqual(await upcomingRides(id, today))
    expect(overview.month.allowance).toEqual(await allowanceOf(id, today))
    expect(overview.next.allowance).toEqual(await allowanceOf(id, '2026-12-01'))
    expect(await portalShop(id, today)).toEqual({
      ...overview,
      catalog: await listCatalog(),
      owned: await ownedPackages(id, today),
      lastPurchase: id === ids[1] ? [{ packageId: null, addOnId: addOn.id, quantity: 2 }] : [],
      subscription: await subscriptionOf(id, today),
      payingMethodId: null,
      feeRate,
      feeScope,
    })
  }
  expect((await subscriptionOf(ids[0]!, today))?.addOns).toHaveLength(3)
  expect(await ownedPackages(ids[0]!, today)).toMatchObject([{ month: '2026-11-01' }])
  expect(await ownedPackages(ids[0]!, '2026-12-01')).toEqual([])
  expect(await subscriptionOf(ids[2]!, today)).toBeNull()
  expect(await listCatalog()).toMatchObject({ packages: await listPackages(), addOns: await listAddOns() })
})

test('The portal asks the database two things: who is here at which school, and everything that it shows', async () => {
  const visitor = await signedIn({ id: ids[0]! })
  const page = () => Promise.all([visitor.get(portal, '/'), visitor.get(rootLoader, '/')])
  const { answer, statements } = await statementsOf(page)
  expect(answer[0].body.content).toMatchObject({ tab: 'pay', subscription: { status: 'active' } })
  expect(statements).toHaveLength(2)
})

test('A package of the next month is in the portal as soon as it is bought', async () => {
  const { id } = await rider()
  const { id: packageId, name } = await prisma.package.findFirstOrThrow({ orderBy: { id: 'asc' } })
  await grant(id, '2026-12-01', '2026-12-31', { packageId, hacks: 1 })
  const { rides, month, next } = await portalOverview(id, today)
  expect(rides).toEqual([])
  expect([month.packages, isBought(month)]).toEqual([[], false])
  expect(next).toMatchObject({ first: '2026-12-01', packages: [name], toBook: { lessons: 4, hacks: 1 } })
})
