import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Prisma } from '~/generated/prisma/client'
import { schoolYear } from '~/models/money/payments/payment-year.server'
import { prisma } from '~/platform/db.server'
import { decimalOf } from '~/utils/money'
import { rider } from '../../../test/factories'
import { drawnSeries, salesRows, sumOf } from './sales'
import { salesOfYear } from './sales.server'

// 500 were run once, manually.
const RUNS = Number(process.env.SALES_RUNS ?? 12)
const [FILL = ''] = readFileSync('prisma/migrations/20261127080002_sold_items/migration.sql', 'utf8').split('\n\n')
const userId = (await rider()).id

interface Paid {
  lines: { name: string; amount: number; packageId?: number; addOnId?: number }[]
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
  const { id: packageId } = await prisma.package.create({ data: { name: 'Gold', price: 10 } })
  const { id: addOnId } = await prisma.addOn.create({ data: { name: 'Braiding', price: 5, type: 'hack' } })
  const bought = ['Gold', 'Gold Plus', 'Gold Star'].map((name) => ({ name, amount: 1000, packageId }))
  await prisma.package.update({ where: { id: packageId }, data: { name: 'Gold Deluxe' } })
  const { may } = await sold([
    ...bought.map((line) => ({ lines: [line], fee: 0 })),
    { lines: [{ name: 'Plaits', amount: 500, addOnId }], fee: 0 },
  ])
  expect(may).toEqual([
    ['Gold Deluxe', 3000],
    ['Braiding', 500],
  ])
})

/** The id of a subscription whose order has the items. */
async function subscribed(
  nonce: string,
  packageId: number,
  items: Prisma.OrderItemUncheckedCreateNestedManyWithoutOrderInput,
): Promise<number> {
  const sums = { methodType: 'card', kind: 'subscription', subtotal: 10, fee: 0, total: 10 }
  const days = { validFrom: new Date('2026-05-01'), validTo: new Date('2026-05-31') }
  const { id: orderId } = await prisma.order.create({ data: { userId, nonce, ...sums, ...days, items } })
  const month = { currentPeriodStart: days.validFrom, currentPeriodEnd: days.validTo }
  const { id: riderId } = await rider()
  const { id } = await prisma.subscription.create({ data: { userId, riderId, orderId, packageId, ...month } })
  return id
}

test('A line of before knows its item by its order, by what a renamed subscription costs, or by the catalog', async () => {
  const { id: packageId } = await prisma.package.create({ data: { name: 'Silver', price: 10 } })
  const { id: addOnId } = await prisma.addOn.create({ data: { name: 'Trail ride', price: 7, type: 'hack' } })
  const create = { type: 'package', packageId, name: 'Silver', quantity: 1, unitPrice: 10, riderId: userId }
  const subscriptionId = await subscribed('silver', packageId, { create })
  const months = [['Silver'], ['Sterling'], ['Trail ride'], ['Sterling', 'Silver']]
  await sold(months.map((names) => ({ lines: names.map((name) => ({ name, amount: 1000 })), fee: 0 })))
  await prisma.paymentTransaction.updateMany({ data: { subscriptionId } })

  await prisma.$executeRawUnsafe(FILL)
  const rows = await prisma.paymentTransaction.findMany({ orderBy: { id: 'asc' }, select: { lines: true } })
  const line = (name: string, item: object) => ({ name, quantity: 1, amount: 1000, ...item })
  expect(rows.map(({ lines }) => lines)).toEqual([
    [line('Silver', { packageId })],
    [line('Sterling', { packageId })],
    [line('Trail ride', { addOnId })],
    [line('Sterling', {}), line('Silver', { packageId })],
  ])
})

test('A line of before is no add-on that was bought once, and its name with “(one-time)” is its own line', async () => {
  const { id: packageId } = await prisma.package.create({ data: { name: 'Copper', price: 10 } })
  const { id: addOnId } = await prisma.addOn.create({ data: { name: 'Clipping', price: 7, type: 'hack' } })
  const { id: monthlyId } = await prisma.addOn.create({ data: { name: 'Boarding', price: 8, type: 'hack' } })
  const item = { quantity: 1, riderId: userId }
  const items = {
    create: [
      { ...item, type: 'package', packageId, name: 'Copper', unitPrice: 10 },
      { ...item, type: 'addon', addOnId, name: 'Clipping', unitPrice: 7, paymentType: 'one-time' },
      { ...item, type: 'addon', addOnId: monthlyId, name: 'Boarding', unitPrice: 8, paymentType: 'recurring' },
    ],
  }
  const subscriptionId = await subscribed('copper', packageId, items)
  await sold([
    { lines: [{ name: 'Late fee', amount: 700 }], fee: 0 },
    { lines: [{ name: 'Stabling', amount: 800 }], fee: 0 },
    {
      lines: [
        { name: 'Deposit', amount: 1000 },
        { name: 'Copper (one-time)', amount: 1000 },
      ],
      fee: 0,
    },
  ])
  await prisma.paymentTransaction.updateMany({ data: { subscriptionId } })

  await prisma.$executeRawUnsafe(FILL)
  const rows = await prisma.paymentTransaction.findMany({ orderBy: { id: 'asc' }, select: { lines: true } })
  const line = (name: string, amount: number, of: object) => ({ name, quantity: 1, amount, ...of })
  expect(rows.map(({ lines }) => lines)).toEqual([
    [line('Late fee', 700, {})],
    [line('Stabling', 800, { addOnId: monthlyId })],
    [line('Deposit', 1000, {}), line('Copper (one-time)', 1000, { packageId })],
  ])
})

test('A line that names no item counts under what its order’s item is called now', async () => {
  const { id: packageId } = await prisma.package.create({ data: { name: 'Bronze', price: 10 } })
  const create = { type: 'package', packageId, name: 'Bronze', quantity: 1, unitPrice: 10, riderId: userId }
  const subscriptionId = await subscribed('bronze', packageId, { create })
  await prisma.package.update({ where: { id: packageId }, data: { name: 'Bronze Deluxe' } })
  await sold([{ lines: [{ name: 'Bronze', amount: 1000 }], fee: 0 }])
  await prisma.paymentTransaction.updateMany({ data: { subscriptionId } })
  expect((await salesOfYear(2026)).items.map(({ name }) => name)).toEqual(['Bronze Deluxe'])
})

test('The database holds that a line sells one item', async () => {
  const line = { name: 'Both', amount: 1000, packageId: 1, addOnId: 1 }
  await expect(sold([{ lines: [line], fee: 0 }])).rejects.toThrow('payment_transactions_line_items')
  const word = { name: 'Gold', amount: 1000, packageId: '1' as unknown as number }
  await expect(sold([{ lines: [word], fee: 0 }])).rejects.toThrow('payment_transactions_line_items')
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
