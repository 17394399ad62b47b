import { z } from 'zod'
import { Prisma } from '~/generated/prisma/client'
import { offlineLines } from '~/models/money/payments/offline/offline-lines.server'
import { isPersonOf } from '~/models/people/accounts/rider-of.server'
import {
  type LineRiders,
  lineRidersSql,
  type Named,
  namedLines,
  nameLines,
} from '~/models/people/families/line-riders.server'
import { concerns } from '~/models/people/families/rider-shares.server'
import type { BasisPoints } from '~/models/vocabulary/fee'
import { displayName } from '~/models/vocabulary/user'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import type { Db, Tx } from '~/platform/tx.server'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { type Cents, centsOf, decimalOf } from '~/utils/money'
import { pageCount, rowsOfPage } from '~/utils/paging'
import { type PaidLine, sayLine, WITH_RECEIPT } from './payment-transaction'
import { lineName } from './pricing'

/** A row of the books. Amounts are in cents. The period's end is the day after the last one that was bought. */
export interface TransactionRecord {
  userId: string
  orderId: number | null
  subscriptionId: number | null
  type: 'payment_intent' | 'subscription_creation'
  stripePaymentIntentId: string
  stripeInvoiceId: string | null
  amount: Cents
  fee: Cents
  /** The fee's rate; 0 without a fee. */
  feeRate: BasisPoints
  /** The returned part of a payment that is not returned as a whole. */
  amountRefunded: Cents
  /** The part of it that a bank took by a partial dispute. */
  amountDisputed: Cents
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

const paidLines = z.array(
  z.object({
    name: z.string(),
    quantity: z.number(),
    amount: z.number(),
    riderId: z.string().optional(),
    back: z.number().optional(),
    feeBack: z.number().optional(),
  }),
)

/** Reads the column `lines`; empty for a month that is older than the column. */
export const readLines = (column: unknown): PaidLine[] => paidLines.parse(column)

/** A payment as the books have it. */
export interface KnownPayment {
  id: number
  status: string
  rawStatus: string
  amountRefunded: Cents
  amountDisputed: Cents
  /** When the last increase of refunds was seen; null if never. */
  lastRefundAt: Date | null
  version: number
}

/** The key of a row: a month has one row, however many intents were made for it. */
export type TransactionKey = { stripePaymentIntentId: string } | { stripeInvoiceId: string }

/** Returns what the school refunded, in cents: money that a bank took is not a refund. */
export const refundedOf = (payment: Pick<KnownPayment, 'amountRefunded' | 'amountDisputed'>): Cents =>
  payment.amountRefunded - payment.amountDisputed

export async function findKnownPayment(db: Db, key: TransactionKey): Promise<KnownPayment | null> {
  const row = await db.paymentTransaction.findFirst({
    where: key,
    select: {
      id: true,
      status: true,
      rawStatus: true,
      amountRefunded: true,
      amountDisputed: true,
      lastRefundAt: true,
      version: true,
    },
  })
  return row && { ...row, amountRefunded: centsOf(row.amountRefunded), amountDisputed: centsOf(row.amountDisputed) }
}

/** Writes the provider's state of a payment, and returns the row's ID. `known` is the locked row, if there is one. */
export async function recordTransaction(
  tx: Tx,
  known: KnownPayment | null,
  record: TransactionRecord,
): Promise<number> {
  const { amount, fee, amountRefunded, amountDisputed, periodStart, periodEnd, lines, ...rest } = record
  const data = {
    ...rest,
    lines: lines.map(({ name, quantity, amount, riderId, packageId, addOnId, back, feeBack }) => ({
      name,
      quantity,
      amount,
      ...(riderId && { riderId }),
      ...(packageId && { packageId }),
      ...(addOnId && { addOnId }),
      ...(back && { back }),
      ...(feeBack && { feeBack }),
    })),
    amount: decimalOf(amount),
    fee: decimalOf(fee),
    amountRefunded: decimalOf(amountRefunded),
    amountDisputed: decimalOf(amountDisputed),
    periodStart: toDbDate(periodStart),
    periodEnd: toDbDate(periodEnd),
    ...(amountRefunded > (known?.amountRefunded ?? 0) && { lastRefundAt: now() }),
  }
  if (!known) return (await tx.paymentTransaction.create({ data, select: { id: true } })).id
  await tx.paymentTransaction.update({ where: { id: known.id }, data: { ...data, version: { increment: 1 } } })
  return known.id
}

/** True if the whole fee was refunded, because the card turned out to be exempt. */
export const wasFeeReturned = async (stripePaymentIntentId: string): Promise<boolean> =>
  (await prisma.paymentTransaction.count({ where: { stripePaymentIntentId, feeReturned: true } })) > 0

/** Returns what a payment bought and how it was paid, for the screen that shows its result; null before it is in the books. */
export async function findPaid(stripePaymentIntentId: string) {
  const row = await prisma.paymentTransaction.findUnique({
    where: { stripePaymentIntentId },
    select: { id: true, userId: true, status: true, paymentMethod: true, lines: true },
  })
  if (!row) return null
  const receiptId = WITH_RECEIPT.includes(row.status) ? row.id : null
  const lines = await namedLines(prisma, row.userId, readLines(row.lines))
  return { receiptId, paidWith: row.paymentMethod, items: lines.map(sayLine).map(lineName) }
}

/** Returns the payment of a subscription's first month; null if none was requested yet. */
export async function firstPaymentOf(subscriptionId: number): Promise<string | null> {
  const row = await prisma.paymentTransaction.findFirst({
    where: { subscriptionId, stripePaymentIntentId: { not: null } },
    orderBy: { id: 'asc' },
    select: { stripePaymentIntentId: true },
  })
  return row?.stripePaymentIntentId ?? null
}

interface Row {
  id: number
  providerCreatedAt: Date
  userId: string
  customerEmail: string | null
  amount: Prisma.Decimal
  fee: Prisma.Decimal
  amountRefunded: Prisma.Decimal
  amountDisputed: Prisma.Decimal
  currency: string
  description: string
  type: string
  status: string
  rawStatus: string
  paymentMethod: string | null
  receiptUrl: string | null
  packages: string[]
  stripePaymentIntentId: string | null
  lines: Prisma.JsonValue
  riders: LineRiders
  periodStart: Date | null
  periodEnd: Date | null
  lastRefundAt: Date | null
  firstName: string | null
  lastName: string | null
  /** The status of its subscription; null without one. */
  subscriptionStatus: string | null
  stripeSubscriptionId: string | null
  currentStart: Date | null
  currentEnd: Date | null
}

type Joined = 'firstName' | 'lastName' | 'subscriptionStatus' | 'stripeSubscriptionId' | 'currentStart' | 'currentEnd'

/** A transaction. Amounts are in cents. */
export type Transaction = Omit<
  Row,
  'amount' | 'fee' | 'amountRefunded' | 'amountDisputed' | 'lines' | 'riders' | 'periodStart' | 'periodEnd' | Joined
> & {
  amount: Cents
  fee: Cents
  /** Includes money that a bank took: `wentBack` separates the two. */
  amountRefunded: Cents
  amountDisputed: Cents
  lines: Named<PaidLine>[]
  /** The name of the payer. */
  studentName: string
  subscription: SubscriptionDetails | null
}

/** The period that this payment bought, in days of the school; its end is the day after its last. */
export interface SubscriptionDetails {
  id: string
  status: string
  periodStart: LocalDate
  periodEnd: LocalDate
  /** The subscription's present period. */
  currentStart: LocalDate
  currentEnd: LocalDate
}

function toTransaction(row: Row): Transaction {
  const { firstName, lastName, subscriptionStatus, stripeSubscriptionId, currentStart, currentEnd, ...payment } = row
  const { periodStart, periodEnd, riders, ...rest } = payment
  return {
    ...rest,
    subscription:
      subscriptionStatus === null || !currentStart || !currentEnd
        ? null
        : {
            id: stripeSubscriptionId ?? '',
            status: subscriptionStatus,
            periodStart: fromDbDate(periodStart ?? currentStart),
            periodEnd: fromDbDate(periodEnd ?? currentEnd),
            currentStart: fromDbDate(currentStart),
            currentEnd: fromDbDate(currentEnd),
          },
    lines: nameLines(readLines(row.lines), riders),
    amount: centsOf(row.amount),
    fee: centsOf(row.fee),
    amountRefunded: centsOf(row.amountRefunded),
    amountDisputed: centsOf(row.amountDisputed),
    studentName: displayName({ firstName, lastName }),
  }
}

/** Finds transactions, newest first. `part` is a LIMIT: the rows are chosen by an index alone, before anything is joined to them. */
async function findTransactions(where: Prisma.Sql, part: Prisma.Sql = Prisma.empty): Promise<Transaction[]> {
  const rows = await prisma.$queryRaw<Row[]>(Prisma.sql`
    SELECT t.id, t.provider_created_at AS "providerCreatedAt", t.user_id AS "userId", t.customer_email AS "customerEmail",
           t.amount, t.fee, t.amount_refunded AS "amountRefunded", t.amount_disputed AS "amountDisputed", t.currency, t.description, t.type, t.status,
           t.raw_status AS "rawStatus", t.payment_method AS "paymentMethod", t.receipt_url AS "receiptUrl",
           coalesce(t.packages, '{}') AS packages,
           t.stripe_payment_intent_id AS "stripePaymentIntentId", t.lines,
           ${lineRidersSql(Prisma.sql`t.lines`, Prisma.sql`t.user_id`)} AS riders, t.period_start AS "periodStart",
           t.period_end AS "periodEnd", t.last_refund_at AS "lastRefundAt", u.first_name AS "firstName", u.last_name AS "lastName",
           s.status AS "subscriptionStatus", s.stripe_subscription_id AS "stripeSubscriptionId",
           s.current_period_start AS "currentStart", s.current_period_end AS "currentEnd"
    FROM (SELECT id FROM payment_transactions t WHERE ${where} ORDER BY provider_created_at DESC, id DESC ${part}) page
    JOIN payment_transactions t ON t.id = page.id JOIN users u ON u.id = t.user_id
    LEFT JOIN subscriptions s ON s.id = t.subscription_id
    ORDER BY t.provider_created_at DESC, t.id DESC`)
  return rows.map(toTransaction)
}

const ofPerson = (userId: string | undefined) => (userId ? concerns([userId]) : Prisma.sql`true`)

/** The time from the first of these moments to before the second. */
interface Span {
  from: Date
  before: Date
}
const paidIn = (span: Span | undefined) =>
  span ? Prisma.sql`t.provider_created_at >= ${span.from} AND t.provider_created_at < ${span.before}` : Prisma.sql`true`

async function countTransactions(userId: string | undefined, span: Span | undefined): Promise<number> {
  if (userId || span) {
    const [row] = await prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::integer AS count FROM payment_transactions t WHERE ${ofPerson(userId)} AND ${paidIn(span)}`
    return row?.count ?? 0
  }
  const kept = await prisma.paymentTransactionCount.findUnique({ where: { id: 1 } })
  return Number(kept?.count ?? 0)
}

/** Lists transactions, newest first; for a person those that it paid, and those with a line for it. */
export async function listTransactions(
  filter: { userId?: string; span?: Span; page?: number; pageSize?: number } = {},
) {
  const { userId, span, page = 1, pageSize = 50 } = filter
  const { skip, take } = rowsOfPage(page, pageSize)
  const [count, transactions] = await Promise.all([
    countTransactions(userId, span),
    findTransactions(Prisma.sql`${ofPerson(userId)} AND ${paidIn(span)}`, Prisma.sql`LIMIT ${take} OFFSET ${skip}`),
  ])
  return { count, pages: pageCount(count, pageSize), transactions }
}

/** Lists transactions, newest first: the first `most`, or those after a given one. `more` says whether others follow. */
export async function transactionsAfter(
  { userId, before }: { userId?: string; before?: number },
  most: number,
): Promise<{ transactions: Transaction[]; more: boolean }> {
  const last = before && (await prisma.paymentTransaction.findUnique({ where: { id: before } }))
  if (before && !last) throw notFound('Transaction not found')
  const older = last
    ? Prisma.sql`(t.provider_created_at, t.id) < (${last.providerCreatedAt}, ${last.id})`
    : Prisma.sql`true`
  const found = await findTransactions(Prisma.sql`${ofPerson(userId)} AND ${older}`, Prisma.sql`LIMIT ${most + 1}`)
  return { transactions: found.slice(0, most), more: found.length > most }
}

/** Lists transactions, newest first, without payments that were never made. */
export const transactionsOf = (userIds: string[], from: Date, before: Date): Promise<Transaction[]> =>
  findTransactions(Prisma.sql`
    t.user_id = ANY(${userIds}) AND t.provider_created_at >= ${from} AND t.provider_created_at < ${before}
    AND t.status NOT IN ('requires_action', 'canceled')`)

/**
 * Returns the years in which a family paid, recorded payments included, newest first. It steps from each year's last
 * payment to the one before that year, so it takes as many steps as years.
 */
export async function yearsWithPayments(userId: string, zone: string): Promise<number[]> {
  const family = Prisma.sql`ANY(ARRAY(SELECT u.id FROM users u WHERE ${isPersonOf('u', Prisma.sql`${userId}`)}))`
  const rows = await prisma.$queryRaw<{ year: number }[]>`
    WITH RECURSIVE last AS (
      SELECT max(provider_created_at) AS at FROM payment_transactions WHERE user_id = ${family}
      UNION ALL
      SELECT (SELECT max(t.provider_created_at) FROM payment_transactions t
              WHERE t.user_id = ${family}
                AND t.provider_created_at < date_trunc('year', last.at AT TIME ZONE ${zone}) AT TIME ZONE ${zone})
      FROM last WHERE last.at IS NOT NULL)
    SELECT extract(year FROM at AT TIME ZONE ${zone})::integer AS year FROM last WHERE at IS NOT NULL
    UNION
    SELECT extract(year FROM l.day)::integer FROM ${offlineLines} l WHERE l.user_id = ${family}
    ORDER BY year DESC`
  return rows.map(({ year }) => year)
}
