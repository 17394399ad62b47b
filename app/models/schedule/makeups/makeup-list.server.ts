import { namesSql } from '~/models/people/accounts/name-sql.server'
import { type MakeupRequest, requestStateSql } from '~/models/schedule/makeups/requests/request'
import { isLike } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { type MakeupFilter, type MakeupReason, type MakeupState, makeupStateSql } from '~/models/vocabulary/makeup'
import type { Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { fromDbDate, type LocalDate } from '~/utils/dates'

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

/** What the index finds of each filter: whatever is open has not expired. */
const NARROWED: Record<MakeupFilter, string> = {
  all: 'true',
  booked: 'b.id IS NOT NULL',
  open: 'm.valid_to >= $1::date',
  expiring: `m.valid_to BETWEEN $1::date AND $1::date + ${SOON}`,
  asked: `m.valid_to >= $1::date AND u.hidden_at IS NULL
      AND EXISTS (SELECT FROM makeup_requests o WHERE o.makeup_id = m.id AND o.closed_at IS NULL)`,
}

const SHOWN: Record<MakeupFilter, string> = {
  all: 'true',
  booked: `state = 'booked'`,
  open: `state = 'open'`,
  expiring: `state = 'open'`,
  asked: `request->>'state' = 'open'`,
}

/**
 * Returns the statement for today, the most, and whether it is for the family, `$1` to `$3`. Each filter and scope has
 * a text of its own, because one plan for any value would read every makeup that ever was.
 */
const listSql = (filter: MakeupFilter, scope: readonly string[]) => `
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
    LEFT JOIN LATERAL (SELECT * FROM makeup_requests WHERE makeup_id = m.id AND (NOT $3 OR by_id IN (
        SELECT id FROM users WHERE coalesce(merged_into_id, id) IN (m.student_id, u.guardian_id)))
      ORDER BY id DESC LIMIT 1) q ON true
    WHERE ${[...scope, NARROWED[filter]].join(' AND ')}
  ) x
  WHERE ${SHOWN[filter]} ORDER BY ${filter === 'all' ? 'id DESC' : 'until, id'} LIMIT $2`

/** Whose row may be gone by now, or expire on another day. */
type Last = Pick<ListedMakeup, 'id' | 'until'>

const beyond = (filter: MakeupFilter, { id, until }: Last, value: (given: unknown) => string) =>
  filter === 'all' ? `m.id < ${value(id)}::int` : `(m.valid_to, m.id) > (${value(until)}::date, ${value(id)}::int)`

/** The most makeups of one answer. */
const PAGE = 500

interface Asked {
  today: LocalDate
  filter?: MakeupFilter
  riderIds?: readonly string[]
  id?: number
  /** Whether removed students are left out. */
  listed?: boolean
  /** The makeup after which the list goes on. */
  after?: Last
  most?: number
  /** Whether it is for the family: a former guardian's request, and its answer, are hidden from the present one. */
  ownWords?: boolean
}

/** Lists makeups, those that expire first at the top; of all makeups, the newest first. */
export function listMakeups({
  today,
  filter = 'all',
  riderIds,
  id,
  listed = false,
  after,
  most = PAGE,
  ownWords = false,
}: Asked): Promise<ListedMakeup[]> {
  const values: unknown[] = [today, most, ownWords]
  const value = (given: unknown) => `$${values.push(given)}`
  const scope = [
    ...(riderIds ? [`m.student_id = ANY(${value(riderIds)}::text[])`] : []),
    ...(id === undefined ? [] : [`m.id = ${value(id)}::int`]),
    ...(listed ? ['u.hidden_at IS NULL'] : []),
    ...(after === undefined ? [] : [beyond(filter, after, value)]),
  ]
  return prisma.$queryRawUnsafe<ListedMakeup[]>(listSql(filter, scope), ...values)
}

/** Lists makeups one page at a time. */
export async function* pagesOfMakeups(asked: Asked): AsyncGenerator<ListedMakeup[]> {
  for (let after: Last | undefined; ; ) {
    const makeups = await listMakeups({ ...asked, after })
    yield makeups
    if (makeups.length < PAGE) return
    after = makeups.at(-1)
  }
}

/**
 * Lists the first makeups, or those after the one with a given ID; `more` says whether others follow.
 * @throws Refused 404
 */
export async function makeupsAfter(
  id: number | undefined,
  asked: Asked,
): Promise<{ makeups: ListedMakeup[]; more: boolean }> {
  const last = id && (await prisma.makeup.findUnique({ where: { id }, select: { validTo: true } }))
  if (id && !last) throw notFound('Makeup not found')
  const after = id && last ? { id, until: fromDbDate(last.validTo) } : undefined
  const found = await listMakeups({ ...asked, after, most: PAGE + 1 })
  return { makeups: found.slice(0, PAGE), more: found.length > PAGE }
}

/** A makeup that may be booked into a lesson. */
export type MakeupToUse = Pick<ListedMakeup, 'id' | 'riderId' | 'rider' | 'until'>

/** Returns the makeups that may be booked into a lesson: for each student who is not in it, the one that expires first. */
export async function makeupsFor(
  { date, type }: Pick<Slot, 'date' | 'type'>,
  riding: readonly { riderId: string }[],
  today: LocalDate,
): Promise<MakeupToUse[]> {
  const [open, bases] = await Promise.all([listMakeups({ today, filter: 'open', listed: true }), readBaseTypes()])
  const isRiding = (id: string) => riding.some(({ riderId }) => riderId === id)
  const fitting = open.filter((one) => isLike(bases, one.type, type) && one.until >= date && !isRiding(one.riderId))
  const firsts = fitting.filter(({ riderId }, i) => fitting.findIndex((other) => other.riderId === riderId) === i)
  return firsts.map(({ id, riderId, rider, until }) => ({ id, riderId, rider, until }))
}
