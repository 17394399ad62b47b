import { beforeEach, expect, test } from 'vitest'
import { bookkeeping } from '~/api/money/bookkeeping'
import type { Prisma } from '~/generated/prisma/client'
import { recordPayment } from '~/models/money/payments/offline/record-payment.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { yearsWithPayments } from '~/models/money/payments/payment-transaction.server'
import { schoolYear } from '~/models/money/payments/payment-year.server'
import { findReceipt } from '~/models/money/payments/receipt.server'
import { transactionReport } from '~/models/money/payments/report/transaction-report.server'
import type { Month } from '~/models/vocabulary/month'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as pdf } from '~/routes/portal/statement/pdf'
import { loader } from '~/routes/portal/statement/statement'
import { admin, rider, signedIn } from '../../../test/factories'
import type { Visitor } from '../../../test/visitor'
import { formatAlsoOn, formatItems, formatMethod, sayWhen } from './statement'
import { statementAccount, yearlyStatement } from './statement.server'
import { statementPdf } from './statement-pdf.server'

let mother: { id: string }
let zoe: { id: string }
beforeEach(async () => {
  mother = await rider({ firstName: 'Mona' })
  zoe = await rider({ firstName: 'Zoe', email: null, guardianId: mother.id })
})

const paid = (at: string, change: Partial<Prisma.PaymentTransactionUncheckedCreateInput> = {}) =>
  prisma.paymentTransaction.create({
    data: {
      userId: mother.id,
      amount: 103,
      fee: 3,
      description: 'Package 1',
      status: 'succeeded',
      rawStatus: 'succeeded',
      paymentMethod: 'Visa •••• 4242',
      providerCreatedAt: new Date(at),
      ...change,
    },
  })

const noted = (userId: string, year: number, month: number, amount: number) =>
  prisma.offlinePayment.create({
    data: { userId, year, months: { create: { month, amount, method: 'check' } } },
  })

const totalOfHistory = async (year: number) =>
  (await paymentHistory(mother.id, year)).reduce((sum, { amountPaid }) => sum + amountPaid, 0)

test('A statement lists what a family and its riders paid in a year, recorded payments too, oldest first', async () => {
  await paid('2026-05-05T12:00:00Z', {
    lines: [{ name: 'Package 1', quantity: 1, amount: 10_000, riderId: zoe.id }],
  })
  await paid('2026-02-01T12:00:00Z')
  await noted(zoe.id, 2026, 3, 80)
  const { lines, total, fees } = await yearlyStatement(mother.id, 2026)
  expect(lines.map(({ date, items, method, fee, amount }) => [date, items, method, fee, amount])).toEqual([
    ['2026-02-01', ['Package 1'], 'Visa •••• 4242', 300, 10_300],
    ['2026-03-15', ['Zoe: Offline payment for March 2026'], 'check', 0, 8_000],
    ['2026-05-05', ['Zoe: Package 1'], 'Visa •••• 4242', 300, 10_300],
  ])
  expect([total, fees]).toEqual([28_600, 600])
  expect(total).toBe(await totalOfHistory(2026))
})

test('An offline payment is listed on its own day with its method, in the year in which it was paid', async () => {
  const record = (amount: number, method: 'cash' | 'check', paidOn: string, month: Month) =>
    recordPayment(mother.id, zoe.id, { amount, method, paidOn, month, packageId: null })
  await record(10_000, 'cash', '2025-12-05', { year: 2025, month: 12 })
  await record(12_000, 'check', '2025-12-28', { year: 2026, month: 1 })
  const linesOf = async (year: number) =>
    (await yearlyStatement(mother.id, year)).lines.map((line) => [
      sayWhen(line),
      formatItems(line),
      formatMethod(line),
      line.amount,
    ])
  expect(await linesOf(2025)).toEqual([
    ['Dec 5, 2025', ['Zoe: Offline payment for December 2025'], 'Cash', 10_000],
    ['Dec 28, 2025', ['Zoe: Offline payment for January 2026'], 'Check', 12_000],
  ])
  expect(await linesOf(2026)).toEqual([])
  expect(await totalOfHistory(2025)).toBe(22_000)
  expect(await yearsWithPayments(mother.id, getEnv().schoolTimezone)).toContain(2025)
  expect(
    (await paymentHistory(mother.id, 2025)).map(({ date, month, year, method }) => [date, month, year, method]),
  ).toEqual([
    ['2025-12-28', 1, 2026, 'Check'],
    ['2025-12-05', 12, 2025, 'Cash'],
  ])
})

test('The school’s midnight decides in which year a payment counts', async () => {
  await paid('2027-01-01T04:59:59Z')
  await paid('2027-01-01T05:00:00Z')
  expect((await yearlyStatement(mother.id, 2026)).lines.map(({ date }) => date)).toEqual(['2026-12-31'])
  expect((await yearlyStatement(mother.id, 2027)).lines.map(({ date }) => date)).toEqual(['2027-01-01'])
})

