import { allowancesOf } from '~/models/allowance/allowance.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone, formatMonth, type LocalDate, monthOf, monthRange, startOfDayInZone, yearOf } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'
import { hasReceipt } from './payment-transaction'
import { type Transaction, transactionsOf } from './payment-transaction.server'

/** `amountPaid` in cents, less what has gone back. */
export interface PaymentHistoryRow {
  type: 'stripe' | 'monthly'
  date: LocalDate
  description: string
  /** `Visa •••• 4242`; null if the provider does not say. */
  method: string | null
  month: number
  year: number
  lessonsUsed: number
  hacksUsed: number
  amountPaid: Cents
  amountRefunded: Cents
  status: string
  receiptUrl: string | null
  /** Null for what the office noted and for what was never paid. */
  receiptId: number | null
}

export const yearBounds = (year: number) => {
  const zone = getEnv().schoolTimezone
  return { from: startOfDayInZone(`${year}-01-01`, zone), before: startOfDayInZone(`${year + 1}-01-01`, zone) }
}

const PAID = ['succeeded', 'processing', 'refunded']

/** What is paid and has not gone back: nothing of a payment that failed or that the bank took back. */
const amountKept = ({ amount, amountRefunded, status }: Transaction): Cents =>
  PAID.includes(status) ? amount - amountRefunded : 0

/** Newest first. Months that the office noted as paid otherwise are dated the 15th. */
export async function paymentHistory(userId: string, year: number): Promise<PaymentHistoryRow[]> {
  const { from, before } = yearBounds(year)
  const [transactions, offline, allowances] = await Promise.all([
    transactionsOf(userId, from, before),
    prisma.offlinePaymentMonth.findMany({
      where: { record: { userId, year }, amount: { gt: 0 } },
      select: { month: true, amount: true },
    }),
    allowancesOf([userId], monthRange(year, 1).from, monthRange(year, 12).to),
  ])
  const usedIn = (month: number) => {
    const allowance = allowances.get(userId)?.find((entry) => entry.year === year && entry.month === month)
    return { lessonsUsed: allowance?.lessons.used ?? 0, hacksUsed: allowance?.hacks.used ?? 0 }
  }
  const zone = getEnv().schoolTimezone
  const paid = transactions.map((transaction): PaymentHistoryRow => {
    const date = dayInZone(zone, transaction.providerCreatedAt)
    return {
      type: 'stripe',
      date,
      description: transaction.description,
      method: transaction.paymentMethod,
      month: monthOf(date),
      year: yearOf(date),
      ...usedIn(monthOf(date)),
      amountPaid: amountKept(transaction),
      amountRefunded: transaction.amountRefunded,
      status: transaction.status,
      receiptUrl: transaction.receiptUrl,
      receiptId: hasReceipt(transaction.status) ? transaction.id : null,
    }
  })
  const noted = offline.map(({ month, amount }): PaymentHistoryRow => {
    const date = `${year}-${String(month).padStart(2, '0')}-15`
    return {
      type: 'monthly',
      date,
      description: `Offline payment for ${formatMonth(date)}`,
      method: 'Paid to the office',
      month,
      year,
      ...usedIn(month),
      amountPaid: centsOf(amount),
      amountRefunded: 0,
      status: 'succeeded',
      receiptUrl: null,
      receiptId: null,
    }
  })
  return [...paid, ...noted].sort((a, b) => b.date.localeCompare(a.date))
}
