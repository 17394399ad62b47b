import { expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader } from '~/routes/office/payments/by-month/by-month'
import { admin, emptyTables, rider, signedIn } from '../../../../test/factories'

const pay = (userId: string, amount: number, month: number, lines: { riderId: string; amount: number }[] = []) =>
  prisma.paymentTransaction.create({
    data: {
      userId,
      amount,
      description: 'Package 1',
      status: 'succeeded',
      rawStatus: 'succeeded',
      lines: lines.map((line) => ({ name: 'Package 1', quantity: 1, ...line })),
      providerCreatedAt: new Date(Date.UTC(2026, month - 1, 10, 12)),
    },
  })

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('The rows of the year grid add up to the year: people who are not listed have a row below the last student', async () => {
  setClock('2026-11-20T15:00:00Z')
  await emptyTables()
  const desk = await admin()
  const [listed, removed] = [await rider(), await rider()]
  for (let more = 0; more < 20; more++) await rider()
  const office = await signedIn(desk)
  const read = async (query = '') => (await office.get(loader, `/payments/by-month?year=2026${query}`)).body
  await pay(listed.id, 100.01, 3, [
    { riderId: listed.id, amount: 5000 },
    { riderId: removed.id, amount: 2500 },
    { riderId: desk.id, amount: 2500 },
  ])
  // The odd cent goes to the first rider, and riders are ordered by their random IDs.
  expect([2500, 2501]).toContain((await read('&students=2')).rest.portal[2])
  await pay(removed.id, 60, 4)
  await prisma.offlinePayment.create({
    data: { userId: removed.id, year: 2026, months: { create: { month: 5, amount: 80 } } },
  })
  await prisma.user.update({ where: { id: removed.id }, data: { hiddenAt: new Date() } })
  const [first, last] = [await read(), await read('&students=2')]
  expect(first.rest).toBeNull()
  const { portal, offline } = last.rest
  expect([portal[3], offline[4]]).toEqual([6000, 8000])
  const rows = [...first.students, ...last.students]
  const { received } = last
  expect(sum(rows.map(({ total }: { total: number }) => total)) + sum(portal) + sum(offline)).toBe(
    sum(received.portal) + sum(received.offline),
  )
  expect((await read('&q=Stone')).rest).toBeNull()
  setClock(null)
})