test('A refund is listed below its payment with its day, and what the bank took back without one', async () => {
  await paid('2026-12-20T12:00:00Z', { amountRefunded: 20.6, lastRefundAt: new Date('2027-01-09T12:00:00Z') })
  await paid('2026-12-21T12:00:00Z', { status: 'disputed' })
  await paid('2026-12-22T12:00:00Z', {
    status: 'refunded',
    amountRefunded: 103,
    lastRefundAt: new Date('2026-12-23T12:00:00Z'),
  })
  await paid('2026-12-24T12:00:00Z', { status: 'failed', rawStatus: 'requires_payment_method' })
  const { lines, paid: came, returned, total } = await yearlyStatement(mother.id, 2026)
  expect(lines.map(({ kind, date, amount }) => [kind, date, amount])).toEqual([
    ['payment', '2026-12-20', 10_300],
    ['refund', '2027-01-09', -2_060],
    ['payment', '2026-12-21', 10_300],
    ['taken-back', null, -10_300],
    ['payment', '2026-12-22', 10_300],
    ['refund', '2026-12-23', -10_300],
  ])
  expect([came, returned, total]).toEqual([30_900, -22_660, 8_240])
  expect(total).toBe(await totalOfHistory(2026))
})

test('A payment of the status Completed is paid, as in the yearly totals', async () => {
  await paid('2026-04-05T12:00:00Z', { status: 'Completed', rawStatus: 'Completed', amountRefunded: 3 })
  const { lines, total } = await yearlyStatement(mother.id, 2026)
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['payment', 10_300],
    ['refund', -300],
  ])
  expect([total, (await schoolYear(2026, mother.id)).portal[3]]).toEqual([10_000, 10_000])
})

test('The API returns for each line what its schema declares, including what the bank took back', async () => {
  await paid('2026-12-20T12:00:00Z', { amountRefunded: 20.6, lastRefundAt: new Date('2027-01-09T12:00:00Z') })
  await paid('2026-12-21T12:00:00Z', { status: 'disputed' })
  await noted(zoe.id, 2026, 3, 80)
  const { body } = await (await signedIn(mother)).api('/api/statement/2026')
  const { answer } = bookkeeping.find(({ path }) => path === '/statement/{year}')!
  expect(answer!.safeParse(body).error).toBeUndefined()
  expect(body.lines.map(({ kind }: { kind: string }) => kind)).toEqual([
    'offline',
    'payment',
    'refund',
    'payment',
    'taken-back',
  ])
})

test('Money that a bank took is shown as disputed and not as refunded, everywhere', async () => {
  const { id } = await paid('2026-04-20T12:00:00Z', { amountRefunded: 50.6, amountDisputed: 30 })
  const whole = await paid('2026-04-21T12:00:00Z', { status: 'disputed', amountRefunded: 20.6 })
  const { lines, returned, total } = await yearlyStatement(mother.id, 2026)
  expect(lines.map((line) => [formatItems(line)[0], line.amount])).toEqual([
    ['Package 1', 10_300],
    ['Refund for the payment above', -2_060],
    ['Disputed: taken back by the bank', -3_000],
    ['Package 1', 10_300],
    ['Refund for the payment above', -2_060],
    ['Disputed: taken back by the bank', -8_240],
  ])
  expect([returned, total]).toEqual([-15_360, 5_240])
  const history = await paymentHistory(mother.id, 2026)
  expect(
    history.map(({ amountRefunded, amountDisputed, amountPaid }) => [amountRefunded, amountDisputed, amountPaid]),
  ).toEqual([
    [2_060, 8_240, 0],
    [2_060, 3_000, 5_240],
  ])
  expect(await findReceipt(id)).toMatchObject({ refunded: 2_060, disputed: 3_000 })
  expect(await findReceipt(whole.id)).toMatchObject({ refunded: 2_060, disputed: 8_240 })
  const office = await signedIn(await admin())
  const { body } = await office.api(`/api/admin/payment-transactions?studentId=${mother.id}`)
  expect(body).toMatchObject([
    { amountRefunded: 20.6, amountDisputed: 82.4 },
    { amountRefunded: 20.6, amountDisputed: 30 },
  ])
  const csv = await (await transactionReport('2026-04-20', '2026-04-21')).text()
  const cells = csv
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
  expect(cells.map((row) => [row[5], row.at(-1)])).toEqual([
    ['Refunded', 'Disputed'],
    ['20.60', '30.00'],
    ['20.60', '82.40'],
  ])
})

test('A pending bank payment is listed separately and is not in the total', async () => {
  await paid('2026-06-01T12:00:00Z', { status: 'processing', rawStatus: 'processing', fee: 0, amount: 100 })
  const { lines, pending, total } = await yearlyStatement(mother.id, 2026)
  expect([lines, pending.map(({ amount }) => amount), total]).toEqual([[], [10_000], 0])
})

