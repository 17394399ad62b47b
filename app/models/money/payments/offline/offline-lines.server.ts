import { Prisma } from '~/generated/prisma/client'
import type { LocalDate } from '~/utils/dates'
import type { PaymentMethod } from './record-payment.schema'

/**
 * Selects what was paid to the office: each recorded payment with its day, and separately the amount typed into the
 * grid for a month, which has no ID and no day: `day` is then the 15th. `year` and `month` are the month that it pays,
 * `ref` identifies a line permanently.
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

/** For use after FROM. */
export const offlineLines = Prisma.raw(`(${OFFLINE_LINES})`)

export interface OfflineLine {
  /** The ID of a recorded payment; null for an amount typed into the grid. */
  id: number | null
  userId: string
  /** The year of the month that it pays. */
  year: number
  month: number
  /** The day of the payment, or the 15th of a month that was typed into the grid. */
  day: LocalDate
  /** One of `PaymentMethod`, or a value of an earlier version. */
  method: PaymentMethod | string | null
}
