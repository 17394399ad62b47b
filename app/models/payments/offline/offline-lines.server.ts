import { Prisma } from '~/generated/prisma/client'
import type { PaymentMethod } from './record-payment.schema'

/**
 * A query of what was paid to the office: each recorded payment with its day, and what was typed into the grid for a month beside them,
 * which has no number and no day of its own: `day` is the 15th. `year` and `month` are the month that it pays, `ref` names a line for ever.
 */
export const OFFLINE_LINES = `
  SELECT y.user_id, y.year, p.month, p.id, p.amount, p.method, p.paid_on AS day, true AS "hasDay", 'offline-' || p.id AS ref
  FROM recorded_payments p JOIN offline_payments y ON y.id = p.record_id
  UNION ALL
  SELECT y.user_id, y.year, m.month, NULL, m.amount - recorded.amount, m.method, make_date(y.year, m.month, 15), false,
         'offline-' || m.record_id || '-' || m.month
  FROM offline_payment_months m JOIN offline_payments y ON y.id = m.record_id
  CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS amount FROM recorded_payments p
                      WHERE p.record_id = m.record_id AND p.month = m.month) recorded
  WHERE m.amount > recorded.amount`

/** To stand behind FROM. */
export const offlineLines = Prisma.raw(`(${OFFLINE_LINES})`)

export interface OfflineLine {
  /** Of a recorded payment; null for what was typed into the grid. */
  id: number | null
  userId: string
  /** That it pays. */
  year: number
  month: number
  /** The day of the payment, or the 15th of a month that was typed into the grid. */
  day: string
  /** One of `PaymentMethod`, or what a version before this one wrote. */
  method: PaymentMethod | string | null
}
