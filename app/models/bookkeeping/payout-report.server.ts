import { Prisma } from '~/generated/prisma/client'
import { readLines } from '~/models/money/payments/payment-transaction.server'
import { lineName } from '~/models/money/payments/pricing'
import { type LineRiders, lineRidersSql, nameLines } from '~/models/people/families/line-riders.server'
import { daysOfMonth, type Month } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone } from '~/utils/dates'
import { type Cents, centsOf, formatCents } from '~/utils/money'
import { groupOf, type PayoutLine, type PayoutRow, type PayoutStatus } from './payout'

const { sql } = Prisma

interface Found {
  id: number
  stripeId: string
  amount: string
  status: PayoutStatus
  arrives: string
  automatic: boolean
  itemized: boolean
  failureMessage: string | null
  payments: number
  fees: string
  sum: string
}

/** Excludes the payout's own balance transaction, which the provider lists among its lines. */
const isLine = sql`b.source IS DISTINCT FROM p.stripe_payout_id`

async function findPayouts(where: Prisma.Sql): Promise<PayoutRow[]> {
  const rows = await prisma.$queryRaw<Found[]>(sql`
    SELECT p.id, p.stripe_payout_id AS "stripeId", p.amount::text, p.status, p.arrival_date::text AS arrives, p.automatic, p.itemized,
           p.failure_message AS "failureMessage", count(b.id) FILTER (WHERE b.type IN ('charge', 'payment'))::integer AS payments,
           coalesce(sum(b.fee), 0)::text AS fees, coalesce(sum(b.net), 0)::text AS sum
    FROM payouts p LEFT JOIN balance_transactions b ON b.payout_id = p.id AND ${isLine}
    WHERE ${where} GROUP BY p.id ORDER BY p.arrival_date DESC, p.id DESC`)
  return rows.map(({ amount, fees, sum, ...row }) => ({
    ...row,
    amount: centsOf(amount),
    fees: centsOf(fees),
    sum: centsOf(sum),
  }))
}

/** Lists the payouts that arrive at the bank in a month, newest first. */
export function payoutsOfMonth(month: Month): Promise<PayoutRow[]> {
  const { from, to } = daysOfMonth(month)
  return findPayouts(sql`p.arrival_date BETWEEN ${from}::date AND ${to}::date`)
}

export const findPayout = async (id: number): Promise<PayoutRow | null> =>
  (await findPayouts(sql`p.id = ${id}`))[0] ?? null

/**
 * Returns the balance that is not paid out yet, in cents. A payout's own transaction is among its lines; a manual
 * payout has no lines, and its sum is subtracted here.
 */
export async function balanceLeft(): Promise<Cents> {
  const [row] = await prisma.$queryRaw<{ left: string }[]>`
    SELECT coalesce(sum(net), 0)::text AS left FROM balance_transactions WHERE payout_id IS NULL`
  return centsOf(row?.left ?? '0')
}

interface FoundLine {
  id: number
  stripeId: string
  type: string
  at: Date
  gross: string
  fee: string
  net: string
  description: string | null
  paymentIntentId: string | null
  userId: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  bought: string | null
  lines: Prisma.JsonValue
  riders: LineRiders
  method: string | null
  paid: string | null
}

/** Lists the lines of payouts, oldest first, each with the payment of ours that it is about. */
export async function payoutLines(payoutIds: number[]): Promise<Map<number, PayoutLine[]>> {
  const rows = await prisma.$queryRaw<(FoundLine & { payoutId: number })[]>(sql`
    SELECT b.payout_id AS "payoutId", b.id, b.stripe_id AS "stripeId", b.type, b.provider_created_at AS at, b.amount::text AS gross,
           b.fee::text, b.net::text, b.description, b.stripe_payment_intent_id AS "paymentIntentId", t.user_id AS "userId",
           u.first_name AS "firstName", u.last_name AS "lastName", u.email, t.description AS bought, coalesce(t.lines, '[]') AS lines,
           CASE WHEN t.id IS NOT NULL THEN ${lineRidersSql(sql`t.lines`, sql`t.user_id`)} END AS riders, t.payment_method AS method,
           t.amount::text AS paid
    FROM balance_transactions b JOIN payouts p ON p.id = b.payout_id
    LEFT JOIN payment_transactions t ON t.stripe_payment_intent_id = b.stripe_payment_intent_id
    LEFT JOIN users u ON u.id = t.user_id
    WHERE b.payout_id = ANY(${payoutIds}) AND ${isLine} ORDER BY b.provider_created_at, b.type, b.net DESC, b.id`)
  const found = new Map<number, PayoutLine[]>()
  for (const { payoutId, ...row } of rows) found.set(payoutId, [...(found.get(payoutId) ?? []), toLine(row)])
  return found
}

function toLine(row: FoundLine): PayoutLine {
  const { id, stripeId, type, method, paymentIntentId } = row
  const lines = nameLines(readLines(row.lines), row.riders).map(lineName)
  const gross = centsOf(row.gross)
  return {
    id,
    stripeId,
    type,
    gross,
    method,
    paymentIntentId,
    date: dayInZone(getEnv().schoolTimezone, row.at),
    fee: centsOf(row.fee),
    net: centsOf(row.net),
    family: row.userId ? { id: row.userId, name: displayName(row) } : null,
    items: lines.length ? lines : [row.bought ?? row.description ?? type],
    problem: problemOf(type, gross, row),
  }
}

function problemOf(type: string, gross: Cents, { userId, paid }: FoundLine): string | null {
  if (groupOf(type) !== 'Payments') return null
  if (!userId || paid === null) return 'This payment is not in our books.'
  return centsOf(paid) === gross ? null : `Our books say ${formatCents(centsOf(paid))}.`
}
