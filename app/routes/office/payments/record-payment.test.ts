import { beforeEach, describe, expect, test } from 'vitest'
import type { OfflineRow } from '~/models/money/payments/offline/offline-history.server'
import { yearRow } from '~/models/money/payments/offline/offline-payment.schema'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { loader as monthEndLoader } from '~/routes/office/books/month-end'
import { loader as unpaidLoader } from '~/routes/office/students/month'
import { loader as studentLoader } from '~/routes/office/students/student/student'
import { emptyTables, openOffice, weeklyRider } from '../../../../test/factories'
import type { Visitor } from '../../../../test/visitor'
import { loader as gridLoader } from './by-month/by-month'
import { action as saveRow } from './by-month/offline'
import { loader as paymentsLoader } from './payments'
import { action, loader } from './record-payment'
import { action as removeAction } from './remove-recorded'

let office: Visitor
let emma: { id: string }
let basic: number

beforeEach(async () => {
  await emptyTables()
  ;({ office } = await openOffice('2026-11-20T15:00:00Z'))
  emma = await weeklyRider({ firstName: 'Emma', lastName: 'Stone' })
  basic = (await prisma.package.create({ data: { name: 'Basic', price: '220', lessonsPerMonth: 4 } })).id
})

const address = () => `/students/payment/${emma.id}?month=2026-11&status=unpaid`
const open = async () => (await office.get(loader, address(), emma)).body
const record = async (change: Record<string, string> = {}, version?: string) => {
  const fields = { amount: '220', month: '2026-11', method: 'cash', paidOn: '2026-11-05', packageId: String(basic) }
  const body = { ...fields, version: version ?? (await open()).version, ...change }
  return office.post(action, address(), body, emma)
}
const student = async () => (await office.get(studentLoader, `/students/${emma.id}`, emma)).body.student
const november = async () => (await office.get(gridLoader, '/payments/by-month')).body.students[0].offline[10] / 100
const history = async () =>
  (await office.get(paymentsLoader, '/payments')).body.offline.rows.map(({ day, amount, method }: OfflineRow) => [
    day,
    amount / 100,
    method,
  ])
const unpaid = async () => (await office.get(unpaidLoader, '/students?month=2026-11&status=unpaid')).body.unpaid.count

