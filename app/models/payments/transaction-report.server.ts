import { z } from 'zod'
import { getEnv } from '~/platform/env.server'
import { addDays, dayInZone, isLocalDate, type LocalDate, startOfDayInZone } from '~/utils/dates'
import { exportTransactions } from './payment-transaction.server'

const BOTH_DATES = 'Please select both start and end dates'
export const END_BEFORE_START = 'The end date is before the start date'

const day = z.string({ error: BOTH_DATES }).refine(isLocalDate, 'A date must be a day such as 2026-11-20')

/** The days of a report, both included. */
export const reportDaysSchema = z
  .object({ start: day, end: day })
  .refine(({ start, end }) => start <= end, { error: END_BEFORE_START, path: ['end'] })

export const REPORT_HEADER = [
  'Date',
  'Student',
  'Email',
  'Amount',
  'Convenience Fee',
  'Refunded',
  'Currency',
  'Description',
  'Type',
  'Status',
  'Payment Method',
  'Transaction ID',
]

export const reportName = (start: LocalDate, end: LocalDate) => `transactions_${start}_to_${end}.csv`

/** The report's rows, a page at a time. Dates are days of the school, amounts dollars with two places. */
export async function* reportRows(start: LocalDate, end: LocalDate): AsyncGenerator<(string | number | null)[][]> {
  const zone = getEnv().schoolTimezone
  const from = startOfDayInZone(start, zone)
  const before = startOfDayInZone(addDays(end, 1), zone)
  for await (const rows of exportTransactions(from, before)) {
    yield rows.map((row) => [
      dayInZone(zone, row.at),
      row.student,
      row.email,
      row.amount,
      row.fee,
      row.refunded,
      'USD',
      row.description,
      row.type === 'subscription_creation' ? 'Subscription' : 'Payment',
      row.status,
      row.method,
      row.intent,
    ])
  }
}
