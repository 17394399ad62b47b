import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { accessLog } from '~/models/log/access-log.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { listTransactions, yearsWithPayments } from '~/models/money/payments/payment-transaction.server'
import { listPaymentYears, schoolYear } from '~/models/money/payments/payment-year.server'
import { inactiveFamilies } from '~/models/privacy/inactive.server'
import { listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { lessonChanges, recentChanges } from '~/models/schedule/week/lesson-changes.server'
import { whoWentBeyond } from '~/models/schedule/workload/day-facts.server'
import { listStudents, studentStats } from '~/models/students/student-list.server'
import { readStudentView } from '~/models/students/student-query'
import { listUnpaid } from '~/models/students/unpaid.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, dayInZone, MONTHS, monthOf, yearOf } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { fillHistory } from '../../../scripts/bench/history'
import { fullScansOf, indexesOf } from '../../../test/statements'
import { readStudent } from './students/student/read-student.server'

const STUDENT = 'history-7'
const thisYear = yearOf(today())
const month = { year: thisYear, month: monthOf(today()) }
const zone = getEnv().schoolTimezone
const lesson = { date: addDays(today(), -7), time: '09:00', type: 'Group Lesson' }

beforeAll(async () => {
  await seedCatalog()
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  await fillHistory(client, { students: 60, payments: 9_000, years: 20 })
  await client.end()
})

const HOT: [string, () => Promise<unknown>][] = [
  ['The students of a month', () => listStudents({ month, page: 1, pageSize: 50 })],
  ['A search for a student', () => listStudents({ month, search: 'maple', page: 1, pageSize: 50 })],
  ['A search for a package', () => listStudents({ month, search: 'basic', page: 1, pageSize: 50 })],
  ['The figures above the students', () => studentStats(month)],
  ['Who has not paid, by name', () => listUnpaid({ month, page: 1 })],
  ['Who has not paid, the longest first', () => listUnpaid({ month, page: 1, order: 'since' })],
  ['The newest payments', () => listTransactions({ pageSize: 20 })],
  ['The payments of a student', () => listTransactions({ userId: STUDENT, pageSize: 8 })],
  ['The year of payments by student', () => listPaymentYears(thisYear)],
  ['The year of the school', () => schoolYear(thisYear)],
  ['The payments of a family', () => paymentHistory(STUDENT, thisYear)],
  ['The years in which a family paid', () => yearsWithPayments(STUDENT, zone)],
  ['The page of a student', () => readStudent(STUDENT, readStudentView(new URLSearchParams(), today()))],
  ['The allowance of a month', () => allowanceOf(STUDENT, today())],
  ['The changes of the schedule', () => recentChanges(1)],
  ['Changes from long ago', () => recentChanges(100)],
  ['The changes of a lesson', () => lessonChanges(lesson)],
  ['The log of sign-ins', () => accessLog('all', 1)],
  ['The log of files from long ago', () => accessLog('files', 20)],
  ['Who went beyond a limit', () => whoWentBeyond([{ id: 1, key: 'of a ride that moved' }])],
  ['The open makeups', () => listMakeups({ today: today(), filter: 'open' })],
  ['The makeups that expire', () => listMakeups({ today: today(), filter: 'expiring' })],
  ['The makeups that families ask for', () => listMakeups({ today: today(), filter: 'asked' })],
  ['The inactive families', () => inactiveFamilies(36)],
  ['The makeups of a rider', () => listMakeups({ today: today(), riderIds: [STUDENT] })],
]
const GROWS =
  /^(payment_transactions|package_purchases|lessons|horse_usage|audit_log|makeups|makeup_bookings|donations):/
test.each(HOT)('%s: only the rows of the past that it shows are read', async (_, work) => {
  const scans = await fullScansOf(work)
  expect(scans.filter((scan) => GROWS.test(scan))).toEqual([])
})

test('The statements of the log have the words of its indexes', async () => {
  expect(await indexesOf(() => recentChanges(1))).toEqual(
    expect.arrayContaining(['audit_log_of_schedule', 'audit_log_undone']),
  )
  expect(await indexesOf(() => lessonChanges(lesson))).toContain('audit_log_touches')
  expect(await indexesOf(() => accessLog('all', 1))).toContain('audit_log_of_access')
  expect(await indexesOf(() => whoWentBeyond([{ id: 1, key: 'of a ride that moved' }]))).toContain('audit_log_beyond')
})

describe('For a long history, sums and choices by the database are the same as payment by payment', () => {
  const payments = () =>
    prisma.paymentTransaction.findMany({ orderBy: [{ providerCreatedAt: 'desc' }, { id: 'desc' }] })
  const dayOf = ({ providerCreatedAt }: { providerCreatedAt: Date }) => dayInZone(zone, providerCreatedAt)

  test('the months of the school and of its students', async () => {
    const all = await payments()
    for (const year of [thisYear, thisYear - 7]) {
      const noted = await prisma.offlinePaymentMonth.findMany({ where: { record: { year } } })
      const expected = MONTHS.map((month) => {
        const kept = all.filter(({ status }) => status === 'succeeded')
        const ofMonth = kept.filter((row) => yearOf(dayOf(row)) === year && monthOf(dayOf(row)) === month)
        const portal = ofMonth.reduce((sum, row) => sum + centsOf(row.amount) - centsOf(row.amountRefunded), 0)
        return noted.filter((row) => row.month === month).reduce((sum, row) => sum + centsOf(row.amount), portal)
      })
      const { portal, offline } = await schoolYear(year)
      expect(portal.map((cents, i) => cents + (offline[i] ?? 0))).toEqual(expected)
      const grids = await Promise.all([1, 2, 3].map((page) => listPaymentYears(year, { page })))
      const students = grids.flatMap((grid) => grid.students)
      const sums = MONTHS.map((_, i) =>
        students.reduce((sum, { portal, offline }) => sum + (portal[i] ?? 0) + (offline[i] ?? 0), 0),
      )
      expect([students.length, sums]).toEqual([60, expected])
    }
  })

  test('the last payment of each student, on pages as in one list', async () => {
    const paid = (await payments()).filter(({ status }) => status === 'succeeded')
    const noted = await prisma.offlinePaymentMonth.findMany({ where: { amount: { gt: 0 } }, include: { record: true } })
    const { students } = await listStudents({ month })
    for (const { id, lastPayment } of students) {
      const days = [
        ...paid.filter(({ userId }) => userId === id).map(dayOf),
        ...noted
          .filter(({ record }) => record.userId === id)
          .map(({ record, month }) => `${record.year}-${String(month).padStart(2, '0')}-15`),
      ]
      expect(lastPayment).toBe(days.sort().at(-1) ?? null)
    }
    const pages = await Promise.all([1, 2, 3].map((page) => listStudents({ month, page, pageSize: 25 })))
    expect(pages.flatMap((page) => page.students)).toEqual(students)
    expect(pages.map(({ total }) => total)).toEqual([60, 60, 60])
  })

  test('the pages of payments and their number', async () => {
    const all = await payments()
    const { count, pages, transactions } = await listTransactions({ page: 300, pageSize: 20 })
    expect([count, pages]).toEqual([all.length, Math.ceil(all.length / 20)])
    expect(transactions.map(({ id }) => id)).toEqual(all.slice(299 * 20, 300 * 20).map(({ id }) => id))
  })

  test('the pages of changes, which nobody counts', async () => {
    const all = await prisma.auditEntry.findMany({
      where: { entity: { in: ['lesson', 'ride'] } },
      orderBy: { id: 'desc' },
      select: { id: true },
    })
    const last = Math.ceil(all.length / 50)
    for (const page of [1, 2, last, last + 1]) {
      const { changes, more } = await recentChanges(page)
      const ids = changes.flatMap((change) => change.ids)
      expect(ids).toEqual(all.slice((page - 1) * 50, page * 50).map(({ id }) => id))
      expect(more).toBe(page < last)
    }
  })

  test('a change from long ago says that it was undone', async () => {
    const oldest = await prisma.auditEntry.findFirstOrThrow({
      where: { action: 'lesson.undo' },
      orderBy: { id: 'asc' },
    })
    const { of } = oldest.detail as { of: number[] }
    const marks = await prisma.auditEntry.count({ where: { id: { gte: of[0] }, entity: { in: ['lesson', 'ride'] } } })
    const { changes } = await recentChanges(Math.ceil(marks / 50))
    expect(changes.find(({ id }) => id === of[0])?.undo).toBe('done')
    expect(changes.some(({ undo }) => undo === 'possible')).toBe(true)
  })

  test('the years in which a family paid', async () => {
    const years = (await payments()).filter(({ userId }) => userId === STUDENT).map((row) => yearOf(dayOf(row)))
    expect(await yearsWithPayments(STUDENT, zone)).toEqual([...new Set(years)])
  })
})
