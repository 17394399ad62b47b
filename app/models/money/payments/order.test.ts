import { expect, test } from 'vitest'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider } from '../../../../test/factories'
import { addOnId, monthlyPurchase } from '../../../../test/payments'
import { grantOrder } from './grant.server'
import { newNonce, type OrderRequest, placeOrder } from './order.server'

test('A family places thirty orders an hour and no more; a form sent twice counts once, and others are not affected', async () => {
  await seedCatalog()
  const [family, other] = [await rider(), await admin()]
  const purchase = await monthlyPurchase()
  const order = (userId: string, nonce: string) =>
    placeOrder(userId, { ...purchase, nonce }, { today: today(), feeRate: 300, feeScope: 'all_cards' })
  const nonces = Array.from({ length: 30 }, newNonce)
  for (const nonce of nonces) await order(family.id, nonce)
  await expect(order(family.id, newNonce())).rejects.toMatchObject({ status: 429 })
  expect(await order(family.id, nonces[0]!)).toMatchObject({ status: 'pending' })
  expect(await order(other.id, newNonce())).toMatchObject({ status: 'pending' })
  expect(await prisma.order.count({ where: { userId: family.id } })).toBe(30)
})

const place = async (items: OrderRequest['items']) => {
  const { id } = await rider()
  const request = { ...(await monthlyPurchase({ items })), nonce: newNonce() }
  return placeOrder(id, request, { today: today(), feeRate: 300, feeScope: 'all_cards' })
}

test('An add-on, or a package, that is no longer sold cannot be bought, alone or with others', async () => {
  await seedCatalog()
  const [old, hack] = [await addOnId('Group Lesson'), await addOnId()]
  const gone = {
    message: 'Something you chose is no longer for sale. Please start over.',
    field: 'items',
    status: 400,
  }
  const line = (id: number) => ({ type: 'addon' as const, id, quantity: 1 })
  await expect(place([line(old)])).rejects.toMatchObject(gone)
  await expect(place([line(hack), line(old)])).rejects.toMatchObject(gone)
  const sold = await prisma.package.create({ data: { name: 'Summer 2025', price: '1.00', active: false } })
  await expect(place([{ type: 'package', id: sold.id, quantity: 1 }])).rejects.toMatchObject(gone)
})

test('Three packages of one kind give three times everything in one', async () => {
  await seedCatalog()
  const odd = {
    name: 'Odd',
    price: '77.77',
    lessonsPerMonth: 5,
    privateLessonsPerMonth: 3,
    makeupLessons: 2,
    hacksPerMonth: 7,
  }
  const { id } = await prisma.package.create({ data: odd })
  const order = await place([
    { type: 'package', id, quantity: 3 },
    { type: 'addon', id: await addOnId(), quantity: 4 },
  ])
  // 3 × 77.77 and 4 × 44.50 are 411.31; 3 % of it is 12.3393.
  expect([order.subtotal, order.fee, order.total]).toEqual([41_131, 1_234, 42_365])
  const { validFrom, validTo } = order
  await withTx((tx) =>
    grantOrder(tx, { orderId: order.id, stripePaymentIntentId: 'pi_odd', validFrom, validTo }, 'active'),
  )
  expect(await prisma.grant.findFirst({ where: { orderId: order.id }, include: { addOns: true } })).toMatchObject({
    quantity: 3,
    lessons: 15,
    privateLessons: 9,
    makeupLessons: 6,
    hacks: 21,
    addOns: [{ quantity: 4, credit: 'hack' }],
  })
})
