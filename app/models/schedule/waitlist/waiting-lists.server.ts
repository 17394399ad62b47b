import { Prisma } from '~/generated/prisma/client'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { bare, plain, rowList, text } from '~/platform/row-lists.server'
import { dayOfWeek, type LocalDate } from '~/utils/dates'

/** A waitlist entry, with the open offer if there is one. */
export interface WaitingEntry {
  id: number
  riderId: string
  name: string
  date: LocalDate
  time: string
  type: string
  weekly: boolean
  /** The position on the waitlist, from 1: among all who wait for the same date or every week. */
  place: number
  offerId: number | null
  offeredFor: LocalDate | null
  expiresAt: Date | null
  /** Whether no email reaches the family, so that the office calls. */
  unreached: boolean
  /** The day of the last offer, if it expired before any email reached the family. */
  missed: LocalDate | null
  /** False while the lesson is off the schedule, for good or on that date: entries keep their position for its return. */
  isOn: boolean
}

const isSlot = `x.scheduled_time = w.scheduled_time AND x.lesson_type = w.lesson_type`
const isOnDate = (table: string) => `EXISTS (SELECT FROM ${table} x WHERE ${isSlot} AND x.lesson_date = w.lesson_date)`
const isWeekly = (when: string) =>
  `EXISTS (SELECT FROM weekly_schedule x
    WHERE ${isSlot} AND x.is_active AND x.day_of_week = extract(dow FROM w.lesson_date) AND ${when})`
const IS_ON = Prisma.raw(`CASE WHEN w.weekly THEN ${isWeekly('x.deleted_from_date IS NULL')}
  ELSE ${isOnDate('temporary_lessons')} OR ${isOnDate('one_time_participants')}
    OR (${isWeekly('w.lesson_date >= x.start_date AND (x.deleted_from_date IS NULL OR w.lesson_date < x.deleted_from_date)')}
      AND NOT EXISTS (SELECT FROM lesson_removals x WHERE ${isSlot} AND x.lesson_date = w.lesson_date AND x.student_id IS NULL)) END`)

/** Selects entries by lesson, then by position. */
const entries = (where: Prisma.Sql): Promise<WaitingEntry[]> =>
  prisma.$queryRaw<WaitingEntry[]>(Prisma.sql`
    SELECT w.id, w.student_id AS "riderId", ${Prisma.raw(namesSql('u.first_name', 'u.last_name'))} AS name,
      w.lesson_date::text AS date, w.scheduled_time AS time, w.lesson_type AS type, w.weekly,
      (SELECT count(*)::int FROM waitlist x
        JOIN users r ON r.id = x.student_id AND r.hidden_at IS NULL
        WHERE x.closed_at IS NULL AND x.scheduled_time = w.scheduled_time AND x.lesson_type = w.lesson_type
          AND extract(dow FROM x.lesson_date) = extract(dow FROM w.lesson_date)
          AND (x.weekly OR w.weekly OR x.lesson_date = w.lesson_date)
          AND (x.position, x.id) <= (w.position, w.id)) AS place,
      o.id AS "offerId", o.lesson_date::text AS "offeredFor", o.expires_at AS "expiresAt", coalesce(o.unreached, false) AS unreached,
      CASE WHEN last.state = 'expired' AND last.unreached THEN last.lesson_date::text END AS missed,
      ${IS_ON} AS "isOn"
    FROM waitlist w JOIN users u ON u.id = w.student_id
    LEFT JOIN LATERAL (SELECT * FROM place_offers x WHERE x.waiting_id = w.id ORDER BY x.id DESC LIMIT 1) last ON true
    LEFT JOIN place_offers o ON o.id = last.id AND o.state = 'open' AND o.expires_at > ${now()}
    WHERE w.closed_at IS NULL AND u.hidden_at IS NULL AND (w.weekly OR w.lesson_date >= ${today()}::date) AND ${where}
    ORDER BY extract(isodow FROM w.lesson_date), w.scheduled_time, w.lesson_type, w.position, w.id`)

/** Returns what the riders of a family wait for. */
export const waitingOf = (riderIds: readonly string[]): Promise<WaitingEntry[]> =>
  entries(Prisma.sql`w.student_id = ANY(${[...riderIds]})`)

/** Returns the waitlist of a lesson: entries for its date, and for every week. */
export const waitingFor = ({
  date,
  time,
  type,
}: {
  date: LocalDate
  time: string
  type: string
}): Promise<WaitingEntry[]> =>
  entries(Prisma.sql`w.scheduled_time = ${time} AND w.lesson_type = ${type}
    AND (w.lesson_date = ${date}::date
      OR (w.weekly AND w.lesson_date <= ${date}::date AND extract(dow FROM w.lesson_date) = ${dayOfWeek(date)}))`)

export const allWaiting = (): Promise<WaitingEntry[]> => entries(Prisma.sql`true`)

/** How many offers the office has to call about, in one row. */
export const toCallList = rowList<{ count: number }>(
  { count: bare('count') },
  `(SELECT count(*) AS count FROM place_offers WHERE state = 'open' AND unreached) x`,
)

/** A place that is held for a rider until the family answers. */
interface OpenOffer {
  id: number
  riderId: string
  date: LocalDate
  time: string
  type: string
  weekly: boolean
  /** The instant at which the offer expires. */
  until: string
}

/** Selects open offers of some riders, the next to expire first; `moment` is the present instant. */
export const openOfferLists = (isRider: (column: string) => string, moment: string) => ({
  offers: rowList<OpenOffer>(
    {
      id: bare('o.id'),
      riderId: text('w.student_id'),
      date: plain('o.lesson_date'),
      time: text('w.scheduled_time'),
      type: text('w.lesson_type'),
      weekly: bare('w.weekly'),
      until: plain(`to_char(o.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`),
    },
    `place_offers o JOIN waitlist w ON w.id = o.waiting_id
     WHERE ${isRider('w.student_id')} AND o.state = 'open' AND o.expires_at > ${moment} AND w.closed_at IS NULL`,
    'o.expires_at, o.id',
  ),
})
