import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buy } from '~/models/money/paying/payments.server'
import { recordPayment, removeRecordedPayment } from '~/models/money/payments/offline/record-payment.server'
import { reconcilePayouts } from '~/models/money/reconcile/reconcile-payouts.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { addToMonth } from '~/models/vocabulary/month'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { centsOf } from '~/utils/money'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, rider } from '../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, payWith } from '../../../test/payments'
import { monthEndFile, monthEndReport } from './month-end.server'
import { balanceLeft } from './payout-report.server'

const { sandbox, provider, goTo } = openTestProvider({ payouts: 'daily' })
const { databaseEmbedded } = getEnv()
const OCTOBER = { year: 2026, month: 10 }
/** The ID of the record that was typed into the grid. */
let typed: number

await seedCatalog()
const office = await admin()
sandbox.faults.events = 'drop'
await twoMonths()
beforeEach(() => setClock('2026-11-08T17:00:00Z'))
afterEach(() => {
  getEnv().databaseEmbedded = databaseEmbedded
})

async function paidBy(userId: string) {
  const payment = await buy(userId, await monthlyPurchase())
  const intent = 'paymentIntentId' in payment ? payment.paymentIntentId : ''
  await payWith(provider, intent)
  await syncPayment(intent)
  return prisma.paymentTransaction.findUniqueOrThrow({ where: { stripePaymentIntentId: intent } })
}

/** Creates two payments on both sides of a school's midnight, a refund, a fee, a payout that failed, and money paid otherwise. */
async function twoMonths() {
  goTo('2026-10-31', 23.5)
  const first = await paidBy((await payingRider(provider)).id)
  goTo('2026-11-01', 0.5)
  await paidBy((await payingRider(provider)).id)
  await refundPayment(office.id, first.id, { part: 10_000, version: '0' })
  sandbox.takeFee(700, 'Billing (October)')
  goTo('2026-11-05')
  const { data } = await provider.stripe.payouts.list()
  sandbox.failPayout(data[0]!.id)
  goTo('2026-11-08')
  const { id: guardianId } = await rider()
  const tom = await rider({ firstName: '=HYPERLINK("x")', lastName: 'O, "Tom"', guardianId })
  const { id } = await prisma.offlinePayment.create({
    data: { userId: tom.id, year: 2026, months: { create: { month: 10, amount: 80, method: 'check' } } },
  })
  typed = id
  const given = { amount: '25.00', status: 'completed', donorFirstName: 'Dee', donorLastName: 'Donor' }
  await prisma.donation.create({
    data: { ...given, purpose: 'Hay\r\nfor two ', zeffyId: 'z1', donatedAt: new Date('2026-10-05T12:00:00Z') },
  })
  await prisma.donation.create({
    data: { ...given, zeffyId: 'z2', status: 'refunded', donatedAt: new Date('2026-10-05T12:00:00Z') },
  })
  await reconcilePayouts()
}

const OCTOBER_OTHERWISE = [
  'Date,Amount,Payee,Description,Reference',
  '2026-10-05,25.00,Dee Donor,Donations - Hay for two,z1',
  `2026-10-15,80.00,Emma Stone,"Offline payments - =HYPERLINK(""x"") O, ""Tom"" - Offline payment - Check",offline-ID-10`,
]

const rowsOf = async (...asked: Parameters<typeof monthEndFile>) => {
  const bytes = new Uint8Array(await (await monthEndFile(...asked)).arrayBuffer())
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  return text.split('\r\n').filter(Boolean)
}

test('All months together equal what was paid out and is left, plus what was paid otherwise', async () => {
  let [stripe, other] = [0, 0]
  for (let n = -2; n <= 1; n++) {
    const { kinds } = await monthEndReport(addToMonth(OCTOBER, n))
    for (const { account, net } of kinds) {
      if (account === 'stripe') stripe += net
      else other += net
    }
  }
  const arrived = await prisma.payout.findMany({ where: { status: { not: 'failed' } } })
  const out = arrived.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  expect(out).toBeGreaterThan(0)
  expect(stripe).toBe(out + (await balanceLeft()))
  expect(other).toBe(8_000 + 2_500)
})

