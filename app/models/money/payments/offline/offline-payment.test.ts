import { describe, expect, test } from 'vitest'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { action as saveRow } from '~/routes/office/payments/by-month/offline'
import { loader as payments } from '~/routes/office/payments/payments'
import { openOffice, rider, signedIn } from '../../../../../test/factories'
import { yearRow } from './offline-payment.schema'
import { setOfflineYear } from './offline-payment.server'
import { recordPayment } from './record-payment.server'

const YEAR = 2026
const zeros = () => Array.from({ length: 12 }, () => 0)
const year = (change: Record<number, number>) => zeros().map((zero, i) => change[i + 1] ?? zero)

/** The version of a year without any records. */
const unpaid = versionOf(yearRow(zeros()))

const { office, officeId } = await openOffice()

const fieldsOf = (userId: string, was: number[], change: Record<number, string>) => ({
  userId,
  year: String(YEAR),
  version: versionOf(yearRow(was)),
  ...Object.fromEntries(zeros().map((_, i) => [`m${i + 1}`, change[i + 1] ?? String(was[i] || '')])),
})
const shown = async (userId: string): Promise<number[]> => {
  const { body } = await office.get(payments, `/payments?student=${userId}&year=${YEAR}`)
  return body.ofStudent.students[0].offline.map((cents: number) => cents / 100)
}

describe('The yearly grid', () => {
  test('The grid saves and shows what changed, and logs who did it', async () => {
    const student = await rider()
    const answer = await office.post(
      saveRow,
      '/payments/offline',
      fieldsOf(student.id, zeros(), { 3: '150', 12: '9999' }),
    )
    expect(answer.status).toBe(302)
    expect(await shown(student.id)).toEqual(year({ 3: 150, 12: 9999 }))
    const entries = await prisma.auditEntry.findMany({ where: { entityId: student.id } })
    expect(entries.map(({ detail }) => detail)).toEqual([
      { year: YEAR, month: 3, from: 0, to: 150 },
      { year: YEAR, month: 12, from: 0, to: 9999 },
    ])
  })

  test('The maximum of the grid plus recorded cents is refused with a message', async () => {
    const student = await rider()
    const paid = {
      amount: 40,
      month: { year: YEAR, month: 3 },
      method: 'cash',
      paidOn: `${YEAR}-03-01`,
      packageId: null,
    } as const
    await recordPayment(officeId, student.id, paid)
    const fields = fieldsOf(student.id, zeros(), { 3: '9999' })
    expect((await office.post(saveRow, '/payments/offline', fields)).status).toBe(302)
    expect((await office.page()).toast).toMatchObject({
      description: 'The most you can record for March is $9,999.00, and $0.40 of it is already recorded.',
    })
    const body = { amount: 9999 }
    const answer = await office.api(`/api/admin/offline-payments/${student.id}/${YEAR}/3`, { method: 'PUT', body })
    expect(answer.status).toBe(400)
    expect(await shown(student.id)).toEqual(year({ 3: 0.4 }))
  })

  test('An empty field is 0', async () => {
    const student = await rider()
    await setOfflineYear(officeId, { userId: student.id, year: YEAR }, yearRow(year({ 5: 80 })), unpaid)
    await office.post(saveRow, '/payments/offline', fieldsOf(student.id, year({ 5: 80 }), { 5: '' }))
    expect(await shown(student.id)).toEqual(zeros())
  })

  test.each(['12.5', '-3', '99999', 'abc'])(
    'An amount of %s is refused, and nothing of the row is saved',
    async (text) => {
      const student = await rider()
      await office.post(saveRow, '/payments/offline', fieldsOf(student.id, zeros(), { 1: '50', 2: text }))
      expect((await office.page()).toast).toMatchObject({ title: 'Error: Failed to update offline payment amount.' })
      expect(await shown(student.id)).toEqual(zeros())
    },
  )

  test.each(['', '0', '{"m1":5}', '[', 'x'])(
    'A row with the version %o, which cannot be read, is not saved',
    async (version) => {
      const student = await rider()
      await office.post(saveRow, '/payments/offline', { ...fieldsOf(student.id, zeros(), { 1: '50' }), version })
      expect((await office.page()).toast).toMatchObject({ description: 'Reload the page and try again' })
      expect(await shown(student.id)).toEqual(zeros())
    },
  )

  test('Of two people who edit one cell, the later one is told and the earlier amount stays', async () => {
    const student = await rider()
    const cell = { userId: student.id, year: YEAR }
    const tries = await Promise.allSettled([
      setOfflineYear(officeId, cell, yearRow(year({ 4: 100 })), unpaid),
      setOfflineYear(officeId, cell, yearRow(year({ 4: 200 })), unpaid),
    ])
    const refused = tries.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { status: 409, code: 'outdated' } }])
    const { body } = await office.api(`/api/admin/offline-payments/${YEAR}?studentId=${student.id}`)
    expect([100, 200]).toContain(body[0].april)
  })

  test('The later of two people is told the month’s amount, and the next try succeeds', async () => {
    const student = await rider()
    const save = (was: number[], change: Record<number, string>) =>
      office.post(saveRow, '/payments/offline', fieldsOf(student.id, was, change))
    await save(zeros(), { 4: '100', 5: '80' })
    await save(zeros(), { 4: '200' })
    expect((await office.page()).toast).toMatchObject({
      title: 'Error: Failed to update offline payment amount.',
      description: 'April was $0 and is now $100. Please check before you save.',
    })
    await save(year({ 4: 100, 5: 80 }), { 4: '200' })
    expect(await shown(student.id)).toEqual(year({ 4: 200, 5: 80 }))
    await save(zeros(), { 6: '70' })
    expect((await office.page()).toast).toMatchObject({
      title: 'Offline Payment Updated',
      description: expect.stringMatching(/June \$0\.00 → \$70\.00.*kept: April \$200, May \$80/),
    })
  })

  test('A saved year says who and how much, and can be undone from there', async () => {
    const student = await rider({ firstName: 'Una', lastName: 'Doe' })
    await office.post(saveRow, '/payments/offline?year=2026', fieldsOf(student.id, zeros(), { 4: '100' }))
    const { toast } = await office.page()
    expect(toast).toMatchObject({ title: 'Offline Payment Updated', description: 'Una Doe: April $0.00 → $100.00' })
    await office.post(saveRow, toast?.undo?.action ?? '', toast?.undo?.fields ?? {})
    expect(await shown(student.id)).toEqual(zeros())
  })

  test('Two people edit different months of one row', async () => {
    const student = await rider()
    const cell = { userId: student.id, year: YEAR }
    await setOfflineYear(officeId, cell, yearRow(year({ 4: 100 })), unpaid)
    await setOfflineYear(officeId, cell, yearRow(year({ 6: 70 })), unpaid)
    expect(await shown(student.id)).toEqual(year({ 4: 100, 6: 70 }))
  })
})

