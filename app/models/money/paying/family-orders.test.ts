import { beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { newNonce } from '~/models/money/payments/order.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { listTransactions } from '~/models/money/payments/payment-transaction.server'
import { portalTotals, schoolYear } from '~/models/money/payments/payment-year.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { findReceipt } from '~/models/money/payments/receipt.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { findStudentRow } from '~/models/students/student-list.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { action as purchase } from '~/routes/portal/purchase/purchase'
import { monthName, monthOf, yearOf } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, signedIn } from '../../../../test/factories'
import { addOnId, monthlyPurchase, openTestProvider, packageId, payingRider, payWith } from '../../../../test/payments'
import { buy } from './payments.server'

const { sandbox, provider, goToNewQuarter, goToNextMonth } = openTestProvider()
await seedCatalog()
const officeId = (await admin()).id
beforeEach(() => {
  goToNewQuarter()
  sandbox.faults.events = 'drop'
})

/** Creates a mother who does not ride, and her two children. */
async function family() {
  const mother = await payingRider(provider)
  const child = (firstName: string) => rider({ firstName, email: null, guardianId: mother.id })
  return { mother, adam: await child('Adam'), zoe: await child('Zoe') }
}
type Family = Awaited<ReturnType<typeof family>>

/** Orders Package 1 and two hacks for Adam, Package 1 for Zoe: 529.00, by card 544.87. */
const forBoth = async ({ adam, zoe }: Pick<Family, 'adam' | 'zoe'>, method: 'card' | 'us_bank_account' = 'card') => ({
  items: [
    { type: 'package' as const, id: await packageId(), quantity: 1, riderId: adam.id },
    { type: 'addon' as const, id: await addOnId(), quantity: 2, riderId: adam.id },
    { type: 'package' as const, id: await packageId(), quantity: 1, riderId: zoe.id },
  ],
  startMonth: 'this-month' as const,
  method,
  nonce: newNonce(),
})

const grantsOf = (ids: string[]) =>
  prisma.grant.findMany({
    where: { userId: { in: ids } },
    orderBy: { id: 'asc' },
    select: { userId: true, status: true, lessons: true, addOns: { select: { userId: true, quantity: true } } },
  })
const statusesOf = async ({ mother, adam, zoe }: Family) =>
  (await grantsOf([mother.id, adam.id, zoe.id])).map(({ status }) => status)