describe('A payment that the office took', () => {
  test('is one form: the month is paid and its lessons are there', async () => {
    expect(await unpaid()).toBe(1)
    const answer = await record()
    expect(answer).toRedirect('/students?month=2026-11&status=unpaid')
    await expect(office).toToast('Payment recorded', {
      description: 'Emma Stone: $220.00 (cash, Nov 5, 2026) for November 2026, with Basic',
    })
    expect(await student()).toMatchObject({ paymentStatus: 'Paid', allowance: { lessons: { used: 0, allowed: 4 } } })
    expect([await november(), await unpaid()]).toEqual([220, 0])
    expect(await prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'offline-payment.set', detail: { from: 0, to: 220, method: 'cash', paidOn: '2026-11-05' } },
      { action: 'student.package', detail: { from: null, to: basic } },
    ])
  })

  test('is the price of the package, if no amount is typed; without either nothing is saved', async () => {
    await record({ amount: '' })
    expect((await office.page()).toast).toMatchObject({
      description: 'Emma Stone: $220.00 (cash, Nov 5, 2026) for November 2026, with Basic',
    })
    const half = await prisma.package.create({ data: { name: 'Half', price: '88.50', lessonsPerMonth: 1 } })
    const refused = await record({ amount: '', packageId: '' })
    expect([refused.status, refused.body.lastResult.error.amount]).toEqual([
      400,
      [expect.stringMatching(/choose the package whose price was paid$/)],
    ])
    await record({ amount: '', packageId: String(half.id) })
    expect((await office.page()).toast).toMatchObject({
      description: expect.stringContaining('Emma Stone: $88.50 (cash'),
    })
    expect(await november()).toBe(308.5)
  })

  test('of $238.50 is that everywhere: sums and files to the cent, the grid in whole dollars', async () => {
    await record({ amount: '$238.50' })
    await record({ amount: '0.25', packageId: '', method: 'check' })
    expect([await november(), await history()]).toEqual([
      238.75,
      [
        ['2026-11-05', 238.5, 'cash'],
        ['2026-11-05', 0.25, 'check'],
      ],
    ])
    const { received } = (await office.get(gridLoader, '/payments/by-month')).body
    expect(received.offline[10]).toBe(23_875)
    expect(JSON.stringify((await office.get(monthEndLoader, '/payments/month-end?month=2026-11')).body)).toContain(
      '23875',
    )
    const calls = await office.api(`/api/admin/recorded-payments?year=2026`)
    expect(calls.body).toMatchObject([
      { amount: 239, amountCents: 23_850 },
      { amount: 0, amountCents: 25 },
    ])
    const [year] = (await office.api(`/api/admin/offline-payments/2026`)).body
    expect([year.november, year.cents.november]).toEqual([239, 23_875])
  })

  test('keeps its cents when the grid is edited and that is undone, or its month is sent back as shown', async () => {
    await record({ amount: '238.50' })
    const shown = yearRow([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 239])
    const fields = Object.fromEntries(Object.entries(shown).map(([key, amount]) => [key, String(amount)]))
    const row = { userId: emma.id, year: '2026', version: versionOf(shown), ...fields }
    await office.post(saveRow, '/payments/offline', { ...row, m11: '250' })
    expect(await november()).toBe(249.5)
    const { undo } = (await office.page()).toast ?? {}
    await office.post(saveRow, undo?.action ?? '', undo?.fields ?? {})
    expect(await november()).toBe(238.5)
    await office.api(`/api/admin/offline-payments/${emma.id}/2026/11`, { method: 'PUT', body: { amount: 239 } })
    expect(await november()).toBe(238.5)
  })

  test('in cents by the API too, in one unit of the two', async () => {
    const send = (amounts: object) =>
      office.api('/api/admin/recorded-payments', {
        method: 'POST',
        body: { userId: emma.id, year: 2026, month: 11, paymentMethod: 'cash', paidOn: '2026-11-05', ...amounts },
      })
    expect((await send({ amountCents: 23_850 })).status).toBe(201)
    expect((await send({ amount: 10 })).status).toBe(201)
    for (const wrong of [{}, { amount: 10, amountCents: 1000 }, { amountCents: 1.5 }, { amount: 10.5 }]) {
      expect((await send(wrong)).status).toBe(400)
    }
    expect(await november()).toBe(248.5)
  })

  test('is undone as a whole', async () => {
    await record()
    const { undo } = (await office.page()).toast ?? {}
    await office.post(action, undo?.action ?? '', undo?.fields ?? {}, emma)
    await expect(office).toToast('Payment undone')
    expect(await student()).toMatchObject({ paymentStatus: 'Pending', allowance: { lessons: { allowed: 0 } } })
    expect(await november()).toBe(0)
  })

  test('is undone alone, if another was recorded for the month since', async () => {
    await record()
    const { undo } = (await office.page()).toast ?? {}
    await record({ amount: '30', packageId: '', method: 'check', paidOn: '2026-11-19' })
    await office.post(action, undo?.action ?? '', undo?.fields ?? {}, emma)
    await expect(office).toToast('Payment undone')
    expect([await november(), (await student()).allowance.lessons.allowed]).toEqual([30, 0])
    expect(await history()).toEqual([['2026-11-19', 30, 'check']])
    await office.post(action, undo?.action ?? '', undo?.fields ?? {}, emma)
    expect((await office.page()).toast).toMatchObject({ description: 'This payment was removed in the meantime.' })
  })

  test('is not undone after the month got another package', async () => {
    await record()
    const { undo } = (await office.page()).toast ?? {}
    const other = await prisma.package.create({ data: { name: 'Other', price: '330', lessonsPerMonth: 8 } })
    await record({ amount: '30', packageId: String(other.id) })
    await office.post(action, undo?.action ?? '', undo?.fields ?? {}, emma)
    await expect(office).toToast('The payment was not saved', { type: 'error' })
    expect([await november(), (await student()).allowance.lessons.allowed]).toEqual([250, 8])
  })

  test('keeps its own day and method beside others of the month, and the grid has their sum', async () => {
    await record({ amount: '100' })
    await record({ amount: '120', packageId: '', method: 'check', paidOn: '2026-11-18' })
    expect(await november()).toBe(220)
    expect(await history()).toEqual([
      ['2026-11-18', 120, 'check'],
      ['2026-11-05', 100, 'cash'],
    ])
  })

  test('is removed from the list, and an undo records it again', async () => {
    await record()
    await record({ amount: '30', packageId: '', method: 'check' })
    const { id } = await prisma.recordedPayment.findFirstOrThrow({ where: { method: 'cash' } })
    const remove = () => office.post(removeAction, `/payments/recorded/${id}?year=2026`, {}, { id: String(id) })
    expect(await remove()).toRedirect('/payments?year=2026')
    const { toast } = await office.page()
    expect(toast).toMatchObject({
      title: 'Payment removed',
      description: 'Emma Stone: $220.00 (cash, Nov 5, 2026) for November 2026. Lessons of that month stay.',
    })
    expect([await november(), (await student()).allowance.lessons.allowed]).toEqual([30, 4])
    await remove()
    await expect(office).toToast('The payment was not removed', { type: 'error' })
    await office.post(action, toast?.undo?.action ?? '', toast?.undo?.fields ?? {}, emma)
    expect(await november()).toBe(250)
    expect(await history()).toContainEqual(['2026-11-05', 220, 'cash'])
  })

  test('stands when the grid is typed below it: what is wrong is removed from the list', async () => {
    await record()
    const grid = (amount: string) =>
      office.post(saveRow, '/payments/offline', {
        userId: emma.id,
        year: '2026',
        version: versionOf(yearRow(Array.from({ length: 12 }, (_, i) => (i === 10 ? 220 : 0)))),
        m11: amount,
      })
    await grid('100')
    expect((await office.page()).toast).toMatchObject({
      type: 'error',
      description:
        'November has recorded payments of $220.00. Remove those that are wrong from the offline payments first.',
    })
    await grid('300')
    expect(await history()).toEqual([
      ['2026-11-15', 80, null],
      ['2026-11-05', 220, 'cash'],
    ])
  })

  test('is a part of its month in the database too', async () => {
    await record()
    await expect(prisma.offlinePaymentMonth.updateMany({ data: { amount: 100 } })).rejects.toThrow(
      'recorded_payments_within_month',
    )
    const { recordId, month } = await prisma.offlinePaymentMonth.findFirstOrThrow()
    const more = { recordId, month, amount: 1, method: 'cash', paidOn: new Date('2026-11-05') }
    await expect(prisma.recordedPayment.create({ data: more })).rejects.toThrow('recorded_payments_within_month')
  })

  test('adds to what was recorded, and leaves the package as it is without a new one', async () => {
    await record()
    await record({ amount: '30', packageId: '', method: 'check' })
    expect([await november(), (await student()).allowance.lessons.allowed]).toEqual([250, 4])
  })

  test('is not recorded twice by two people who look at the same form', async () => {
    const { version } = await open()
    await record({}, version)
    const second = await record({}, version)
    expect([second.status, second.body.lastResult.error['']]).toEqual([
      409,
      ['Someone just recorded a payment: November 2026 was $0.00 and is now $220.00. Check before you save.'],
    ])
    expect(await november()).toBe(220)
  })

  test.each([
    [{ amount: '0' }, 'amount', 'Enter an amount up to $9,999.00, such as 45 or 238.50'],
    [{ amount: '12.505' }, 'amount', 'Enter an amount up to $9,999.00, such as 45 or 238.50'],
    [{ method: 'gold' }, 'method', 'Choose how it was paid'],
    [{ paidOn: '2026-11-21' }, 'paidOn', 'This day has not come yet'],
    [{ paidOn: '2026-02-30' }, 'paidOn', 'Choose the day on which it was paid'],
    [{ packageId: '999999' }, 'packageId', 'Package not found'],
  ])('is refused with %j, and nothing is saved', async (change, field, message) => {
    const { status, body } = await record(change)
    expect([status, body.lastResult.error[field]]).toEqual([400, [message]])
    expect([await november(), (await student()).allowance.lessons.allowed]).toEqual([0, 0])
  })
})

