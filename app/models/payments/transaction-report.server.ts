import type { Columns } from '~/platform/csv.server'
import { getEnv } from '~/platform/env.server'
import { addDays, dayInZone, type LocalDate, startOfDayInZone } from '~/utils/dates'
import { type ExportRow, exportTransactions } from './payment-transaction.server'

/** Days of the school, dollars with two places. */
export const TRANSACTION_COLUMNS: Columns<ExportRow> = [
  ['Date', ({ at }) => dayInZone(getEnv().schoolTimezone, at)],
  ['Student', ({ student }) => student],
  ['Email', ({ email }) => email],
  ['Amount', ({ amount }) => amount],
  ['Convenience Fee', ({ fee }) => fee],
  ['Refunded', ({ refunded }) => refunded],
  ['Currency', () => 'USD'],
  ['Description', ({ description }) => description],
  ['Type', ({ type }) => (type === 'subscription_creation' ? 'Subscription' : 'Payment')],
  ['Status', ({ status }) => status],
  ['Payment Method', ({ method }) => method],
  ['Transaction ID', ({ intent }) => intent],
]

export const reportName = (start: LocalDate, end: LocalDate) => `transactions_${start}_to_${end}.csv`

export function transactionPages(start: LocalDate, end: LocalDate): AsyncGenerator<ExportRow[]> {
  const zone = getEnv().schoolTimezone
  return exportTransactions(startOfDayInZone(start, zone), startOfDayInZone(addDays(end, 1), zone))
}