test('What a mother paid for a child that moved to another family stays on her statement', async () => {
  await paid('2026-05-05T12:00:00Z', {
    lines: [{ name: 'Package 1', quantity: 1, amount: 10_000, riderId: zoe.id }],
  })
  const father = await rider()
  await prisma.user.update({ where: { id: zoe.id }, data: { guardianId: father.id } })
  expect((await yearlyStatement(mother.id, 2026)).total).toBe(10_300)
  expect((await yearlyStatement(father.id, 2026)).lines).toEqual([])
})

test('What was paid for a child that the office took off its lists stays on the statement', async () => {
  await noted(zoe.id, 2026, 3, 80)
  await noted(zoe.id, 2019, 3, 80)
  await prisma.user.update({ where: { id: zoe.id }, data: { hiddenAt: new Date() } })
  expect((await yearlyStatement(mother.id, 2026)).total).toBe(8_000)
  expect(await totalOfHistory(2026)).toBe(8_000)
  expect(await yearsWithPayments(mother.id, getEnv().schoolTimezone)).toContain(2019)
})

test('The statement of a child is its guardian’s, that of a merged account belongs to the one that has its payments', async () => {
  const merged = await rider({ mergedIntoId: mother.id, hiddenAt: new Date(), active: false })
  expect(await statementAccount(zoe.id)).toBe(mother.id)
  expect(await statementAccount(merged.id)).toBe(mother.id)
  expect(await statementAccount('nobody')).toBeNull()
})

test('A year with only recorded payments can be chosen', async () => {
  await noted(mother.id, 2019, 4, 60)
  await paid('2024-05-05T12:00:00Z')
  expect(await yearsWithPayments(mother.id, getEnv().schoolTimezone)).toEqual([2024, 2019])
})

test('A family sees only its own statement, the office any, and the view is recorded', async () => {
  await paid('2026-05-05T12:00:00Z')
  const [family, other, office] = [await signedIn(mother), await signedIn(await rider()), await signedIn(await admin())]
  const read = (who: Visitor, query: string) => who.get(loader, `/statement?${query}`)
  expect((await read(family, 'year=2026')).body).toMatchObject({ total: 10_300, student: undefined })
  expect((await read(other, `year=2026&student=${mother.id}`)).status).toBe(404)
  expect((await other.get(pdf, `/statement/pdf?year=2026&student=${mother.id}`)).status).toBe(404)
  expect((await read(family, `year=2026&student=${zoe.id}`)).status).toBe(404)
  expect((await read(office, 'student=nobody')).status).toBe(404)
  expect((await read(office, `year=2026&student=${zoe.id}`)).body).toMatchObject({ total: 10_300, student: mother.id })
  expect(await prisma.dataView.count({ where: { subjectId: mother.id, kind: 'statement' } })).toBe(1)
  for (const year of ['0', '1999', '99999', 'x', '2026.5']) {
    expect((await read(family, `year=${year}`)).status).toBe(404)
  }
})

test('A rider who signs in and has a guardian sees its own payments, not those of its family, and whose statement includes them', async () => {
  await paid('2026-05-05T12:00:00Z')
  const teen = await rider({ firstName: 'Tess', guardianId: mother.id })
  await paid('2026-06-05T12:00:00Z', { userId: teen.id, amount: 20, fee: 0 })
  const visitor = await signedIn(teen)
  for (const query of ['', `&student=${teen.id}`]) {
    expect((await visitor.get(loader, `/statement?year=2026${query}`)).body).toMatchObject({
      name: 'Tess Stone',
      total: 2_000,
    })
  }
  expect((await visitor.api('/api/statement/2026')).body).toMatchObject({ alsoOn: 'Mona Stone' })
  expect((await visitor.get(loader, '/statement?year=2026')).body).toMatchObject({ alsoOn: 'Mona Stone' })
  expect(formatAlsoOn({ alsoOn: 'Mona Stone' })).toBe(
    'These payments are on the statement of Mona Stone too. Only one of you can hand them in.',
  )
  const ofMother = await (await signedIn(mother)).get(loader, '/statement?year=2026')
  expect(ofMother.body).toMatchObject({ total: 12_300, alsoOn: null })
  for (const id of [mother.id, zoe.id]) {
    expect((await visitor.get(loader, `/statement?year=2026&student=${id}`)).status).toBe(404)
  }
})

test('The statement as a PDF lists hundreds of payments on several pages and is the same file each time', async () => {
  const many = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 0, 2 + i)).toISOString())
  await Promise.all(many.map((at) => paid(at, { amountRefunded: 1 })))
  const statement = await yearlyStatement(mother.id, 2026)
  const [one, two] = [await statementPdf(statement), await statementPdf(statement)]
  expect(one.content.equals(two.content)).toBe(true)
  expect(one.content.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2)
  expect(one.name).toBe('statement-2026.pdf')
})
