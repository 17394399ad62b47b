import { expect, test } from 'vitest'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, rider } from '../../../test/factories'
import { monthlyPurchase } from '../../../test/payments'
import { newNonce, placeOrder } from './order.server'

test('A family places thirty orders an hour and no more; a form sent twice is one, and others go on', async () => {
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