describe('The API of yearly amounts', () => {
  const put = (userId: string, month: string, amount: unknown) =>
    office.api(`/api/admin/offline-payments/${userId}/${YEAR}/${month}`, { method: 'PUT', body: { amount } })

  test('The API sets a month, and refuses month 13, half dollars and an unknown student', async () => {
    const student = await rider()
    expect((await put(student.id, '7', 120)).status).toBe(200)
    expect((await put(student.id, '13', 120)).status).toBe(400)
    expect((await put(student.id, '7', 12.5)).status).toBe(400)
    expect((await put(student.id, '7', 10_000)).status).toBe(400)
    expect((await put('nobody', '7', 1)).status).toBe(404)
    expect(await shown(student.id)).toEqual(year({ 7: 120 }))
  })

  test('The API accepts a month by name, as it returns it', async () => {
    const student = await rider()
    expect(await put(student.id, 'march', 90)).toMatchObject({ status: 200, body: { month: 3, amount: 90 } })
    expect((await put(student.id, 'March', 95)).status).toBe(200)
    expect(await put(student.id, 'marsh', 90)).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(await shown(student.id)).toEqual(year({ 3: 95 }))
    const body = { userId: student.id, year: YEAR, month: 'december', amount: 10 }
    expect((await office.api('/api/payments/update-amount', { method: 'POST', body })).status).toBe(200)
  })

  test('Riders cannot use the API', async () => {
    const visitor = await signedIn(await rider())
    expect((await visitor.api('/api/admin/monthly-transaction-totals/2026')).status).toBe(403)
  })
})

describe('A month’s portal total', () => {
  const pay = (userId: string, change: object) =>
    prisma.paymentTransaction.create({
      data: {
        userId,
        amount: '100.00',
        description: 'Package',
        status: 'succeeded',
        rawStatus: 'succeeded',
        providerCreatedAt: new Date('2026-05-10T15:00:00Z'),
        ...change,
      },
    })

  test('The total counts what succeeded in the school’s month, less what was returned', async () => {
    const student = await rider()
    await pay(student.id, {})
    await pay(student.id, { status: 'Completed', rawStatus: 'other' })
    await pay(student.id, { status: 'refunded', amountRefunded: '30.00' })
    await pay(student.id, { status: 'processing', rawStatus: 'processing' })
    await pay(student.id, { status: 'failed', rawStatus: 'requires_payment_method' })
    await pay(student.id, { status: 'disputed' })
    // The first hours of May in London are still April at the school.
    await pay(student.id, { providerCreatedAt: new Date('2026-05-01T02:00:00Z') })
    expect((await portalTotals(YEAR, [student.id])).get(student.id)).toEqual(year({ 4: 10_000, 5: 27_000 }))
  })
})

test('The history of offline payments has every student, removed ones too, one page at a time', async () => {
  const students = await Promise.all(Array.from({ length: 28 }, (_, i) => rider({ lastName: `History ${i}` })))
  for (const { id } of students) {
    await prisma.offlinePayment.create({
      data: { userId: id, year: 2025, months: { create: [{ month: 3, amount: 100 }] } },
    })
  }
  const [first] = students
  await prisma.user.update({ where: { id: first?.id ?? '' }, data: { hiddenAt: new Date() } })
  const page = async (number: number) =>
    (await office.get(payments, `/payments?year=2025&offline=${number}`)).body.offline
  const [one, two] = [await page(1), await page(2)]
  expect([one.pages, one.rows.length, two.rows.length]).toEqual([2, 15, 13])
  expect([...one.rows, ...two.rows]).toContainEqual({
    id: null,
    userId: first?.id,
    name: expect.any(String),
    year: 2025,
    month: 3,
    day: '2025-03-15',
    amount: 10_000,
    method: null,
  })
  const past = await office.get(payments, '/payments?year=2025&offline=9')
  expect(past.headers.get('Location')).toBe('/payments?year=2025&offline=2')
})
