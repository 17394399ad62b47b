import { Prisma } from '~/generated/prisma/client'
import { DRAFT_DAYS, DRAFT_FROM, RENEWS_UNTIL } from '~/models/allowance/renewal-sql'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { today } from '~/platform/clock.server'
import { addDays, type LocalDate } from '~/utils/dates'

/** A condition on `subscriptions s`: it is running, and charges for the month between these days. */
export const runsIn = (from: LocalDate, to: LocalDate) => Prisma.sql`
  s.status IN (${Prisma.join(RUNNING_STATUSES)}) AND (s.ends_on IS NULL OR s.ends_on >= ${from}::date)
  AND coalesce((SELECT o.valid_from FROM orders o WHERE o.id = s.order_id), s.created_at::date) <= ${to}::date`

/** A condition on `subscriptions s`: the month from this day on is charged automatically, and not due before that. */
export const renewsFrom = (from: LocalDate) =>
  from < addDays(today(), -DRAFT_DAYS)
    ? Prisma.sql`false`
    : Prisma.sql`(s.status IN (${Prisma.join(RUNNING_STATUSES)})
        AND coalesce(${Prisma.raw(DRAFT_FROM)}, s.current_period_end) <= ${from}::date
        AND coalesce(${Prisma.raw(RENEWS_UNTIL)} >= ${from}::date, true))`

/** A condition on `package_purchases b`: it is valid on a day between these. */
export const isValidBetween = (from: LocalDate, to: LocalDate) => Prisma.sql`
  b.valid_from <= ${to}::date AND b.valid_to >= ${from}::date`

/**
 * A condition on `package_purchases b`: a pending payment failed, or the bank took it back. A payment at the school
 * that the office undid waits as an order.
 */
export const isWithdrawnPayment = Prisma.sql`
  b.status = 'withdrawn' AND coalesce(b.order_id::text, b.stripe_payment_intent_id, b.stripe_invoice_id) IS NOT NULL
  AND NOT EXISTS (SELECT FROM orders o WHERE o.id = b.order_id AND o.method_type = 'school')`

/**
 * Selects what `u` has to pay for the month between these days: `what`, `owed` in dollars, `packageId`. No row without
 * a package. The office's grant takes precedence over the running subscription, and that over a failed payment.
 */
export const owedSql = (from: LocalDate, to: LocalDate) => Prisma.sql`
  SELECT what, owed, "packageId" FROM (
    SELECT 1 AS rank, string_agg(k.name, ', ' ORDER BY b.id) AS what, sum(k.price * b.quantity) AS owed, max(k.id) AS "packageId"
    FROM package_purchases b JOIN packages k ON k.id = b.package_id
    WHERE b.user_id = u.id AND b.status = 'active' AND ${isValidBetween(from, to)}
    HAVING count(*) > 0
    UNION ALL
    SELECT 2, coalesce(k.name, 'Add-ons Only'),
           CASE WHEN k.id IS NULL THEN 0 ELSE s.package_price END
             + coalesce((SELECT sum(a.quantity * a.unit_price) FROM subscription_add_ons a WHERE a.subscription_id = s.id), 0), NULL
    FROM subscriptions s LEFT JOIN packages k ON k.id = s.package_id
    WHERE s.rider_id = u.id AND ${runsIn(from, to)}
    UNION ALL
    SELECT 3, coalesce(k.name, 'Add-ons Only'),
           (SELECT sum(i.quantity * i.unit_price) FROM order_items i WHERE i.order_id = b.order_id AND i.rider_id = u.id), k.id
    FROM package_purchases b LEFT JOIN packages k ON k.id = b.package_id
    WHERE b.order_id IS NOT NULL AND b.user_id = u.id AND ${isValidBetween(from, to)} AND ${isWithdrawnPayment}) d
  ORDER BY rank LIMIT 1`

/** Selects the day after the last paid day before `from`, or null. */
export const unpaidSinceSql = (from: LocalDate) => Prisma.sql`(greatest(
  (SELECT max(b.valid_to) FROM package_purchases b
   WHERE b.user_id = u.id AND b.status = 'active' AND b.valid_to < ${from}::date
     AND coalesce(b.order_id::text, b.stripe_payment_intent_id, b.stripe_invoice_id) IS NOT NULL),
  (SELECT (make_date(y.year, m.month, 1) + interval '1 month - 1 day')::date FROM offline_payments y
   CROSS JOIN LATERAL (SELECT max(m.month) AS month FROM offline_payment_months m
                       WHERE m.record_id = y.id AND m.amount > 0 AND make_date(y.year, m.month, 1) < ${from}::date) m
   WHERE y.user_id = u.id AND m.month IS NOT NULL ORDER BY y.year DESC LIMIT 1),
  (SELECT max((make_date(x.year, x.month, 1) + interval '1 month - 1 day')::date) FROM donation_credits c
   JOIN donation_credit_uses x ON x.credit_id = c.id JOIN donations e ON e.id = c.donation_id AND e.status = 'completed'
   WHERE c.user_id = u.id AND x.undone_at IS NULL AND make_date(x.year, x.month, 1) < ${from}::date)) + 1)`
