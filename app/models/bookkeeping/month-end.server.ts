import { Prisma } from '~/generated/prisma/client'
import { offlineLines } from '~/models/money/payments/offline/offline-lines.server'
import { PAYMENT_METHODS } from '~/models/money/payments/offline/record-payment.schema'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { daysOfMonth, type Month, monthKey } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { csvQueryResponse } from '~/platform/csv/csv.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, startOfDayInZone } from '~/utils/dates'
import { type Cents, centsOf } from '~/utils/money'
import type { Account, Bridge, ExportFormat, MethodTotal, MonthEnd } from './month-end'
import { GROUPS } from './payout'

const { join, raw, sql } = Prisma

/** The most lines per file: QuickBooks Online and Xero accept 1,000 at a time. */
const PART = 900

/** Transfers, which only move money. */
const TRANSFERS = sql`('payout', 'payout_failure', 'payout_cancel')`

const cases = (column: Prisma.Sql, names: Readonly<Record<string, string>>, other: Prisma.Sql) =>
  sql`CASE ${column} ${join(
    Object.entries(names).map(([value, name]) => sql`WHEN ${value} THEN ${name}`),
    ' ',
  )} ELSE ${other} END`

const kindOf = cases(sql`b.type`, { ...GROUPS, payout: 'Payouts' }, sql`'Other'`)
const methodOf = cases(sql`m.method`, PAYMENT_METHODS, sql`coalesce(m.method, '')`)
/** Joins the lines of a text that donors type, because a program reads a file line by line. */
const inOneLine = (text: Prisma.Sql) => sql`btrim(regexp_replace(${text}, '[[:space:]]+', ' ', 'g'))`
const nameOf = (alias: string) => raw(namesSql(`${alias}.first_name`, `${alias}.last_name`))

/** Selects offline payments on a month's days, and what was typed into the grid for the month. */
const takenIn = (month: Month) => {
  const { from, to } = daysOfMonth(month)
  return sql`m.day BETWEEN ${from}::date AND ${to}::date AND (m."hasDay" OR ${paysFor(month)})`
}
const paysFor = ({ year, month }: Month) => sql`m.year = ${year}::integer AND m.month = ${month}::integer`

/**
 * Selects each line of a month of the school's money. `day` is one of the school, `ref` unique; `gross` less the
 * provider's `fee` is `net`, and `isTransfer` is what went to the bank. Offline payments have their own day; what was
 * typed into the grid has the 15th of its month, or today before that. Donations are those that the platform completed.
 */
function linesOf(month: Month): Prisma.Sql {
  const zone = getEnv().schoolTimezone
  const days = daysOfMonth(month)
  const [from, before] = [startOfDayInZone(days.from, zone), startOfDayInZone(addDays(days.to, 1), zone)]
  return sql`
    SELECT (b.provider_created_at AT TIME ZONE ${zone})::date AS day, b.stripe_id AS ref, 'stripe' AS account, ${kindOf} AS kind,
           b.type IN ${TRANSFERS} AS "isTransfer", ${nameOf('u')} AS family,
           (SELECT string_agg(${nameOf('r')}, ', ' ORDER BY r.first_name, r.id) FROM users r
            WHERE r.id <> t.user_id AND r.id IN (SELECT line->>'riderId' FROM jsonb_array_elements(t.lines) line)) AS riders,
           coalesce((SELECT string_agg(concat(line->>'name', CASE WHEN line->>'quantity' <> '1' THEN ' × ' || (line->>'quantity') END), '; ')
                     FROM jsonb_array_elements(t.lines) line), t.description, b.description) AS items,
           t.payment_method AS method, b.amount AS gross, b.fee, b.net,
           coalesce(b.stripe_payment_intent_id, b.source, b.stripe_id) AS reference
    FROM balance_transactions b
    LEFT JOIN payment_transactions t ON t.stripe_payment_intent_id = b.stripe_payment_intent_id
    LEFT JOIN users u ON u.id = t.user_id
    WHERE b.provider_created_at >= ${from}::timestamptz AND b.provider_created_at < ${before}::timestamptz
    UNION ALL
    SELECT CASE WHEN m."hasDay" THEN m.day ELSE greatest(${days.from}::date, least(m.day, ${today()}::date)) END, m.ref, 'office',
           'Offline payments', false,
           CASE WHEN g.id IS NULL THEN ${nameOf('u')} ELSE ${nameOf('g')} END, CASE WHEN g.id IS NOT NULL THEN ${nameOf('u')} END,
           'Offline payment', ${methodOf}, m.amount, 0, m.amount, m.ref
    FROM ${offlineLines} m JOIN users u ON u.id = m.user_id
    LEFT JOIN users g ON g.id = u.guardian_id
    WHERE ${takenIn(month)}
    UNION ALL
    SELECT (d.donated_at AT TIME ZONE ${zone})::date, concat('donation-', d.id), 'office', 'Donations', false,
           ${inOneLine(raw(namesSql('d.donor_first_name', 'd.donor_last_name')))}, NULL,
           ${inOneLine(sql`coalesce(d.purpose, d.campaign_name, 'Donation')`)},
           d.payment_method, d.amount, 0, d.amount, d.zeffy_id
    FROM donations d
    WHERE d.status = 'completed' AND d.donated_at >= ${from}::timestamptz AND d.donated_at < ${before}::timestamptz`
}

