import { beforeAll, expect, test } from 'vitest'
import { saveFee } from '~/models/school/school.server'
import { prisma } from '~/platform/db.server'
import { syncPayment } from '~/services/stripe/sync/sync-payment.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, signedIn } from '../../../../test/factories'
import { openTestProvider, packageId, payingRider, payWith } from '../../../../test/payments'
import { action, loader } from './purchase'

const { provider } = openTestProvider()

beforeAll(() => seedCatalog())

test('a purchase that is sent again after it was paid says so, and charges nothing', async () => {
  const family = await signedIn(await rider())
  const fields = {
    ...{ package: String(await packageId()), start: 'this-month', method: 'card', paymentType: 'one-time' },
    nonce: 'a-nonce-of-sixteen-letters',
  }
  const first = (await family.post(action, '/purchase', fields)).headers.get('Location') ?? ''
  const intent = new URLSearchParams(first.split('?')[1]).get('payment_intent_id') ?? ''
  await payWith(provider, intent)
  await syncPayment(intent)
  const again = await family.post(action, '/purchase', fields)
  expect(again.headers.get('Location')).toBe(`/payment-success?payment_intent=${intent}`)
  expect((await family.page()).toast).toMatchObject({ type: 'success', title: 'Purchase Successful!' })
})

test('a subscription on a saved card is not charged at a price that the page did not show', async () => {
  const user = await payingRider(provider)
  const family = await signedIn(user)
  const id = String(await packageId())
  const page = async () => String((await family.get(loader, '/purchase')).body.catalog.version)
  const subscribe = (prices: string, nonce: string) =>
    family.post(action, '/purchase', {
      ...{ package: id, start: 'this-month', method: 'card', paymentType: 'recurring', nonce, prices },
    })
  const shown = await page()
  await saveFee((await admin()).id, { feeRate: 500, feeScope: 'all_cards' })
  const { headers } = await subscribe(shown, 'a-nonce-of-sixteen-letters')
  expect(headers.get('Location')).toMatch(new RegExp(`^/purchase\\?.*package=${id}`))
  expect((await family.page()).toast).toMatchObject({ title: 'Prices have changed' })
  expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
  await subscribe(await page(), 'another-nonce-of-sixteen')
  const { amount } = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  expect(amount.toFixed(2)).toBe('231.00')
  await prisma.school.deleteMany()
})
