import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { schoolYear } from '~/models/money/payments/payment-year.server'
import { prisma } from '~/platform/db.server'
import { decimalOf } from '~/utils/money'
import { rider } from '../../../test/factories'
import { drawnSeries, salesRows, sumOf } from './sales'
import { salesOfYear } from './sales.server'

// 500 were run once, manually.
const RUNS = Number(process.env.SALES_RUNS ?? 12)
let userId: string
beforeAll(async () => {
  userId = (await rider()).id
})

interface Paid {
  lines: { name: string; amount: number }[]
  fee: number
  refunded?: number
  feeReturned?: boolean
  at?: string
  status?: string
  packages?: string[]
  amount?: number
}

const paid = ({ lines, fee, refunded = 0, feeReturned = false, at = '2026-05-05T12:00:00Z', ...rest }: Paid) => ({
  userId,
  amount: decimalOf(rest.amount ?? lines.reduce((sum, { amount }) => sum + amount, 0) + fee),
  fee: decimalOf(fee),
  amountRefunded: decimalOf(refunded),
  feeReturned,
  description: 'Bought',
  status: rest.status ?? 'succeeded',
  rawStatus: 'succeeded',
  packages: rest.packages ?? [],
  lines: lines.map((line) => ({ ...line, quantity: 1 })),
  providerCreatedAt: new Date(at),
  updatedAt: new Date(),
})

async function sold(payments: Paid[]) {
  await prisma.paymentTransaction.deleteMany()
  await prisma.paymentTransaction.createMany({ data: payments.map(paid) })
  const sales = await salesOfYear(2026)
  return { sales, may: sales.items.map(({ name, months }) => [name, months[4]]), fees: sales.fees[4] }
}

test('A payment is split by its lines, and the fee is a line of its own', async () => {
  const lines = [
    { name: 'Package 1', amount: 22_000 },
    { name: 'Hack', amount: 8_900 },
  ]
  const { may, fees } = await sold([{ lines, fee: 927 }])
  expect([may, fees]).toEqual([
    [
      ['Package 1', 22_000],
      ['Hack', 8_900],
    ],
    927,
  ])
})

test('A package that was renamed is one row, by the name that it has now', async () => {
  const item = await prisma.package.create({ data: { name: 'Gold', price: 10 } })
  const ordered = async (name: string) => {
    await prisma.package.update({ where: { id: item.id }, data: { name } })
    const items = { type: 'package', packageId: item.id, name, quantity: 1, unitPrice: 10, riderId: userId }
    const first = new Date('2026-05-01')
    const sums = { methodType: 'card', subtotal: 10, fee: 0, total: 10 }
    const days = { validFrom: first, validTo: new Date('2026-05-31') }
    return prisma.order.create({ data: { userId, nonce: name, ...sums, ...days, items: { create: items } } })
  }
  const [old, now] = [await ordered('Gold'), await ordered('Gold Plus')]
  await sold([
    { lines: [{ name: 'Gold', amount: 1000 }], fee: 0 },
    { lines: [{ name: 'Gold Plus', amount: 1000 }], fee: 0 },
  ])
  for (const [i, { id }] of (await prisma.paymentTransaction.findMany({ orderBy: { id: 'asc' } })).entries()) {
    await prisma.paymentTransaction.update({ where: { id }, data: { orderId: [old, now][i]!.id } })
  }
  const { items } = await salesOfYear(2026)
  expect(items.map(({ name, months }) => [name, months[4]])).toEqual([['Gold Plus', 2000]])
})

test('A refund takes its part of each line and of the fee', async () => {
  const lines = [
    { name: 'Package 1', amount: 20_000 },
    { name: 'Hack', amount: 10_000 },
  ]
  const { may, fees } = await sold([{ lines, fee: 900, refunded: 15_450 }])
  expect([may, fees]).toEqual([
    [
      ['Package 1', 10_000],
      ['Hack', 5_000],
    ],
    450,
  ])
})

test('A fee that was refunded to a debit card reduces nothing of what was bought', async () => {
  const { may, fees } = await sold([
    { lines: [{ name: 'Hack', amount: 10_000 }], fee: 300, refunded: 300, feeReturned: true },
  ])
  expect([may, fees]).toEqual([[['Hack', 10_000]], 0])
})

test('The school’s midnight decides in which month a payment counts; what the bank took back is not a sale', async () => {
  const lines = [{ name: 'Hack', amount: 1_000 }]
  const { sales } = await sold([
    { lines, fee: 0, at: '2026-06-01T03:59:59Z' },
    { lines, fee: 0, at: '2026-06-01T04:00:00Z' },
    { lines, fee: 0, status: 'disputed' },
  ])
  expect(sales.items[0]?.months.slice(4, 6)).toEqual([1_000, 1_000])
})

test('A payment from before lines were stored counts under its packages', async () => {
  const { may } = await sold([
    { lines: [], fee: 300, amount: 10_300, packages: ['Package 2'] },
    { lines: [], fee: 0, amount: 5_000 },
  ])
  expect(may).toEqual([
    ['Package 2', 10_000],
    ['Without items', 5_000],
  ])
})

const payments = fc.array(
  fc
    .record({
      lines: fc.array(
        fc.record({
          name: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G'),
          amount: fc.integer({ min: 0, max: 90_000 }),
        }),
        { maxLength: 4 },
      ),
      fee: fc.integer({ min: 0, max: 3_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      hours: fc.integer({ min: 0, max: 365 * 24 + 10 }),
      status: fc.constantFrom('succeeded', 'succeeded', 'refunded', 'disputed'),
    })
    .map(({ lines, fee, share, hours, status }): Paid => {
      const amount = lines.reduce((sum, line) => sum + line.amount, 0) + fee
      const at = new Date(Date.UTC(2026, 0, 1, hours)).toISOString()
      return { lines, fee, refunded: Math.round(amount * share), at, status }
    }),
  { maxLength: 12 },
)

test(
  'Whatever was sold and refunded, items and fees equal the month’s transactions to the cent, in table and plot',
  async () => {
    await fc.assert(
      fc.asyncProperty(payments, async (all) => {
        const { sales } = await sold(all)
        const { portal } = await schoolYear(2026)
        const parts = [...sales.items.map(({ months }) => months), sales.fees]
        for (let i = 0; i < 12; i++) expect(sumOf(parts.map((months) => months[i]!))).toBe(portal[i])
        expect(parts.flat().every((cents) => cents >= 0)).toBe(true)
        const total = sumOf(salesRows(sales).at(-1)!.months)
        expect(sumOf(drawnSeries(sales).flatMap(({ months }) => months))).toBe(total)
        expect(total).toBe(sumOf(portal))
      }),
      { numRuns: RUNS },
    )
  },
  10_000 + RUNS * 500,
)