/** A line's method without the last digits of a card or an account, as the office sums it up. */
const METHOD = sql`CASE
  WHEN l.account = 'stripe' AND l.method IS NULL THEN 'Stripe, no payment method'
  WHEN l.account = 'stripe' AND l.method LIKE 'Bank account%' THEN 'Bank account (Stripe)'
  WHEN l.account = 'stripe' THEN 'Card (Stripe)'
  WHEN l.kind = 'Donations' THEN 'Donations (Zeffy)'
  ELSE coalesce(nullif(l.method, ''), 'Typed into the grid') END`

/** Selects what a program imports for an account: the gross and the fee of a line are separate lines, so that both can be booked. */
const bookedOf = (month: Month) => sql`
  SELECT l.*, side.name AS side, side.cents, row_number() OVER (PARTITION BY account ORDER BY l.day, l.ref, side.name) AS n
  FROM (${linesOf(month)}) l
  CROSS JOIN LATERAL (VALUES ('1', l.gross), ('2', -l.fee)) side (name, cents) WHERE side.cents <> 0`

/** The job that compares payouts and balance transactions. */
const LAST_COMPARISON = 'reconcile-payouts-full'

/** Returns until when the provider's balance transactions are complete in the books; null if they were never compared. */
export async function completeUpTo(): Promise<Date | null> {
  const run = await prisma.jobRun.findUnique({ where: { name: LAST_COMPARISON }, select: { finishedAt: true } })
  return run?.finishedAt ?? null
}

/** Whether all balance transactions of a month are in the books by then. */
export function isComplete(month: Month, upTo: Date | null): boolean {
  const over = startOfDayInZone(addDays(daysOfMonth(month).to, 1), getEnv().schoolTimezone)
  return upTo !== null && upTo >= over
}

/** Whether the month is complete, which it is if nothing was ever paid through the provider. */
const isWhole = async (month: Month): Promise<boolean> =>
  isComplete(month, await completeUpTo()) || (await prisma.paymentTransaction.count()) === 0

const INCOME = Object.entries(GROUPS).flatMap(([type, group]) => (group === 'Payments' ? [type] : []))

/** Returns the bridge. A failed payment is on neither side: its balance transactions, if any, cancel each other out. */
async function bridgeOf(month: Month): Promise<Bridge> {
  const zone = getEnv().schoolTimezone
  const days = daysOfMonth(month)
  const [from, before] = [startOfDayInZone(days.from, zone), startOfDayInZone(addDays(days.to, 1), zone)]
  const [row] = await prisma.$queryRaw<Record<keyof Bridge, string>[]>(sql`
    SELECT (SELECT coalesce(sum(m.amount), 0) FROM ${offlineLines} m WHERE ${takenIn(month)} AND NOT (${paysFor(month)}))::text AS "forOthers",
           (SELECT coalesce(sum(m.amount), 0) FROM ${offlineLines} m WHERE ${paysFor(month)} AND NOT (${takenIn(month)}))::text AS "inOthers",
           (SELECT coalesce(sum(t.amount), 0) FROM balance_transactions b
            JOIN payment_transactions t ON t.stripe_payment_intent_id = b.stripe_payment_intent_id
            WHERE b.type = ANY(${INCOME}) AND b.provider_created_at >= ${from}::timestamptz AND b.provider_created_at < ${before}::timestamptz
              AND t.provider_created_at < ${from}::timestamptz AND t.status <> 'failed')::text AS before,
           (SELECT coalesce(sum(t.amount), 0) FROM payment_transactions t
            LEFT JOIN balance_transactions b ON b.stripe_payment_intent_id = t.stripe_payment_intent_id AND b.type = ANY(${INCOME})
            WHERE t.provider_created_at >= ${from}::timestamptz AND t.provider_created_at < ${before}::timestamptz
              AND t.status <> 'failed'
              AND (b.provider_created_at >= ${before}::timestamptz OR (b.id IS NULL AND t.status = 'processing')))::text AS underway`)
  const cents = (of: keyof Bridge) => centsOf(row?.[of] ?? '0')
  return {
    before: cents('before'),
    underway: cents('underway'),
    forOthers: cents('forOthers'),
    inOthers: cents('inOthers'),
  }
}

type Sums<Amount> = Record<'gross' | 'fee' | 'net', Amount>

const inCents = <Row extends Sums<string>>({
  gross,
  fee,
  net,
  ...row
}: Row): Omit<Row, keyof Sums<0>> & Sums<Cents> => ({
  ...row,
  gross: centsOf(gross),
  fee: centsOf(fee),
  net: centsOf(net),
})

