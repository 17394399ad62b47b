import { t } from '#text'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { type OfflineLine, offlineLines } from '~/models/money/payments/offline/offline-lines.server'
import { methodLabel } from '~/models/money/payments/offline/record-payment.schema'
import { personOf } from '~/models/people/accounts/rider-of.server'
import { monthAndYear } from '~/models/vocabulary/month'
import { displayName, given } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone, type LocalDate, monthOf, monthRange, startOfDayInZone, yearOf } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'
import { hasReceipt, sayDescription, sayLine, wentBack } from './payment-transaction'
import { type Transaction, transactionsOf } from './payment-transaction.server'
import { lineName } from './pricing'

/** A row of the history. `amountPaid` is in cents, less refunds. */
export interface PaymentHistoryRow {
  type: 'stripe' | 'monthly'
  date: LocalDate
  description: string
  /** In a family of several riders: the riders that it was bought or recorded for. */
  riders: string[]
  /** `Visa •••• 4242`; null if the provider does not say. */
  method: string | null
  month: number
  year: number
  lessonsUsed: number
  hacksUsed: number
  amountPaid: Cents
  amountRefunded: Cents
  amountDisputed: Cents
  status: string
  receiptUrl: string | null
  /** Null for the office's records and for what was never paid. */
  receiptId: number | null
}

export const yearBounds = (year: number) => {
  const zone = getEnv().schoolTimezone
  return { from: startOfDayInZone(`${year}-01-01`, zone), before: startOfDayInZone(`${year + 1}-01-01`, zone) }
}

const NOTHING_USED = { lessonsUsed: 0, hacksUsed: 0 }

const PAID = ['succeeded', 'Completed', 'processing', 'refunded']

/** Returns what was paid and not returned, as the yearly totals count it: nothing of a payment that failed or that the bank took back. */
const amountKept = ({ amount, amountRefunded, status }: Transaction): Cents =>
  PAID.includes(status) ? amount - amountRefunded : 0

/**
 * Lists what a family and its riders, removed ones too, paid in a year of the school: through the portal, newest first,
 * and in the office's records, by the day of payment, whatever month it pays.
 */
export async function familyPayments(userId: string, year: number) {
  const { from, before } = yearBounds(year)
  const people = await prisma.user.findMany({
    where: personOf(userId),
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  const ids = people.map(({ id }) => id)
  const nameOf = (id: string) => {
    const person = people.find((one) => one.id === id)
    return people.length > 1 && person ? [given(person.firstName) || displayName(person)] : []
  }
  const [transactions, noted] = await Promise.all([
    transactionsOf(ids, from, before),
    prisma.$queryRaw<(OfflineLine & { ref: string; amount: string })[]>`
      SELECT id, user_id AS "userId", year, month, day::text AS day, method, ref, amount::text AS amount FROM ${offlineLines} l
      WHERE user_id = ANY(${ids}) AND day BETWEEN ${`${year}-01-01`}::date AND ${`${year}-12-31`}::date ORDER BY day DESC, user_id, ref`,
  ])
  const offline = noted.map(({ id, userId, year: ofYear, month, day, method, ref, amount }) => ({
    ref,
    userId,
    year: ofYear,
    month,
    date: day as LocalDate,
    wholeMonth: id === null,
    method,
    amount: centsOf(amount),
    description: t('Offline payment for {month}', { month: monthAndYear({ year: ofYear, month }) }),
    riders: nameOf(userId),
  }))
  return { ids, transactions, offline }
}

/** Lists a family's payments, newest first. An amount typed into the office's grid for a month is dated the 15th. */
export async function paymentHistory(userId: string, year: number): Promise<PaymentHistoryRow[]> {
  const { ids, transactions, offline } = await familyPayments(userId, year)
  const allowances = await allowancesOf(ids, monthRange(year, 1).from, monthRange(year, 12).to)
  const usedIn = (month: number, riders: Iterable<string>) => {
    const used = { lessonsUsed: 0, hacksUsed: 0 }
    for (const id of riders) {
      const allowance = allowances.get(id)?.find((entry) => entry.year === year && entry.month === month)
      used.lessonsUsed += allowance?.lessons.used ?? 0
      used.hacksUsed += allowance?.hacks.used ?? 0
    }
    return used
  }
  const zone = getEnv().schoolTimezone
  const paid = transactions.map((transaction): PaymentHistoryRow => {
    const date = dayInZone(zone, transaction.providerCreatedAt)
    const { refunded, disputed } = wentBack(transaction)
    return {
      type: 'stripe',
      date,
      description: sayDescription(transaction.description),
      riders: transaction.lines.some(({ rider }) => rider) ? transaction.lines.map(sayLine).map(lineName) : [],
      method: transaction.paymentMethod,
      month: monthOf(date),
      year: yearOf(date),
      ...usedIn(
        monthOf(date),
        new Set(
          transaction.lines.length
            ? transaction.lines.map((line) => line.riderId ?? transaction.userId)
            : [transaction.userId],
        ),
      ),
      amountPaid: amountKept(transaction),
      amountRefunded: refunded,
      amountDisputed: disputed,
      status: transaction.status,
      receiptUrl: transaction.receiptUrl,
      receiptId: hasReceipt(transaction.status) ? transaction.id : null,
    }
  })
  const noted = offline.map(
    ({ userId, year: ofYear, month, date, method, amount, description, riders }): PaymentHistoryRow => ({
      type: 'monthly',
      date,
      description,
      riders,
      method: methodLabel(method) ?? t('Paid to the office'),
      month,
      year: ofYear,
      ...(ofYear === year ? usedIn(month, [userId]) : NOTHING_USED),
      amountPaid: amount,
      amountRefunded: 0,
      amountDisputed: 0,
      status: 'succeeded',
      receiptUrl: null,
      receiptId: null,
    }),
  )
  return [...paid, ...noted].sort((a, b) => b.date.localeCompare(a.date))
}
