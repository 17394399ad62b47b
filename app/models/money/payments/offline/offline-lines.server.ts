import { Prisma } from '~/generated/prisma/client'
import type { Month } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { bare, plain, rowList, text } from '~/platform/row-lists.server'
import type { LocalDate } from '~/utils/dates'
import { type Cents, centsOf, formatCents } from '~/utils/money'
import { methodLabel, type PaymentMethod } from './record-payment.schema'

/**
 * Selects what was paid to the office: each recorded payment with its day, and separately the amount typed into the
 * grid for a month, which has no ID and no day: `day` is then the 15th. `year` and `month` are the month that it pays,
 * `ref` identifies a line permanently.
 */
export const OFFLINE_LINES = `
  SELECT y.user_id, y.year, p.month, p.id, p.amount, p.method, p.paid_on AS day, true AS "hasDay", 'offline-' || p.id AS ref
  FROM recorded_payments p JOIN offline_payments y ON y.id = p.record_id
  UNION ALL
  SELECT y.user_id, y.year, m.month, NULL, m.amount - recorded.amount, m.method, make_date(y.year, m.month, 15), false,
         'offline-' || m.record_id || '-' || m.month
  FROM offline_payment_months m JOIN offline_payments y ON y.id = m.record_id
  CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM recorded_payments p
                      WHERE p.record_id = m.record_id AND p.month = m.month) recorded
  WHERE m.amount > recorded.amount`

/** For use after FROM. */
export const offlineLines = Prisma.raw(`(${OFFLINE_LINES})`)

export interface OfflineLine {
  /** The ID of a recorded payment; null for an amount typed into the grid. */
  id: number | null
  userId: string
  /** The year of the month that it pays. */
  year: number
  month: number
  /** The day of the payment, or the 15th of a month that was typed into the grid. */
  day: LocalDate
  /** One of `PaymentMethod`, or a value of an earlier version. */
  method: PaymentMethod | string | null
}

/** Selects what was paid to the office for a student, given as SQL, newest first, for a statement with other lists. */
export const offlineList = (student: string) =>
  rowList<Month & { ref: string; day: LocalDate; amount: string; method: string | null }>(
    {
      ref: text('l.ref'),
      year: bare('l.year'),
      month: bare('l.month'),
      day: plain('l.day'),
      amount: plain('l.amount'),
      method: text('l.method'),
    },
    `(${OFFLINE_LINES}) l WHERE l.user_id = ${student}`,
    'l.day DESC, l.ref DESC',
  )

interface PaidToOffice extends Month {
  ref: string
  day: LocalDate
  amount: Cents
  /** As people read it; null for an amount typed into the grid without one. */
  method: string | null
}

/** What was typed into the grid for a month to come has today's day, as in the month's end: nothing was paid later. */
export const offlineFound = (rows: readonly (Omit<PaidToOffice, 'amount'> & { amount: string })[]): PaidToOffice[] =>
  rows.map(({ amount, method, day, ...row }) => ({
    ...row,
    day: day > today() ? today() : day,
    amount: centsOf(amount),
    method: methodLabel(method),
  }))

/** Returns `Paid to the office: Cash, $40.00; Check, $80.00` of a month; null if nothing was. */
export function formatPaidToOffice(paid: readonly PaidToOffice[], { year, month }: Month): string | null {
  const parts = paid
    .filter((one) => one.year === year && one.month === month)
    .map(({ method, amount }) => [method, formatCents(amount)].filter(Boolean).join(', '))
  return parts.length ? `Paid to the office: ${parts.join('; ')}` : null
}