/** Returns the sums of a month, to which its files add up. */
export async function monthEndReport(month: Month): Promise<MonthEnd> {
  const rows = await prisma.$queryRaw<
    (Sums<string> & { account: Account; kind: string; isTransfer: boolean; lines: number })[]
  >(sql`
    SELECT account, kind, "isTransfer", count(*)::integer AS lines, sum(gross)::text AS gross, sum(fee)::text AS fee, sum(net)::text AS net
    FROM (${linesOf(month)}) l GROUP BY 1, 2, 3 ORDER BY account DESC, min(day), kind`)
  const methods = await prisma.$queryRaw<(Sums<string> & Pick<MethodTotal, 'method' | 'lines'>)[]>(sql`
    SELECT ${METHOD} AS method, count(*)::integer AS lines, sum(gross)::text AS gross, sum(fee)::text AS fee, sum(net)::text AS net
    FROM (${linesOf(month)}) l WHERE NOT "isTransfer" GROUP BY 1 ORDER BY min(l.account) DESC, 1`)
  const booked = await prisma.$queryRaw<{ account: Account; count: number }[]>(sql`
    SELECT account, count(*)::integer AS count FROM (${bookedOf(month)}) l GROUP BY 1`)
  const partsOf = (account: Account) =>
    Math.max(1, Math.ceil((booked.find((one) => one.account === account)?.count ?? 0) / PART))
  const totals = rows.map(inCents)
  return {
    kinds: totals.flatMap(({ isTransfer, ...row }) => (isTransfer ? [] : [row])),
    methods: methods.map(inCents),
    paidOut: -totals.reduce((sum, { isTransfer, net }) => sum + (isTransfer ? net : 0), 0),
    parts: { stripe: partsOf('stripe'), office: partsOf('office') },
    bridge: await bridgeOf(month),
  }
}

const DETAILS = [
  { title: 'Date', sql: sql`t.day::text` },
  { title: 'Kind', sql: sql`t.kind` },
  { title: 'Family', sql: sql`t.family`, free: true },
  { title: 'Riders', sql: sql`t.riders`, free: true },
  { title: 'Items', sql: sql`t.items`, free: true },
  { title: 'Payment Method', sql: sql`t.method`, free: true },
  { title: 'Gross', sql: sql`t.gross::numeric(12,2)::text` },
  { title: 'Fee', sql: sql`t.fee::numeric(12,2)::text` },
  { title: 'Net', sql: sql`t.net::numeric(12,2)::text` },
  { title: 'Reference', sql: sql`t.reference`, free: true },
]

const kindSql = sql`CASE WHEN t.side = '2' THEN 'Stripe fee' WHEN t.kind = 'Payments' THEN NULL ELSE t.kind END`
const family = sql`coalesce(nullif(t.family, ''), CASE WHEN t.account = 'stripe' THEN 'Stripe' END)`
const cents = { title: 'Amount', sql: sql`t.cents::numeric(12,2)::text` }

const QUICKBOOKS = [
  { title: 'Date', sql: sql`to_char(t.day, 'MM/DD/YYYY')` },
  {
    title: 'Description',
    sql: sql`concat_ws(' - ', ${kindSql}, ${family}, nullif(t.riders, ''), t.items, nullif(t.method, ''))`,
    free: true,
  },
  cents,
]

const XERO = [
  { title: 'Date', sql: sql`t.day::text` },
  cents,
  { title: 'Payee', sql: family, free: true },
  {
    title: 'Description',
    sql: sql`concat_ws(' - ', ${kindSql}, nullif(t.riders, ''), t.items, nullif(t.method, ''))`,
    free: true,
  },
  { title: 'Reference', sql: sql`t.reference`, free: true },
]

/**
 * Returns a month as a file, named `incomplete` until the provider was asked after its end: every line except transfers
 * with its gross, fee and net, or a part of what a program imports for an account, including transfers.
 * @throws Refused `busy`
 */
export async function monthEndFile(
  month: Month,
  format: ExportFormat,
  account: Account,
  part: number,
): Promise<Response> {
  const day = { column: sql`t.day`, type: sql`date` }
  const ref = { column: sql`t.ref`, type: sql`text` }
  const ofStripe = format === 'details' || account === 'stripe'
  const state = ofStripe && !(await isWhole(month)) ? '_incomplete' : ''
  const name = `${format}_${monthKey(month)}`
  if (format === 'details') {
    return csvQueryResponse(`month-end_${monthKey(month)}${state}.csv`, {
      columns: DETAILS,
      table: sql`(${linesOf(month)}) t`,
      joins: Prisma.empty,
      where: sql`NOT t."isTransfer"`,
      key: [day, ref],
    })
  }
  return csvQueryResponse(
    `${name}_${account}${part > 1 ? `_${part}` : ''}${state}.csv`,
    {
      columns: format === 'quickbooks' ? QUICKBOOKS : XERO,
      table: sql`(${bookedOf(month)}) t`,
      joins: Prisma.empty,
      where: sql`t.account = ${account} AND t.n > ${(part - 1) * PART}::integer AND t.n <= ${part * PART}::integer`,
      key: [day, ref, { column: sql`t.side`, type: sql`text` }],
    },
    true,
  )
}