test('The school’s midnight decides in which month a line counts', async () => {
  const { kinds } = await monthEndReport(OCTOBER)
  expect(kinds.map(({ kind, lines, gross, fee, net }) => [kind, lines, gross, fee, net])).toEqual([
    ['Payments', 1, 31_827, 953, 30_874],
    ['Donations', 1, 2_500, 0, 2_500],
    ['Offline payments', 1, 8_000, 0, 8_000],
  ])
})

test('The sums by payment method are those of the same lines, so they add up to the totals', async () => {
  const november = await monthEndReport({ year: 2026, month: 11 })
  const october = await monthEndReport(OCTOBER)
  expect(october.methods.map(({ method, lines, gross, fee, net }) => [method, lines, gross, fee, net])).toEqual([
    ['Card (Stripe)', 1, 31_827, 953, 30_874],
    ['Check', 1, 8_000, 0, 8_000],
    ['Donations (Zeffy)', 1, 2_500, 0, 2_500],
  ])
  expect(november.methods.map(({ method }) => method)).toEqual(['Card (Stripe)', 'Stripe, no payment method'])
  for (const { kinds, methods } of [october, november]) {
    for (const column of ['lines', 'gross', 'fee', 'net'] as const) {
      const sum = (rows: Record<typeof column, number>[]) => rows.reduce((total, row) => total + row[column], 0)
      expect(sum(methods)).toBe(sum(kinds))
    }
  }
})

test.each([true, false])(
  'Each line has gross, fee, net, method, family and items, and no cell is a formula (embedded: %s)',
  async (embedded) => {
    if (databaseEmbedded && !embedded) return
    getEnv().databaseEmbedded = embedded
    const [head, ...rows] = await rowsOf(OCTOBER, 'details', 'stripe', 1)
    expect(head).toBe('\uFEFFDate,Kind,Family,Riders,Items,Payment Method,Gross,Fee,Net,Reference')
    expect(rows).toEqual([
      '2026-10-05,Donations,Dee Donor,,Hay for two,,25.00,0.00,25.00,z1',
      `2026-10-15,Offline payments,Emma Stone,"'=HYPERLINK(""x"") O, ""Tom""",Offline payment,Check,80.00,0.00,80.00,offline-${typed}-10`,
      expect.stringMatching(
        /^2026-10-31,Payments,Emma Stone,,Package 1 - Basic; Hack × 2,Visa •••• 4242,318.27,9.53,308.74,pi_\w+$/,
      ),
    ])
  },
)

test('QuickBooks gets three columns, Xero five, without a byte order mark; their amounts add up to the account', async () => {
  const quick = await rowsOf(OCTOBER, 'quickbooks', 'stripe', 1)
  expect(quick).toEqual([
    'Date,Description,Amount',
    '10/31/2026,Emma Stone - Package 1 - Basic; Hack × 2 - Visa •••• 4242,318.27',
    '10/31/2026,Stripe fee - Emma Stone - Package 1 - Basic; Hack × 2 - Visa •••• 4242,-9.53',
  ])
  const november = { year: 2026, month: 11 }
  const xero = await rowsOf(november, 'xero', 'stripe', 1)
  expect(xero[0]).toBe('Date,Amount,Payee,Description,Reference')
  const sum = (rows: string[], column: number) =>
    rows.slice(1).reduce((total, row) => total + centsOf(row.split(',')[column]!), 0)
  const { kinds, paidOut } = await monthEndReport(november)
  const net = kinds.filter(({ account }) => account === 'stripe').reduce((total, row) => total + row.net, 0)
  expect(sum(xero, 1)).toBe(net - paidOut)
  expect(sum(xero, 1) + sum(quick, 2)).toBe(await balanceLeft())
})

test('The database refuses a donation in another currency: sums mix no currencies', async () => {
  const given = { zeffyId: 'cad', amount: '100.00', currency: 'CAD', status: 'completed', donatedAt: new Date() }
  await expect(prisma.donation.create({ data: given })).rejects.toThrow('donations_dollars')
})

