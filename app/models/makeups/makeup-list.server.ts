import { namesSql } from '~/models/accounts/name-sql.server'
import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate } from '~/utils/dates'
import { type MakeupFilter, type MakeupReason, type MakeupState, makeupStateSql } from './makeup'

/** Days within which an open makeup is about to expire. */
const SOON = 14

export interface ListedMakeup extends MakeupReason {
  id: number
  riderId: string
  rider: string
  type: string
  until: LocalDate
  state: MakeupState
  bookedDate: LocalDate | null
  bookedTime: string | null
  revokeReason: string | null
}

const LIST = `
  SELECT * FROM (
    SELECT m.id, m.student_id AS "riderId", ${namesSql('u.first_name', 'u.last_name')} AS rider, m.why,
           m.ride_date::text AS date, m.ride_time AS time, m.reason, m.lesson_type AS type, m.valid_to::text AS until,
           ${makeupStateSql('$1::date')} AS state, b.lesson_date::text AS "bookedDate", b.scheduled_time AS "bookedTime",
           m.revoke_reason AS "revokeReason"
    FROM makeups m JOIN users u ON u.id = m.student_id LEFT JOIN makeup_bookings b ON b.makeup_id = m.id
    LEFT JOIN lessons r ON r.student_id = b.student_id AND r.scheduled_date = b.lesson_date AND r.scheduled_time = b.scheduled_time
    WHERE ($2::text IS NULL OR m.student_id = $2) AND ($3::int IS NULL OR m.id = $3)
  ) x
  WHERE $4 = 'all' OR ($4 = 'expiring' AND state = 'open' AND until <= $5) OR state = $4
  ORDER BY until, id LIMIT $6`

interface Asked {
  today: LocalDate
  filter?: MakeupFilter
  riderId?: string
  id?: number
  most?: number
}

/** Those that end first come first. */
export const listMakeups = ({ today, filter = 'all', riderId, id, most = 500 }: Asked): Promise<ListedMakeup[]> =>
  prisma.$queryRawUnsafe<ListedMakeup[]>(LIST, today, riderId ?? null, id ?? null, filter, addDays(today, SOON), most)
