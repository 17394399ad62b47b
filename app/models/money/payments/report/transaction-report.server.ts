import { Prisma } from '~/generated/prisma/client'
import { WENT_BACK } from '~/models/money/payments/payment-transaction'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { csvQueryResponse } from '~/platform/csv/csv.server'
import { getEnv } from '~/platform/env.server'
import { addDays, type LocalDate, startOfDayInZone } from '~/utils/dates'

const { raw, sql } = Prisma

/** The transactions of some days, the oldest first: days of the school, dollars with two places. @throws Refused `busy` */
export function transactionReport(start: LocalDate, end: LocalDate): Promise<Response> {
  const zone = getEnv().schoolTimezone
  const [from, before] = [startOfDayInZone(start, zone), startOfDayInZone(addDays(end, 1), zone)]
  return csvQueryResponse(`transactions_${start}_to_${end}.csv`, {
    columns: [
      { title: 'Date', sql: sql`(t.provider_created_at AT TIME ZONE ${zone})::date::text` },
      { title: 'Student', sql: sql`student.name`, free: true },
      { title: 'Email', sql: sql`t.customer_email`, free: true },
      { title: 'Amount', sql: sql`t.amount::text` },
      { title: 'Convenience Fee', sql: sql`t.fee::text` },
      { title: 'Refunded', sql: sql`(${raw(WENT_BACK.refunded)})::text` },
      { title: 'Currency', sql: sql`'USD'` },
      { title: 'Description', sql: sql`t.description`, free: true },
      { title: 'Type', sql: sql`CASE t.type WHEN 'subscription_creation' THEN 'Subscription' ELSE 'Payment' END` },
      { title: 'Status', sql: sql`t.status`, free: true },
      { title: 'Payment Method', sql: sql`t.payment_method`, free: true },
      {
        title: 'Riders',
        // A line for the payer alone names nobody.
        sql: sql`(SELECT string_agg(${raw(namesSql('r.first_name', 'r.last_name'))}, ', ' ORDER BY r.first_name, r.id) FROM users r
          WHERE t.lines <> '[]' AND r.id <> t.user_id
            AND r.id IN (SELECT line->>'riderId' FROM jsonb_array_elements(t.lines) line))`,
        free: true,
      },
      { title: 'Transaction ID', sql: sql`t.stripe_payment_intent_id`, free: true },
      { title: 'Disputed', sql: sql`(${raw(WENT_BACK.disputed)})::text` },
    ],
    table: sql`payment_transactions t`,
    // The offset makes the database build a name once per student instead of once per payment.
    joins: sql`JOIN LATERAL (
      SELECT ${raw(namesSql('u.first_name', 'u.last_name'))} AS name FROM users u WHERE u.id = t.user_id OFFSET 0
    ) AS student ON true`,
    where: sql`t.provider_created_at >= ${from}::timestamptz AND t.provider_created_at < ${before}::timestamptz`,
    key: [
      { column: sql`t.provider_created_at`, type: sql`timestamptz` },
      { column: sql`t.id`, type: sql`int` },
    ],
  })
}