describe('One payment for two children', () => {
  test('One payment for two children costs the sum with one fee on the whole, and gives each child its own lessons', async () => {
    const { mother, adam, zoe } = await family()
    const { paymentIntentId } = await buy(mother.id, await forBoth({ adam, zoe }))
    const intent = await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    expect(await prisma.order.findFirst({ where: { userId: mother.id } })).toMatchObject({ status: 'paid' })
    expect((await provider.stripe.paymentIntents.retrieve(paymentIntentId)).amount).toBe(54_487)
    expect(intent).not.toBeNull()
    expect(await grantsOf([mother.id, adam.id, zoe.id])).toEqual([
      { userId: adam.id, status: 'active', lessons: 4, addOns: [{ userId: adam.id, quantity: 2 }] },
      { userId: zoe.id, status: 'active', lessons: 4, addOns: [] },
    ])
    expect((await allowanceOf(adam.id, today())).hacks.allowed).toBe(2)
    expect((await allowanceOf(zoe.id, today())).hacks.allowed).toBe(0)
  })

  test('One payment for two children names no child to the provider, and each child on the receipt', async () => {
    const { mother, adam, zoe } = await family()
    const { paymentIntentId } = await buy(mother.id, await forBoth({ adam, zoe }))
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const { description } = await provider.stripe.paymentIntents.retrieve(paymentIntentId)
    expect(description).toBe(`Package 1 - Basic × 2, Hack × 2 (${monthName(today())} ${yearOf(today())})`)
    const [row] = (await listTransactions({ userId: mother.id })).transactions
    expect((await findReceipt(row!.id))?.lines).toEqual([
      { rider: 'Adam', name: 'Package 1 - Basic', quantity: 1, unitPrice: 22_000 },
      { rider: 'Adam', name: 'Hack', quantity: 2, unitPrice: 4_450 },
      { rider: 'Zoe', name: 'Package 1 - Basic', quantity: 1, unitPrice: 22_000 },
    ])
    const { lines } = await prisma.paymentTransaction.findUniqueOrThrow({ where: { id: row!.id } })
    const ofZoe = { riderId: zoe.id, packageId: await packageId() }
    expect(lines).toEqual(expect.arrayContaining([expect.objectContaining(ofZoe)]))
    const mail = await prisma.outboxEmail.findFirst({ where: { dedupeKey: `receipt:${paymentIntentId}` } })
    expect(mail?.text).toContain('Zoe: Package 1 - Basic')
  })

  test('One payment for two children is one row of the family’s history, and in the office’s books each child’s share to the cent', async () => {
    const people = await family()
    const { mother, adam, zoe } = people
    const { paymentIntentId } = await buy(mother.id, await forBoth(people))
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const [year, month] = [yearOf(today()), monthOf(today())]
    const [row, ...others] = await paymentHistory(mother.id, year)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      amountPaid: 54_487,
      riders: ['Adam: Package 1 - Basic', 'Adam: Hack × 2', 'Zoe: Package 1 - Basic'],
    })
    const ids = [mother.id, adam.id, zoe.id]
    const totals = await portalTotals(year, ids)
    expect(ids.map((id) => totals.get(id)?.[month - 1])).toEqual([undefined, 31_827, 22_660])
    expect((await schoolYear(year, zoe.id)).portal[month - 1]).toBe(22_660)
    expect(await findStudentRow(zoe.id, { year, month })).toMatchObject({ paymentStatus: 'Paid', lastPayment: today() })
    expect(await findStudentRow(mother.id, { year, month })).toMatchObject({ paymentStatus: 'None' })
    const { count, transactions } = await listTransactions({ userId: zoe.id })
    expect([count, transactions.map(({ userId }) => userId)]).toEqual([1, [mother.id]])
    await refundPayment(officeId, transactions[0]!.id, { part: 1_001, version: '0' })
    const kept = await portalTotals(year, ids)
    expect([adam.id, zoe.id].reduce((sum, id) => sum + (kept.get(id)?.[month - 1] ?? 0), 0)).toBe(54_487 - 1_031)
  })

  test('One payment for two children grants once to each, however many processes sync it at once', async () => {
    sandbox.faults.events = 'double'
    const people = await family()
    const { paymentIntentId } = await buy(people.mother.id, await forBoth(people))
    await payWith(provider, paymentIntentId)
    await Promise.all([...Array.from({ length: 6 }, () => syncPayment(paymentIntentId)), reconcilePayments(0)])
    await sandbox.idle()
    expect(await statusesOf(people)).toEqual(['active', 'active'])
  })

  test('One payment for two children is one order, if two tabs of two guardians send the same form', async () => {
    const people = await family()
    const purchase = await forBoth(people)
    const [one, other] = await Promise.all([buy(people.mother.id, purchase), buy(people.mother.id, purchase)])
    expect(one.paymentIntentId).toBe(other.paymentIntentId)
    expect(await prisma.order.count({ where: { userId: people.mother.id } })).toBe(1)
  })

  test('One payment for two children takes back everything that a bank payment granted, if it fails', async () => {
    const people = await family()
    const { paymentIntentId } = await buy(people.mother.id, await forBoth(people, 'us_bank_account'))
    await payWith(provider, paymentIntentId, 'pm_usBankAccount_insufficientFunds')
    await syncPayment(paymentIntentId)
    expect(await statusesOf(people)).toEqual(['clearing', 'clearing'])
    await sandbox.flush()
    await syncPayment(paymentIntentId)
    expect(await statusesOf(people)).toEqual(['withdrawn', 'withdrawn'])
    const mails = await prisma.outboxEmail.findMany({
      where: { recipient: people.mother.email! },
      orderBy: { id: 'asc' },
    })
    expect(mails.map(({ text }) => /Riders: .*/.exec(text)?.[0])).toEqual(['Riders: Adam, Zoe', 'Riders: Adam, Zoe'])
  })

  test('One payment for two children takes back everything if all of it is refunded, and nothing for a part', async () => {
    const people = await family()
    const { paymentIntentId } = await buy(people.mother.id, await forBoth(people))
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const [row] = (await listTransactions({ userId: people.mother.id })).transactions
    await refundPayment(officeId, row!.id, { part: 22_000, version: '0' })
    expect(await statusesOf(people)).toEqual(['active', 'active'])
    await refundPayment(officeId, row!.id, { part: 30_900, version: '22660' })
    expect(await statusesOf(people)).toEqual(['refunded', 'refunded'])
  })

  test('One payment for two children grants to the rider on the line, though another family has the child by then; the money stays with the payer', async () => {
    const people = await family()
    const { mother, adam, zoe } = people
    const { paymentIntentId } = await buy(mother.id, await forBoth(people))
    const aunt = await rider()
    await prisma.user.update({ where: { id: zoe.id }, data: { guardianId: aunt.id } })
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    expect((await grantsOf([mother.id, aunt.id, adam.id, zoe.id])).map(({ userId }) => userId)).toEqual([
      adam.id,
      zoe.id,
    ])
    expect((await listTransactions({ userId: aunt.id })).transactions).toEqual([])
  })
})

