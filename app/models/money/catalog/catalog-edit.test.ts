import { beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { findOwnOrder, placeOrder } from '~/models/money/payments/order.server'
import { transactionReport } from '~/models/money/payments/report/transaction-report.server'
import { changeSubscription, createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, emptyTables, rider } from '../../../../test/factories'
import {
  addOnId,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
} from '../../../../test/payments'
import { listPackages } from './catalog.server'
import { addAddOn, saveAddOn, savePackage, wholeCatalog } from './catalog-edit.server'

const { sandbox, provider, goToNextMonth, goToNewQuarter } = openTestProvider()
let office: { id: string }

beforeEach(async () => {
  // The families of the previous test would still be charged, and nobody here would know of it.
  await sandbox.idle()
  sandbox.forget()
  setPaymentProvider({ ...provider })
  await emptyTables()
  await seedCatalog()
  office = await admin()
  goToNewQuarter()
})

const basic = {
  name: 'Package 1 - Basic',
  price: 22_000,
  description: '4 group lessons plus 1 makeup',
  active: true,
  sortOrder: 20,
  lessonsPerMonth: 4,
  privateLessonsPerMonth: 0,
  makeupLessons: 1,
  hacksPerMonth: 0,
}
const hack = {
  name: 'Hack',
  price: 4_450,
  description: 'An hour on the trails',
  active: true,
  isRecurring: true,
  sortOrder: 30,
}

/** Makes everything more expensive and smaller, or takes it off sale. */
async function changeEverything(change: { price?: number; active?: boolean; name?: string }) {
  const lessons = { lessonsPerMonth: 2, makeupLessons: 0, hacksPerMonth: 3 }
  await savePackage(office.id, await packageId(), { ...basic, ...lessons, ...change })
  await saveAddOn(office.id, await addOnId(), { ...hack, ...change })
}

const exported = async () =>
  (await (await transactionReport('2000-01-01', '2099-12-31')).text()).trim().split('\r\n').slice(1)

/** Returns all that is stored about purchases, except when it was last changed. */
const written = async () => ({
  orders: await prisma.order.findMany({ omit: { updatedAt: true }, orderBy: { id: 'asc' } }),
  items: await prisma.orderItem.findMany({ orderBy: { id: 'asc' } }),
  grants: await prisma.grant.findMany({
    omit: { updatedAt: true },
    orderBy: { id: 'asc' },
    include: { addOns: true },
  }),
  subscriptions: await prisma.subscription.findMany({ omit: { updatedAt: true }, include: { addOns: true } }),
  transactions: await prisma.paymentTransaction.findMany({ omit: { updatedAt: true }, orderBy: { id: 'asc' } }),
  csv: await exported(),
})

describe('A change of the catalog does not affect what was bought', () => {
  test.each([{ price: 99_900 }, { active: false }, { name: 'Starter' }])(
    'Orders, grants and subscriptions stay the same after %o',
    async (change) => {
      const [open, paid, monthly] = [await rider(), await rider(), await rider()]
      const opened = (await buy(open.id, await monthlyPurchase())) as StartedPayment
      const { paymentIntentId } = (await buy(paid.id, await monthlyPurchase())) as StartedPayment
      await payWith(provider, paymentIntentId)
      await syncPayment(paymentIntentId)
      await saveMethod(provider, monthly.id)
      await createSubscription(monthly.id, await monthlyPurchase())
      await sandbox.idle()
      const before = await written()
      expect(before.csv).toHaveLength(2)
      await changeEverything(change)
      expect(await written()).toEqual(before)

      const order = await findOwnOrder(open.id, { stripePaymentIntentId: opened.paymentIntentId })
      expect(order).toMatchObject({ total: 31_827, items: [{ unitPrice: 22_000 }, { unitPrice: 4_450 }] })
      await payWith(provider, opened.paymentIntentId)
      await syncPayment(opened.paymentIntentId)
      expect(await allowanceOf(open.id, today())).toMatchObject({
        lessons: { allowed: 4 },
        makeups: { allowed: 1 },
        hacks: { allowed: 2 },
      })
    },
  )

  test('A subscription renews with the price and the lessons it was bought with', async () => {
    const family = await payingRider(provider)
    await createSubscription(family.id, await monthlyPurchase())
    await changeEverything({ price: 99_900 })
    await goToNextMonth()
    const renewal = await prisma.paymentTransaction.findFirstOrThrow({ orderBy: { providerCreatedAt: 'desc' } })
    expect([renewal.amount.toFixed(2), renewal.status]).toEqual(['318.27', 'succeeded'])
    const allowed = { lessons: { allowed: 4 }, makeups: { allowed: 1 }, hacks: { allowed: 2 } }
    expect(await allowanceOf(family.id, today())).toMatchObject(allowed)
    expect(await subscriptionOf(family.id, today())).toMatchObject({
      package: { price: 22_000, lessonsPerMonth: 4, makeupLessons: 1, hacksPerMonth: 0 },
      monthlyPrice: 31_827,
    })
  })

  test('A family that changes its package gets the present catalog, from the next month on', async () => {
    const family = await payingRider(provider)
    await createSubscription(family.id, await monthlyPurchase())
    const premium = await packageId('Package 2 - Premium')
    const six = {
      ...basic,
      name: 'Package 2 - Premium',
      price: 41_000,
      sortOrder: 30,
      lessonsPerMonth: 6,
      makeupLessons: 3,
    }
    await savePackage(office.id, premium, six)
    await changeSubscription(family.id, { packageId: premium, addOns: [] })
    await savePackage(office.id, premium, { ...basic, name: six.name })
    expect((await allowanceOf(family.id, today())).lessons.allowed).toBe(4)
    await goToNextMonth()
    expect(await allowanceOf(family.id, today())).toMatchObject({ lessons: { allowed: 6 }, makeups: { allowed: 3 } })
    expect(await subscriptionOf(family.id, today())).toMatchObject({ package: { price: 41_000, lessonsPerMonth: 6 } })
  })

  test('A subscription that was ordered before a change starts as it was ordered', async () => {
    const family = await payingRider(provider)
    const purchase = await monthlyPurchase()
    await placeOrder(family.id, purchase, { today: today(), feeRate: 300, feeScope: 'all_cards', kind: 'subscription' })
    await changeEverything({ price: 99_900 })
    await createSubscription(family.id, purchase)
    expect(await subscriptionOf(family.id, today())).toMatchObject({
      monthlyPrice: 31_827,
      package: { lessonsPerMonth: 4 },
    })
    expect((await allowanceOf(family.id, today())).lessons.allowed).toBe(4)
  })
})

describe('The catalog', () => {
  test('The catalog sells at the new price, in the new order, only what is for sale', async () => {
    await savePackage(office.id, await packageId(), { ...basic, price: 23_050, sortOrder: 5 })
    await savePackage(office.id, await packageId('Intro Package'), { ...basic, name: 'Intro Package', active: false })
    expect((await listPackages())[0]).toMatchObject({ name: 'Package 1 - Basic', price: 23_050 })
    expect(await listPackages()).toHaveLength(4)
    expect((await wholeCatalog()).packages).toHaveLength(5)
  })

  test('A new add-on needs a name of its own', async () => {
    const camp = { ...hack, name: 'Pony Camp', type: 'horse_use' as const }
    await addAddOn(office.id, camp)
    expect((await wholeCatalog()).addOns.at(-1)).toMatchObject({ name: 'Donate Full After School Experience' })
    await expect(addAddOn(office.id, camp)).rejects.toMatchObject({ field: 'name', status: 409 })
    expect(await listSettingChanges(['add-on'])).toMatchObject([
      { who: 'Ann Office', what: 'added Pony Camp for $44.50' },
    ])
  })

  test('A new name must be unique too, and subscriptions and grants show it from then on', async () => {
    const family = await payingRider(provider)
    await createSubscription(family.id, await monthlyPurchase())
    const taken = { ...basic, name: 'Intro Package' }
    await expect(savePackage(office.id, await packageId(), taken)).rejects.toMatchObject({ field: 'name', status: 409 })
    const starter = { ...basic, name: 'Starter' }
    expect(await savePackage(office.id, await packageId(), starter)).toMatchObject({ name: 'Starter', isRenamed: true })
    expect(await subscriptionOf(family.id, today())).toMatchObject({ package: { name: 'Starter' } })
    expect(await listSettingChanges(['package'])).toMatchObject([
      { what: 'changed Package 1 - Basic: name Package 1 - Basic → Starter' },
    ])
    expect(await prisma.orderItem.findMany({ where: { packageId: { not: null } } })).toMatchObject([
      { name: 'Package 1 - Basic' },
    ])
  })

  test('Changes are stored with who made them, and saving without a change stores nothing', async () => {
    const id = await packageId()
    await savePackage(office.id, id, basic)
    expect(await listSettingChanges(['package'])).toEqual([])
    await savePackage(office.id, id, { ...basic, price: 23_000, active: false })
    expect(await listSettingChanges(['package'])).toMatchObject([
      { who: 'Ann Office', what: 'changed Package 1 - Basic: price $220.00 → $230.00, for sale yes → no' },
    ])
  })

  test('The later of two people sees what the first one changed and may save again, even at the same moment', async () => {
    const id = await packageId()
    const other = await admin({ firstName: 'Bea' })
    const version = versionOf({ ...basic, change: 0 })
    const tries = await Promise.allSettled([
      savePackage(office.id, id, { ...basic, price: 23_000 }, version),
      savePackage(other.id, id, { ...basic, price: 24_000 }, version),
    ])
    const refused = tries.filter((one) => one.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { status: 409 } }])
    expect(refused[0]?.reason.message).toMatch(
      /^In the meantime, (Ann|Bea) Office changed Package 1 - Basic: price \$220\.00 → /,
    )
    await savePackage(other.id, id, { ...basic, price: 25_000 }, refused[0]?.reason.version)
    expect((await prisma.package.findUniqueOrThrow({ where: { id } })).price.toFixed(2)).toBe('250.00')
  })

  test('The database refuses prices and names that the forms refuse', async () => {
    const wrong = (data: object) => prisma.package.update({ where: { name: 'Intro Package' }, data })
    await expect(wrong({ price: '10000.00' })).rejects.toThrow('packages_price_most')
    await expect(wrong({ price: '-0.01' })).rejects.toThrow('packages_not_negative')
    await expect(wrong({ lessonsPerMonth: 100 })).rejects.toThrow('packages_counts_most')
    await expect(wrong({ name: ' ' })).rejects.toThrow('packages_name')
    await expect(prisma.school.create({ data: { id: 2 } })).rejects.toThrow('school_one')
    await expect(prisma.school.create({ data: { feeRate: 300 } })).rejects.toThrow('school_fee_whole')
    await expect(prisma.school.create({ data: { feeRate: 1_001, feeScope: 'all_cards' } })).rejects.toThrow(
      'school_fee_rate',
    )
  })
})
