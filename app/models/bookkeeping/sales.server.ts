import { Prisma } from '~/generated/prisma/client'
import { isKept, monthsOfYear, schoolYear } from '~/models/money/payments/payment-year.server'
import { prisma } from '~/platform/db.server'
import { MONTHS } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { type Sales, sumOf } from './sales'

const { sql } = Prisma

/** The name for payments from before their lines were stored. */
const NO_LINES = 'Without items'

/**
 * What the catalog calls the item of a line now: what was renamed stays one row. A line that the version before wrote
 * names no item; the line's order knows it.
 */
const nameToday = sql`coalesce(
  (SELECT p.name FROM packages p WHERE p.id = (line->>'packageId')::integer),
  (SELECT a.name FROM add_ons a WHERE a.id = (line->>'addOnId')::integer),
  (SELECT coalesce(p.name, a.name)
   FROM order_items i LEFT JOIN packages p ON p.id = i.package_id LEFT JOIN add_ons a ON a.id = i.add_on_id
   WHERE i.name = line->>'name' AND i.order_id = coalesce(t.order_id, (SELECT s.order_id FROM subscriptions s WHERE s.id = t.subscription_id))
   LIMIT 1))`

/**
 * Splits what is kept of a payment `t` by what it was for: `name`, null for the convenience fee, and `share`. A refund
 * reduces each share, or the lines that it names; a fee that was refunded whole does not reduce the rest. The shares
 * add up to the cent.
 */
const sharesOfItems = sql`(
  SELECT name, round(kept * upto / whole, 2) - round(kept * (upto - part) / whole, 2) AS share
  FROM (
    SELECT name, part, t.amount - t.amount_refunded AS kept, sum(part) OVER (ORDER BY name NULLS LAST) AS upto,
           sum(part) OVER () AS whole
    FROM (
      SELECT name, sum(part) AS part FROM (
        SELECT coalesce(${nameToday}, line->>'name') AS name, ((line->>'amount')::numeric - coalesce((line->>'back')::numeric, 0)) / 100 AS part FROM jsonb_array_elements(t.lines) line
        UNION ALL
        SELECT coalesce(nullif(array_to_string(t.packages, ', '), ''), ${NO_LINES}), t.amount - t.fee
        WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(t.lines) line WHERE (line->>'amount')::numeric > 0)
        UNION ALL
        SELECT NULL, t.fee - (SELECT coalesce(sum((line->>'feeBack')::numeric), 0) / 100 FROM jsonb_array_elements(t.lines) line)
        WHERE NOT t.fee_returned) found
      GROUP BY 1 HAVING sum(part) > 0) parts) sums)`

/** Returns a year of sales, of the same payments and months as `schoolYear`. */
export async function salesOfYear(year: number): Promise<Sales> {
  const { month, isInYear } = monthsOfYear(year)
  const [rows, { portal, offline }] = await Promise.all([
    prisma.$queryRaw<{ name: string | null; month: number; total: string }[]>(sql`
      SELECT name, ${month} AS month, sum(share)::text AS total
      FROM payment_transactions t CROSS JOIN LATERAL ${sharesOfItems} shares WHERE ${isInYear} AND ${isKept}
      GROUP BY 1, 2`),
    schoolYear(year),
  ])
  const found = new Map<string | null, number[]>()
  for (const { name, month, total } of rows) {
    const months = found.get(name) ?? MONTHS.map(() => 0)
    months[month - 1] = centsOf(total)
    found.set(name, months)
  }
  const items = [...found].flatMap(([name, months]) => (name !== null && sumOf(months) ? [{ name, months }] : []))
  items.sort((a, b) => sumOf(b.months) - sumOf(a.months) || a.name.localeCompare(b.name))
  return { items, fees: found.get(null) ?? MONTHS.map(() => 0), portal, offline }
}
