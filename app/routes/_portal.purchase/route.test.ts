import { beforeAll, expect, test } from 'vitest'
import { settle } from '~/services/settle.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { rider, signedIn } from '../../../test/factories'
import { openTestProvider, packageId, payWith } from '../../../test/payments'
import { action } from './route'

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
  await settle(intent)
  const again = await family.post(action, '/purchase', fields)
  expect(again.headers.get('Location')).toBe(`/payment-success?payment_intent=${intent}`)
  expect((await family.page()).toast).toMatchObject({ type: 'success', title: 'Purchase Successful!' })
})
