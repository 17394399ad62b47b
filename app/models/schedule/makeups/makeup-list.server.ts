import { namesSql } from '~/models/people/accounts/name-sql.server'
import { type MakeupRequest, requestStateSql } from '~/models/schedule/makeups/requests/request'
import { isLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { type MakeupFilter, type MakeupReason, type MakeupState, makeupStateSql } from '~/models/vocabulary/makeup'
import type { Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { addDays, type LocalDate } from '~/utils/dates'

/** The days within which an open makeup counts as expiring. */
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
  /** Whether the office booked it. */
  isBookedByOffice: boolean
  /** The last day before the office extended it, and why it did. */
  extendedFrom: LocalDate | null
  extendReason: string | null
  /** The last request. */
  request: MakeupRequest | null
}

const STATE = makeupStateSql('$1::date')

const LIST = `
  SELECT * FROM (
    SELECT m.id, m.student_id AS "riderId", ${namesSql('u.first_name', 'u.last_name')} AS rider, m.why,
           m.ride_date::text AS date, m.ride_time AS time, m.reason, m.lesson_type AS type, m.valid_to::text AS until,
           ${STATE} AS state, b.lesson_date::text AS "bookedDate", b.scheduled_time AS "bookedTime",
           m.revoke_reason AS "revokeReason", coalesce(a.role = 'admin', false) AS "isBookedByOffice",
           m.extended_from::text AS "extendedFrom", m.extend_reason AS "extendReason",
           CASE WHEN q.id IS NOT NULL THEN json_build_object('id', q.id, 'weekdays', q.weekdays, 'wish', q.wish, 'askedAt', q.created_at,
             'state', ${requestStateSql(STATE)}, 'answer', q.answer) END AS request
    FROM makeups m JOIN users u ON u.id = m.student_id LEFT JOIN makeup_bookings b ON b.makeup_id = m.id
    LEFT JOIN lessons r ON r.student_id = b.student_id AND r.scheduled_date = b.lesson_date AND r.scheduled_time = b.scheduled_time
    LEFT JOIN users a ON a.id = b.by_id
    LEFT JOIN LATERAL (SELECT * FROM makeup_requests WHERE makeup_id = m.id AND (NOT $7 OR by_id IN (
        SELECT id FROM users WHERE coalesce(merged_into_id, id) IN (m.student_id, u.guardian_id)))
      ORDER BY id DESC LIMIT 1) q ON true
    WHERE ($2::text[] IS NULL OR m.student_id = ANY($2)) AND ($3::int IS NULL OR m.id = $3)
      AND ($4 <> 'asked' OR m.id IN (SELECT makeup_id FROM makeup_requests WHERE closed_at IS NULL) AND u.hidden_at IS NULL)
  ) x
  WHERE $4 = 'all' OR ($4 = 'expiring' AND state = 'open' AND until <= $5) OR state = $4
    OR ($4 = 'asked' AND request->>'state' = 'open')
  ORDER BY CASE WHEN $4 = 'all' THEN NULL ELSE until END, CASE WHEN $4 = 'all' THEN -id ELSE id END LIMIT $6`

interface Asked {
  today: LocalDate
  filter?: MakeupFilter
  riderIds?: readonly string[]
  id?: number
  most?: number
  /** Whether it is for the family: a former guardian's request, and its answer, are hidden from the present one. */
  ownWords?: boolean
}

/** Lists makeups, those that expire first at the top; of all makeups, the newest first. */
export const listMakeups = ({
  today,
  filter = 'all',
  riderIds,
  id,
  most = 500,
  ownWords = false,
}: Asked): Promise<ListedMakeup[]> =>
  prisma.$queryRawUnsafe<ListedMakeup[]>(
    LIST,
    today,
    riderIds ?? null,
    id ?? null,
    filter,
    addDays(today, SOON),
    most,
    ownWords,
  )

/** A makeup that may be booked into a lesson. */
export type MakeupToUse = Pick<ListedMakeup, 'id' | 'riderId' | 'rider' | 'until'>

/** Returns the makeups of these riders that may be booked into a lesson: for each rider the one that expires first. */
export async function makeupsFor(
  { date, type }: Pick<Slot, 'date' | 'type'>,
  riderIds: readonly string[],
  today: LocalDate,
): Promise<MakeupToUse[]> {
  const [open, bases] = await Promise.all([listMakeups({ today, filter: 'open', riderIds }), readBaseTypes()])
  const fitting = open.filter((makeup) => isLike(bases, makeup.type, type) && makeup.until >= date)
  const firsts = fitting.filter(({ riderId }, i) => fitting.findIndex((other) => other.riderId === riderId) === i)
  return firsts.map(({ id, riderId, rider, until }) => ({ id, riderId, rider, until }))
}
