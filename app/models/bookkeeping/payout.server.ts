import { Prisma } from '~/generated/prisma/client'
import { prisma } from '~/platform/db.server'
import { type Db, withTx } from '~/platform/tx.server'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { type Cents, centsOf, decimalOf } from '~/utils/money'
import type { PayoutStatus } from './payout'

/** A payout as the provider reports it. Amounts are in cents. */
interface PayoutRecord {
  stripeId: string
  amount: Cents
  status: PayoutStatus
  arrives: LocalDate
  automatic: boolean
  itemized: boolean
  failureMessage: string | null
  createdAt: Date
}

/** A balance transaction as the provider reports it: `net` is `amount` less `fee`, in cents. */
export interface BalanceRecord {
  stripeId: string
  type: string
  amount: Cents
  fee: Cents
  net: Cents
  description: string | null
  source: string | null
  paymentIntentId: string | null
  availableAt: Date
  createdAt: Date
}

/** Returns the stored version of a payout; 0 for an unknown one. */
export async function payoutVersion(stripeId: string): Promise<number> {
  const row = await prisma.payout.findUnique({ where: { stripePayoutId: stripeId }, select: { version: true } })
  return row?.version ?? 0
}

/**
 * Stores a payout with all of its lines; null leaves the lines as they are. Returns false, and stores nothing, if a
 * different answer of the provider was stored since version `known`.
 */
export const storePayout = (known: number, record: PayoutRecord, lines: BalanceRecord[] | null): Promise<boolean> =>
  withTx(async (tx) => {
    const { stripeId: stripePayoutId, amount, arrives, createdAt, ...rest } = record
    const data = { ...rest, amount: decimalOf(amount), arrivalDate: toDbDate(arrives), providerCreatedAt: createdAt }
    await tx.payout.createMany({ data: { ...data, stripePayoutId }, skipDuplicates: true })
    await tx.$queryRaw`SELECT FROM payouts WHERE stripe_payout_id = ${stripePayoutId} FOR UPDATE`
    const row = await tx.payout.findUniqueOrThrow({ where: { stripePayoutId } })
    const isSame =
      centsOf(row.amount) === amount &&
      row.status === record.status &&
      row.itemized === record.itemized &&
      row.failureMessage === record.failureMessage &&
      fromDbDate(row.arrivalDate) === arrives
    if (row.version !== known && !isSame) return false
    if (row.version === 0 || !isSame) {
      await tx.payout.update({ where: { id: row.id }, data: { ...data, version: { increment: 1 } } })
    }
    if (!lines) return true
    await writeLines(tx, lines, row.id)
    await tx.balanceTransaction.updateMany({
      where: { payoutId: row.id, stripeId: { notIn: lines.map(({ stripeId }) => stripeId) } },
      data: { payoutId: null },
    })
    return true
  })

/** Stores balance transactions. Those that were paid out already stay with their payout. */
export const storeBalance = (lines: BalanceRecord[]): Promise<void> => withTx((tx) => writeLines(tx, lines, null))

const PAGE = 500

/** Writes in a fixed order, so that two processes wait for each other. */
async function writeLines(tx: Db, lines: BalanceRecord[], payoutId: number | null): Promise<void> {
  const sorted = [...lines].sort((a, b) => (a.stripeId < b.stripeId ? -1 : 1))
  for (let i = 0; i < sorted.length; i += PAGE) {
    const values = sorted.slice(i, i + PAGE).map(
      ({ stripeId, type, amount, fee, net, description, source, paymentIntentId, availableAt, createdAt }) =>
        Prisma.sql`(${stripeId}, ${payoutId}::integer, ${type}, ${decimalOf(amount)}::numeric, ${decimalOf(fee)}::numeric,
            ${decimalOf(net)}::numeric, ${description}, ${source}, ${paymentIntentId}, ${availableAt}::timestamptz,
            ${createdAt}::timestamptz)`,
    )
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO balance_transactions (stripe_id, payout_id, type, amount, fee, net, description, source,
                                        stripe_payment_intent_id, available_at, provider_created_at)
      VALUES ${Prisma.join(values)}
      ON CONFLICT (stripe_id) DO UPDATE SET
        payout_id = coalesce(excluded.payout_id, balance_transactions.payout_id),
        stripe_payment_intent_id = coalesce(excluded.stripe_payment_intent_id, balance_transactions.stripe_payment_intent_id),
        amount = excluded.amount, fee = excluded.fee, net = excluded.net, available_at = excluded.available_at`)
  }
}

/** A condition on `payouts p`: it may still change, or its lines do not add up. */
const UNCLEAR = Prisma.sql`(p.status IN ('pending', 'in_transit') OR p.automatic AND (NOT p.itemized OR p.amount <> (
  SELECT coalesce(sum(net), 0) FROM balance_transactions b WHERE b.payout_id = p.id AND b.source IS DISTINCT FROM p.stripe_payout_id)))`

/** Lists payouts that are unclear, and those that can fail after they arrived, without those that are the office's. */
export async function unfinishedPayouts(arrivedSince: LocalDate): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ id: string }[]>`
    SELECT stripe_payout_id AS id FROM payouts p
    WHERE (${UNCLEAR} OR p.status = 'paid' AND p.arrival_date >= ${arrivedSince}::date)
      AND NOT EXISTS (SELECT FROM payment_issues i WHERE i.stripe_id = p.stripe_payout_id AND i.outcome IS DISTINCT FROM 'gone')`
  return rows.map(({ id }) => id)
}

/** Returns which of these payouts are unclear though they should have arrived before a day. The amount is in cents. */
export async function stuckPayouts(
  ids: readonly string[],
  arrivedBefore: LocalDate,
): Promise<{ id: string; amount: Cents; arrives: LocalDate }[]> {
  const rows = await prisma.$queryRaw<{ id: string; amount: string; arrives: LocalDate }[]>`
    SELECT stripe_payout_id AS id, amount::text, arrival_date::text AS arrives FROM payouts p
    WHERE stripe_payout_id = ANY(${ids}) AND arrival_date < ${arrivedBefore}::date AND ${UNCLEAR} ORDER BY p.id`
  return rows.map(({ amount, ...row }) => ({ ...row, amount: centsOf(amount) }))
}
