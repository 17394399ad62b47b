import { t } from '#text'
import { type MakeupState, makeupStateSql } from '~/models/vocabulary/makeup'
import { today } from '~/platform/clock.server'
import { notFound } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'

export interface LockedMakeup {
  id: number
  riderId: string
  type: string
  until: LocalDate
  state: MakeupState
  extendedFrom: LocalDate | null
  extendedTo: LocalDate | null
  bookedDate: LocalDate | null
}

/** Locks a makeup until the transaction ends. @throws Refused 404 without it. */
export async function lockMakeup(tx: Tx, id: number): Promise<LockedMakeup> {
  await tx.$queryRaw`SELECT id FROM makeups WHERE id = ${id} FOR UPDATE`
  // A separate statement: it sees what someone else wrote while this waited for the lock.
  const [row] = await tx.$queryRawUnsafe<LockedMakeup[]>(
    `SELECT m.id, m.student_id AS "riderId", m.lesson_type AS type, m.valid_to::text AS until, ${makeupStateSql('$2::date')} AS state,
            m.extended_from::text AS "extendedFrom", m.extended_to::text AS "extendedTo", b.lesson_date::text AS "bookedDate"
     FROM makeups m LEFT JOIN makeup_bookings b ON b.makeup_id = m.id
     LEFT JOIN lessons r ON r.student_id = b.student_id AND r.scheduled_date = b.lesson_date AND r.scheduled_time = b.scheduled_time
     WHERE m.id = $1`,
    id,
    today(),
  )
  if (!row) throw notFound(t('This makeup no longer exists'))
  return row
}
