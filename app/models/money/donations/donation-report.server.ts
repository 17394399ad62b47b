import { Prisma } from '~/generated/prisma/client'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { today } from '~/platform/clock.server'
import { csvQueryResponse } from '~/platform/csv/csv.server'
import { getEnv } from '~/platform/env.server'

const { raw, sql } = Prisma

/** All donations as they were recorded, the oldest first: days of the school, dollars with two places. @throws Refused `busy` */
export function donationReport(): Promise<Response> {
  return csvQueryResponse(`donations_${today()}.csv`, {
    columns: [
      { title: 'Payment ID', sql: sql`t.zeffy_id`, free: true },
      { title: 'Payment Date', sql: sql`(t.donated_at AT TIME ZONE ${getEnv().schoolTimezone})::date::text` },
      { title: 'First Name', sql: sql`t.donor_first_name`, free: true },
      { title: 'Last Name', sql: sql`t.donor_last_name`, free: true },
      { title: 'Email', sql: sql`t.donor_email`, free: true },
      { title: 'Amount', sql: sql`t.amount::text` },
      { title: 'Currency', sql: sql`t.currency`, free: true },
      { title: 'Status', sql: sql`t.status`, free: true },
      { title: 'Recurring', sql: sql`CASE WHEN t.recurring THEN 'yes' ELSE 'no' END` },
      { title: 'Frequency', sql: sql`t.frequency`, free: true },
      { title: 'Purpose', sql: sql`t.purpose`, free: true },
      { title: 'Campaign', sql: sql`t.campaign_name`, free: true },
      { title: 'Payment Method', sql: sql`t.payment_method`, free: true },
      { title: 'Student ID', sql: sql`t.student_id`, free: true },
      {
        title: 'Student Name',
        sql: sql`coalesce(nullif(${raw(namesSql('u.first_name', 'u.last_name'))}, ''), u.email)`,
        free: true,
      },
      { title: 'Credit Left', sql: sql`(c.credit_amount - c.used_amount)::text` },
    ],
    table: sql`donations t`,
    joins: sql`LEFT JOIN users u ON u.id = t.student_id LEFT JOIN donation_credits c ON c.donation_id = t.id`,
    where: sql`true`,
    key: [{ column: sql`t.id`, type: sql`int` }],
  })
}