test('A payment outside the provider belongs to its family, and each line of a program’s file is one payment', async () => {
  expect(await rowsOf(OCTOBER, 'xero', 'office', 1)).toEqual(
    OCTOBER_OTHERWISE.map((row) => row.replace('-ID-', `-${typed}-`)),
  )
})

test('An offline payment counts on its own day, with its method and a permanent reference; the other months bridge it', async () => {
  setClock('2027-12-30T17:00:00Z')
  const { id: userId } = await rider()
  const take = async (amount: number, method: 'cash' | 'check', paidOn: string, month: number, year = 2027) =>
    (await recordPayment(office.id, userId, { amount, method, paidOn, month: { year, month }, packageId: null })).undo
      .recorded
  const cash = await take(10_000, 'cash', '2027-12-05', 12)
  const check = await take(12_000, 'check', '2027-12-28', 12)
  const ahead = await take(20_000, 'check', '2027-12-29', 1, 2028)
  const xero = async (month: number, year = 2027) =>
    (await rowsOf({ year, month }, 'xero', 'office', 1)).slice(1).map((row) => {
      const [date, amount, , description, reference] = row.split(',')
      return [date, amount, description, reference]
    })
  const december = [
    ['2027-12-05', '100.00', 'Offline payments - Offline payment - Cash', `offline-${cash}`],
    ['2027-12-28', '120.00', 'Offline payments - Offline payment - Check', `offline-${check}`],
    ['2027-12-29', '200.00', 'Offline payments - Offline payment - Check', `offline-${ahead}`],
  ]
  expect([await xero(12), await xero(1, 2028)]).toEqual([december, []])
  await removeRecordedPayment(office.id, check)
  expect(await xero(12)).toEqual(december.filter((_, i) => i !== 1))
  const [inDecember, inJanuary] = [
    await monthEndReport({ year: 2027, month: 12 }),
    await monthEndReport({ year: 2028, month: 1 }),
  ]
  expect(inDecember.bridge).toMatchObject({ forOthers: 20_000, inOthers: 0 })
  expect(inJanuary.bridge).toMatchObject({ forOthers: 0, inOthers: 20_000 })
})

test('An amount typed into the grid is dated the 15th, and never in the future', async () => {
  setClock('2028-03-05T17:00:00Z')
  const { id: userId } = await rider()
  await prisma.offlinePayment.create({ data: { userId, year: 2028, months: { create: { month: 3, amount: 60 } } } })
  const dated = async () => (await rowsOf({ year: 2028, month: 3 }, 'xero', 'office', 1))[1]?.split(',')[0]
  expect(await dated()).toBe('2028-03-05')
  setClock('2028-04-02T16:00:00Z')
  expect(await dated()).toBe('2028-03-15')
})

test('A month with more lines than a program accepts is split, with each line in one part', async () => {
  const march = { year: 2026, month: 3 }
  const at = new Date('2026-03-10T12:00:00Z')
  const lines = { stripeId: { startsWith: 'txn_part_' } }
  onTestFinished(async () => void (await prisma.balanceTransaction.deleteMany({ where: lines })))
  await prisma.balanceTransaction.createMany({
    data: Array.from({ length: 1_000 }, (_, i) => ({
      stripeId: `txn_part_${i}`,
      type: 'charge',
      amount: '10.00',
      fee: '0.30',
      net: '9.70',
      availableAt: at,
      providerCreatedAt: at,
    })),
  })
  const { parts } = await monthEndReport(march)
  expect(parts).toEqual({ stripe: 3, office: 1 })
  const files = await Promise.all([1, 2, 3, 4].map((part) => rowsOf(march, 'quickbooks', 'stripe', part)))
  expect(files.map((rows) => rows.length - 1)).toEqual([900, 900, 200, 0])
  const amounts = files.flatMap((rows) => rows.slice(1).map((row) => centsOf(row.split(',')[2]!)))
  expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(970_000)
})
