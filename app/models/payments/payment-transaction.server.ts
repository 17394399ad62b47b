import { z } from 'zod'
import type { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/accounts/user'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Db, Tx } from '~/platform/tx.server'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { type Cents, centsOf, decimalOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import type { BasisPoints } from './pricing'

/** Amounts in cents. The period's end is the day after the last one that was bought. */
export interface TransactionRecord {
  userId: string
  orderId: number | null
  subscriptionId: number | null
  type: 'payment_intent' | 'subscription_creation'
  stripePaymentIntentId: string
  stripeInvoiceId: string | null
  amount: Cents
  fee: Cents
  /** 0 without a fee. */
  feeRate: BasisPoints
  amountRefunded: Cents
  currency: string
  description: string
  packages: string[]
  lines: PaidLine[]
  status: string
  rawStatus: string
  paymentMethod: string | null
  receiptUrl: string | null
  customerEmail: string | null
  failureMessage: string | null
  periodStart: LocalDate
  periodEnd: LocalDate
  providerCreatedAt: Date
}

/** `amount` is that of the whole line, in cents without the fee. */
export interface PaidLine {
  name: string
  quantity: number
  amount: Cents
}

const paidLines = z.array(z.object({ name: z.string(), quantity: z.number(), amount: z.number() }))

/** Reads the column `lines`; empty for a month from before it was kept. */
export const readLines = (column: unknown): PaidLine[] => paidLines.parse(column)

/** What the books say of a payment. */
export interface KnownPayment {
  id: number
  status: string
  rawStatus: string
  amountRefunded: Cents
  version: number
}

/** A month has one row whatever intents were made for it. */
export type TransactionKey = { stripePaymentIntentId: string } | { stripeInvoiceId: string }

export async function findKnownPayment(db: Db, key: TransactionKey): Promise<KnownPayment | null> {
  const row = await db.paymentTransaction.findFirst({
    where: key,
    select: { id: true, status: true, rawStatus: true, amountRefunded: true, version: true },
  })
  return row && { ...row, amountRefunded: centsOf(row.amountRefunded) }
}

/** Writes what the provider says of a payment, and returns the row's id. `known` is the row as locked, if there is one. */
export async function recordTransaction(
  tx: Tx,
  known: KnownPayment | null,
  record: TransactionRecord,
): Promise<number> {
  const { amount, fee, amountRefunded, periodStart, periodEnd, lines, ...rest } = record
  const data = {
    ...rest,
    lines: lines.map(({ name, quantity, amount }) => ({ name, quantity, amount })),
    amount: decimalOf(amount),
    fee: decimalOf(fee),
    amountRefunded: decimalOf(amountRefunded),
    periodStart: toDbDate(periodStart),
    periodEnd: toDbDate(periodEnd),
    ...(amountRefunded > (known?.amountRefunded ?? 0) && { lastRefundAt: now() }),
  }
  if (!known) return (await tx.paymentTransaction.create({ data, select: { id: true } })).id
  await tx.paymentTransaction.update({ where: { id: known.id }, data: { ...data, version: { increment: 1 } } })
  return known.id
}

/** True if the whole fee went back, because the card turned out not to pay it. */
export const wasFeeReturned = async (stripePaymentIntentId: string): Promise<boolean> =>
  (await prisma.paymentTransaction.count({ where: { stripePaymentIntentId, feeReturned: true } })) > 0

const transactionSelect = {
  id: true,
  providerCreatedAt: true,
  userId: true,
  customerEmail: true,
  amount: true,
  fee: true,
  amountRefunded: true,
  currency: true,
  description: true,
  type: true,
  status: true,
  rawStatus: true,
  paymentMethod: true,
  receiptUrl: true,
  packages: true,
  stripePaymentIntentId: true,
  lines: true,
  periodStart: true,
  periodEnd: true,
  subscription: {
    select: {
      stripeSubscriptionId: true,
      status: true,
      currentPeriodStart: true,
      currentPeriodEnd: true,
    },
  },
  user: { select: { firstName: true, lastName: true } },
} satisfies Prisma.PaymentTransactionSelect

type Row = Prisma.PaymentTransactionGetPayload<{ select: typeof transactionSelect }>

/** Amounts in cents. */
export type Transaction = Omit<
  Row,
  'amount' | 'fee' | 'amountRefunded' | 'lines' | 'user' | 'subscription' | 'periodStart' | 'periodEnd'
> & {
  amount: Cents
  fee: Cents
  amountRefunded: Cents
  lines: PaidLine[]
  studentName: string
  subscription: SubscriptionDetails | null
}

/** The period that this payment bought, in days of the school; the end is the day after its last. */
export interface SubscriptionDetails {
  id: string
  status: string
  periodStart: LocalDate
  periodEnd: LocalDate
  /** The subscription's period of today. */
  currentStart: LocalDate
  currentEnd: LocalDate
}

const toTransaction = ({ user, subscription, periodStart, periodEnd, ...row }: Row): Transaction => ({
  ...row,
  subscription: subscription && {
    id: subscription.stripeSubscriptionId ?? '',
    status: subscription.status,
    periodStart: fromDbDate(periodStart ?? subscription.currentPeriodStart),
    periodEnd: fromDbDate(periodEnd ?? subscription.currentPeriodEnd),
    currentStart: fromDbDate(subscription.currentPeriodStart),
    currentEnd: fromDbDate(subscription.currentPeriodEnd),
  },
  lines: readLines(row.lines),
  amount: centsOf(row.amount),
  fee: centsOf(row.fee),
  amountRefunded: centsOf(row.amountRefunded),
  studentName: displayName(user),
})

/** Newest first. */
export async function listTransactions(filter: { userId?: string; page?: number; pageSize?: number } = {}) {
  const { userId, page = 1, pageSize = 50 } = filter
  const where = userId ? { userId } : {}
  const [count, rows] = await Promise.all([
    prisma.paymentTransaction.count({ where }),
    prisma.paymentTransaction.findMany({
      where,
      orderBy: [{ providerCreatedAt: 'desc' }, { id: 'desc' }],
      ...rowsOfPage(page, pageSize),
      select: transactionSelect,
    }),
  ])
  return { count, pages: pageCount(count, pageSize), transactions: rows.map(toTransaction) }
}

/** Newest first: the API has no pages. */
export async function allTransactions(userId?: string): Promise<Transaction[]> {
  const rows = await prisma.paymentTransaction.findMany({
    where: userId ? { userId } : {},
    orderBy: [{ providerCreatedAt: 'desc' }, { id: 'desc' }],
    select: transactionSelect,
  })
  return rows.map(toTransaction)
}

/** Newest first, without payments that were never made. */
export async function transactionsOf(userId: string, from: Date, before: Date): Promise<Transaction[]> {
  const rows = await prisma.paymentTransaction.findMany({
    where: { userId, providerCreatedAt: { gte: from, lt: before }, status: { notIn: ['requires_action', 'canceled'] } },
    orderBy: [{ providerCreatedAt: 'desc' }, { id: 'desc' }],
    select: transactionSelect,
  })
  return rows.map(toTransaction)
}

/** Newest first. */
export async function yearsWithPayments(userId: string, zone: string): Promise<number[]> {
  const rows = await prisma.$queryRaw<{ year: number }[]>`
    SELECT DISTINCT extract(year FROM provider_created_at AT TIME ZONE ${zone})::integer AS year
    FROM payment_transactions WHERE user_id = ${userId} ORDER BY year DESC`
  return rows.map(({ year }) => year)
}
