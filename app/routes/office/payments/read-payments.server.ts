import { openIssues } from '~/models/money/issues/payment-issue.server'
import { currentPackageName } from '~/models/money/payments/grant.server'
import { offlineHistory } from '~/models/money/payments/offline/offline-history.server'
import { yearBounds } from '~/models/money/payments/payment-history.server'
import { listTransactions } from '~/models/money/payments/payment-transaction.server'
import { listPaymentYears, schoolYear } from '~/models/money/payments/payment-year.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone, formatDay, formatInstant, monthOf, yearOf } from '~/utils/dates'

type Student = { id: string; name: string }

/** Reads a page of a year's payments, newest first; for one student the months of that year too. */
export async function readPayments(
  year: number,
  student: Student | null,
  { page, offlinePage }: { page: number; offlinePage: number },
) {
  const [{ count, pages, transactions }, issues, offline, ofStudent] = await Promise.all([
    listTransactions({ userId: student?.id, span: yearBounds(year), page, pageSize: 15 }),
    openIssues(student?.id),
    offlineHistory(year, { page: offlinePage, studentId: student?.id }),
    student ? monthsOf(student, year) : null,
  ])
  const zone = getEnv().schoolTimezone
  return {
    ofStudent,
    offline: { ...offline, page: offlinePage },
    count,
    pages,
    issues: issues.map((issue) => ({ ...issue, openedOn: formatDay(dayInZone(zone, issue.openedAt)) })),
    transactions: transactions.map((row) => ({ ...row, at: formatInstant(row.providerCreatedAt, zone) })),
  }
}

async function monthsOf(student: Student, year: number) {
  const [packageName, { students }, received] = await Promise.all([
    currentPackageName(student.id, today()),
    listPaymentYears(year, { studentId: student.id }),
    schoolYear(year, student.id),
  ])
  return { ...student, packageName, students, received }
}

/**
 * Returns the years to choose from (two back to two ahead), the selected one (`?year=` or this year), and the current
 * month, from 1, if it is in that year.
 */
export function yearChoice(asked: string | null): { year: number; years: number[]; current: number | null } {
  const thisYear = yearOf(today())
  const years = [-2, -1, 0, 1, 2].map((offset) => thisYear + offset)
  const year = years.find((option) => String(option) === asked) ?? thisYear
  return { year, years, current: year === thisYear ? monthOf(today()) : null }
}