test('A guardian of one child buys for the child without naming it', async () => {
  const mother = await payingRider(provider)
  const adam = await rider({ firstName: 'Adam', email: null, guardianId: mother.id })
  const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
  const order = { items, startMonth: 'this-month' as const, method: 'card' as const, nonce: newNonce() }
  const { paymentIntentId } = await buy(mother.id, order)
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  expect(await grantsOf([mother.id, adam.id])).toMatchObject([{ userId: adam.id }])
})

test('Nobody buys for a rider of another family', async () => {
  const [own, other] = [await family(), await family()]
  await expect(buy(own.mother.id, await forBoth({ adam: own.adam, zoe: other.zoe }))).rejects.toMatchObject({
    status: 404,
  })
  expect(await prisma.order.count({ where: { userId: own.mother.id } })).toBe(0)
})

test('The version before grants nothing of an order for several riders to the payer', async () => {
  const people = await family()
  await buy(people.mother.id, await forBoth(people))
  const {
    id: orderId,
    validFrom,
    validTo,
  } = await prisma.order.findFirstOrThrow({ where: { userId: people.mother.id } })
  const asBefore = { orderId, userId: people.mother.id, packageId: await packageId(), lessons: 4, validFrom, validTo }
  await expect(prisma.grant.create({ data: asBefore })).rejects.toThrow('has no such line')
  const toOne = prisma.grant.create({ data: { ...asBefore, userId: people.zoe.id } })
  await expect(toOne).rejects.toThrow('is not granted to all of its riders')
  const line = await prisma.$queryRaw<{ rider_id: string }[]>`
    INSERT INTO order_items (order_id, type, add_on_id, name, quantity, unit_price)
    VALUES (${orderId}, 'addon', ${await addOnId()}, 'Hack', 1, 1) RETURNING rider_id`
  expect(line).toEqual([{ rider_id: people.mother.id }])
})