test('The form knows what is due, and leads back to the screen that it stands over', async () => {
  await prisma.grant.create({
    data: {
      userId: emma.id,
      packageId: basic,
      lessons: 4,
      validFrom: new Date('2026-11-01'),
      validTo: new Date('2026-11-30'),
    },
  })
  expect((await open()).defaultValue).toEqual({
    order: '',
    amount: '220',
    month: '2026-11',
    method: 'cash',
    paidOn: '2026-11-20',
    packageId: '',
  })
  const closeTo = async (path: string) => (await office.get(loader, path, emma)).body.closeTo
  expect(await closeTo(`/students/${emma.id}/payment?month=2026-10`)).toBe(`/students/${emma.id}?month=2026-10`)
  expect(await closeTo(`/payments/record/${emma.id}?year=2026&for=2026-10`)).toBe('/payments?year=2026')
  expect(await closeTo(`/payments/by-month/record/${emma.id}?students=2`)).toBe('/payments/by-month?students=2')
  expect(await closeTo(`/payments/unpaid/record/${emma.id}?month=2026-11`)).toBe('/payments/unpaid?month=2026-11')
  expect(await closeTo(`/students/payment/${emma.id}?month=2026-11`)).toBe('/students?month=2026-11')
  expect(await closeTo(`/students-management/${emma.id}/payment?month=2026-11`)).toBe(
    '/students-management?month=2026-11',
  )
})
