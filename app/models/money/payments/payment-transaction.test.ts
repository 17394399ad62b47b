import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { rider } from '../../../../test/factories'
import { listTransactions } from './payment-transaction.server'

test('The count of payments follows inserted and deleted rows', async () => {
  const { id: userId } = await rider()
  const pay = () =>
    prisma.paymentTransaction.create({
      data: {
        userId,
        amount: 1,
        description: 'One',
        status: 'succeeded',
        rawStatus: 'succeeded',
        providerCreatedAt: new Date(),
      },
    })
  const count = async () => (await listTransactions({ pageSize: 1 })).count
  const { id } = await pay()
  expect(await count()).toBe(1)
  await pay()
  expect(await count()).toBe(2)
  await prisma.paymentTransaction.delete({ where: { id } })
  expect(await count()).toBe(1)
  await prisma.$executeRaw`TRUNCATE payment_transactions CASCADE`
  expect(await count()).toBe(0)
})