test('Two packages for one rider are refused however the rider is named, and nothing can be charged', async () => {
  const user = await payingRider(provider)
  const call = await signedIn(user)
  const [first, second] = [await packageId(), await packageId('Package 2 - Premium')]
  const bodies = [
    [
      { type: 'package', id: first, quantity: 1 },
      { type: 'package', id: second, quantity: 1, riderId: user.id },
    ],
    [
      { type: 'package', id: first, quantity: 1 },
      { type: 'package', id: first, quantity: 1, riderId: user.id },
    ],
    [
      { type: 'addon', id: await addOnId(), quantity: 1 },
      { type: 'addon', id: await addOnId(), quantity: 2, riderId: user.id },
    ],
  ]
  const answers: unknown[] = []
  for (const items of bodies) {
    const { status, body } = await call.api('/api/payment/create', {
      method: 'POST',
      body: { items, startDate: 'this-month' },
    })
    answers.push([status, body.message])
  }
  expect(answers).toEqual([
    [400, 'Please select one package at a time'],
    [400, 'Please select one package at a time'],
    [400, 'Each item can be listed once'],
  ])
  const form = {
    rider: '',
    package: String(first),
    [`also-${user.id}`]: `p${second}`,
    start: 'this-month',
    method: 'card',
  }
  const page = await call.post(purchase, '/purchase', { ...form, nonce: newNonce() })
  expect(page.status).toBe(400)
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
})

test('The database refuses an order with two packages for one rider', async () => {
  const user = await payingRider(provider)
  const item = { type: 'package' as const, id: await packageId(), quantity: 1 }
  await buy(user.id, { items: [item], startMonth: 'this-month', method: 'card', nonce: newNonce() })
  const { orderId, name, unitPrice } = await prisma.orderItem.findFirstOrThrow({ where: { riderId: user.id } })
  const another = await packageId('Package 2 - Premium')
  const second = { orderId, riderId: user.id, type: 'package', packageId: another, name, unitPrice, quantity: 1 }
  await expect(prisma.orderItem.create({ data: second })).rejects.toMatchObject({ code: 'P2002' })
})

// The embedded database runs one transaction after the other.
if (process.env.TEST_DATABASE_URL) {
  /** Has the provider take money for a child whose ID comes before its mother's. Returns what to sync. */
  const taken = {
    order: async (motherId: string, riderId: string) => {
      const item = { type: 'package' as const, id: await packageId(), quantity: 1, riderId }
      const { paymentIntentId } = await buy(motherId, await monthlyPurchase({ items: [item] }))
      await payWith(provider, paymentIntentId)
      return paymentIntentId
    },
    month: async (motherId: string, riderId: string) => {
      const item = { type: 'package' as const, id: await packageId(), quantity: 1, riderId }
      await createSubscription(motherId, await monthlyPurchase({ items: [item] }))
      await goToNextMonth()
      const { data } = await provider.stripe.invoices.list({ customer: await ensureCustomer(motherId), limit: 1 })
      return { invoice: data[0]!.id }
    },
  }

  test.each(['order', 'month'] as const)(
    'A purchase and the sync of a paid %s lock a family in one order',
    async (kind) => {
      const mother = await payingRider(provider)
      const adam = await rider({ id: `00000000${mother.id.slice(8)}`, email: null, guardianId: mother.id })
      const source = await taken[kind](mother.id, adam.id)
      const waiting = () =>
        prisma.$queryRaw<object[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      let goOn = () => {}
      const isSyncing = new Promise<void>((resolve) => {
        goOn = resolve
      })
      let locked = () => {}
      const hasFirst = new Promise<void>((resolve) => {
        locked = resolve
      })
      const buying = withTx(async (tx) => {
        // As `lockBuyer` does, row by row.
        await tx.$queryRaw`SELECT id FROM users WHERE id = ${adam.id} FOR UPDATE`
        locked()
        await isSyncing
        // Whoever waits for the first row must not have the second one.
        await tx.$queryRaw`SELECT id FROM users WHERE id = ${mother.id} FOR UPDATE NOWAIT`
      })
      await hasFirst
      const syncing = syncPayment(source)
      await expect.poll(async () => (await waiting()).length).toBe(1)
      goOn()
      await buying
      await syncing
      expect((await grantsOf([adam.id])).at(-1)).toMatchObject({ status: 'active' })
    },
  )
}
