import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { deleteMethod, setDefaultMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { hasRunningSubscription, subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { findStudentRow } from '~/models/students/student-list.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { monthOf, yearOf } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider } from '../../../../test/factories'
import {
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  saveMethod,
} from '../../../../test/payments'
import { cancelSubscription, changeSubscription, createSubscription, keepSubscription } from './subscriptions.server'

const { provider, goToNewQuarter, goToNextMonth } = openTestProvider()
beforeAll(() => seedCatalog())
beforeEach(async () => {
  goToNewQuarter()
  await endSubscriptions(provider)
})

async function family() {
  const mother = await payingRider(provider)
  const child = (firstName: string) => rider({ firstName, email: null, guardianId: mother.id })
  return { mother, adam: await child('Adam'), zoe: await child('Zoe') }
}

const monthlyFor = async (riderId: string, name?: string) =>
  monthlyPurchase({ items: [{ type: 'package', id: await packageId(name), quantity: 1, riderId }] })

const grantsOf = (userId: string) =>
  prisma.grant.findMany({ where: { userId }, orderBy: { id: 'asc' }, select: { status: true, lessons: true } })

test('A guardian pays a subscription for each child, each with its own months, changes and end', async () => {
  const { mother, adam, zoe } = await family()
  await createSubscription(mother.id, await monthlyFor(adam.id))
  await createSubscription(mother.id, await monthlyFor(zoe.id, 'Package 2 - Premium'))
  expect(await grantsOf(mother.id)).toEqual([])
  expect(await grantsOf(adam.id)).toEqual([{ status: 'active', lessons: 4 }])
  const view = (id: string) => subscriptionOf(mother.id, today(), id)
  expect(await view(adam.id)).toMatchObject({ riderName: 'Adam', package: { price: 22_000 } })
  expect((await view(zoe.id))?.package?.name).toBe('Package 2 - Premium')

  const { riders } = await subscriptionRider(mother.id, null)
  expect(riders.map(({ firstName, subscribed }) => [firstName, subscribed])).toEqual([
    ['Adam', true],
    ['Zoe', true],
  ])
  await cancelSubscription(mother.id, { riderId: adam.id })
  expect(await view(adam.id)).toMatchObject({ cancelAtPeriodEnd: true })
  expect(await view(zoe.id)).toMatchObject({ cancelAtPeriodEnd: false })
  await keepSubscription(mother.id, { riderId: adam.id })
  const basic = { packageId: await packageId(), addOns: [] }
  await changeSubscription(mother.id, basic, { riderId: zoe.id })
  expect((await view(zoe.id))?.package?.name).toBe('Package 1 - Basic')

  await goToNextMonth()
  expect((await allowanceOf(adam.id, today())).lessons.allowed).toBe(4)
  expect((await allowanceOf(zoe.id, today())).lessons.allowed).toBe(4)
  expect((await allowanceOf(mother.id, today())).lessons.allowed).toBe(0)
  const month = { year: yearOf(today()), month: monthOf(today()) }
  expect(await findStudentRow(adam.id, month)).toMatchObject({ paymentStatus: 'Paid', subscribed: true })
  expect(await findStudentRow(mother.id, month)).toMatchObject({ paymentStatus: 'None', subscribed: false })
})

test('A rider has one subscription, whoever pays and however many click at once', async () => {
  const { mother, adam, zoe } = await family()
  const starts = await Promise.allSettled(
    [1, 2, 3].map(async () => createSubscription(mother.id, await monthlyFor(adam.id))),
  )
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const father = await payingRider(provider)
  await prisma.user.update({ where: { id: adam.id }, data: { guardianId: father.id } })
  await expect(createSubscription(father.id, await monthlyFor(adam.id))).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('another account'),
  })
  const two = await monthlyPurchase({
    items: [
      { type: 'package', id: await packageId(), quantity: 1, riderId: mother.id },
      { type: 'package', id: await packageId(), quantity: 1, riderId: zoe.id },
    ],
  })
  await expect(createSubscription(mother.id, two)).rejects.toMatchObject({ status: 400 })
  expect(await prisma.subscription.count({ where: { riderId: { in: [adam.id, zoe.id] } } })).toBe(1)
})

test('A child that moves to another family keeps its months; only the account that pays can end them', async () => {
  const { mother, adam } = await family()
  await createSubscription(mother.id, await monthlyFor(adam.id))
  const father = await payingRider(provider)
  await prisma.user.update({ where: { id: adam.id }, data: { guardianId: father.id } })
  await goToNextMonth()
  await reconcilePayments(0)
  expect(await grantsOf(adam.id)).toHaveLength(2)
  expect(await hasRunningSubscription(adam.id)).toBe(true)
  await expect(cancelSubscription(father.id, { riderId: adam.id })).rejects.toMatchObject({ status: 404 })
  expect((await subscriptionRider(mother.id, adam.id)).riders).toContainEqual(
    expect.objectContaining({ id: adam.id, paysFor: true }),
  )
  expect((await subscriptionRider(father.id, adam.id)).riders).toContainEqual(
    expect.objectContaining({ id: adam.id, subscribed: true, paysFor: false }),
  )
  await cancelSubscription(mother.id, { riderId: adam.id })
  expect(await subscriptionOf(mother.id, today(), adam.id)).toMatchObject({ cancelAtPeriodEnd: true })
  await expect(subscriptionRider(mother.id, (await rider()).id)).rejects.toMatchObject({ status: 404 })
})

test('Another default card pays all of a family’s subscriptions, and the old one can be deleted', async () => {
  const { mother, adam, zoe } = await family()
  await createSubscription(mother.id, await monthlyFor(adam.id))
  await createSubscription(mother.id, await monthlyFor(zoe.id))
  const [old] = await listPaymentMethods(mother.id)
  const next = await saveMethod(provider, mother.id, 'pm_card_mastercard')
  await expect(deleteMethod(mother.id, old!.id)).rejects.toMatchObject({ status: 409 })
  await setDefaultMethod(mother.id, next)
  const rows = await prisma.subscription.findMany({ where: { userId: mother.id } })
  expect(rows.map(({ defaultPaymentMethodId }) => defaultPaymentMethodId)).toEqual([next, next])
  await deleteMethod(mother.id, old!.id)
})
