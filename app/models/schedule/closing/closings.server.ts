import { z } from 'zod'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { rideKey, type TakenOff } from '~/models/schedule/week/week'
import { prisma } from '~/platform/db.server'
import { bare, listStatement, plain, queryLists, rowList, text } from '~/platform/row-lists.server'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { type DayClosing, sayClosed } from './closed-day'

interface ClosedRow extends DayClosing {
  date: LocalDate
}

/** A recursive table for `closingList`: the closings of the days and the lines that undid them, each of which can be undone as well. */
export const closingLines = (dates: string): string => `
    closing_lines AS (
      SELECT id AS root, id, 0 AS depth FROM audit_log
      WHERE entity = 'lesson' AND entity_id = ANY(${dates}) AND action = 'lesson.close-day'
      UNION ALL
      SELECT l.root, b.id, l.depth + 1 FROM closing_lines l JOIN audit_log b
        ON b.entity = 'lesson' AND b.entity_id = ANY(${dates}) AND b.action = 'lesson.undo' AND b.detail->'of' @> to_jsonb(l.id)
    )`

/** A closing stands if an even number of lines followed it. Those of a day in their order. */
export const closingList = rowList<ClosedRow>(
  {
    date: text('a.entity_id'),
    from: text(`(a.detail->>'from')`),
    reason: text(`(a.detail->>'reason')`),
    only: bare(`a.detail->'only'`),
  },
  `audit_log a JOIN (SELECT root, max(depth) AS depth FROM closing_lines GROUP BY root) l ON l.root = a.id AND l.depth % 2 = 0`,
  'a.id',
)

type Closings = Record<LocalDate, DayClosing[]>

export function closingsByDay(rows: readonly ClosedRow[]): Closings {
  const days: Closings = {}
  for (const { date, ...closing } of rows) days[date] = [...(days[date] ?? []), closing]
  return days
}

const CLOSINGS = listStatement({ closings: closingList }, `WITH RECURSIVE ${closingLines('$1')}`)

/** By day, the closings that were not undone. */
export const closingsOf = async (dates: readonly LocalDate[], db: Db): Promise<Closings> =>
  closingsByDay((await queryLists(CLOSINGS, [[...dates]], db)).closings)

/** The days from `$1` on that were closed, or lessons of them. */
const DAYS_SINCE = `(
    SELECT array_agg(DISTINCT entity_id) FROM audit_log
    WHERE entity = 'lesson' AND action = 'lesson.close-day' AND entity_id >= $1)::text[]`

const SINCE = listStatement({ closings: closingList }, `WITH RECURSIVE ${closingLines(DAYS_SINCE)}`)

interface ClosedDay {
  date: LocalDate
  /** `Closed from 2:00 PM: snow` */
  closed: string
}

/** The days from `from` on that are closed, or a part of them; not those on which the lessons take place after all. */
export async function closedSince(from: LocalDate): Promise<ClosedDay[]> {
  const days = Object.entries(closingsByDay((await queryLists(SINCE, [from], prisma)).closings))
  const said = await Promise.all(
    days.map(async ([date, closings]) => ({ date, closed: sayClosed(closings, await lessonsOn(date)) })),
  )
  return said
    .flatMap(({ date, closed }) => (closed ? [{ date, closed }] : []))
    .sort((a, b) => a.date.localeCompare(b.date))
}

/** The days from `from` on that are closed as a whole. */
export async function daysClosedSince(from: LocalDate, db: Db): Promise<Set<LocalDate>> {
  const days = Object.entries(closingsByDay((await queryLists(SINCE, [from], db)).closings))
  const isWhole = ({ from: time, only }: DayClosing) => time === null && only === null
  return new Set(days.flatMap(([date, closings]) => (closings.some(isWhole) ? [date] : [])))
}

interface OffRow {
  time: TimeOfDay
  type: string
}

const DAY = listStatement(
  {
    closings: closingList,
    off: rowList<OffRow>(
      { time: plain('scheduled_time'), type: text('lesson_type') },
      'lesson_removals WHERE lesson_date = $2::date AND student_id IS NULL',
    ),
  },
  `WITH RECURSIVE ${closingLines('$1')}`,
)

/** The closings of a day that were not undone, and the weekly lessons that are off then. */
export async function closingsOn(date: LocalDate): Promise<{ closings: DayClosing[]; off: TakenOff[] }> {
  const { closings, off } = await queryLists(DAY, [[date], date])
  return {
    closings: closings.map(({ date: _, ...closing }) => closing),
    off: off.map((lesson) => ({ ...lesson, riderId: null })),
  }
}

/** A day that is closed, or a part of it, and the lines of the log whose undo opens it again, the newest first. */
export interface Closure extends ClosedDay {
  changes: number[]
}

/** Returns how a day is closed; null if it isn't. Lessons that were canceled alone are not its closing. */
export async function closureOf(date: LocalDate): Promise<Closure | null> {
  const [{ closings }, lessons] = await Promise.all([closingsOn(date), lessonsOn(date)])
  const closed = sayClosed(closings, lessons)
  if (!closed) return null
  const last = await prisma.$queryRawUnsafe<{ id: number }[]>(
    `WITH RECURSIVE ${closingLines('$1')}
     SELECT id FROM (SELECT DISTINCT ON (root) root, id, depth FROM closing_lines ORDER BY root, depth DESC) line
     WHERE depth % 2 = 0 AND NOT EXISTS (SELECT FROM audit_log a WHERE a.id = root AND a.detail ? 'only')
     ORDER BY id DESC`,
    [date],
  )
  return { date, closed, changes: last.map(({ id }) => id) }
}

/** A ride that the school canceled. */
export interface CanceledRide {
  riderId: string
  date: LocalDate
  time: TimeOfDay
  type: string
  /** Minutes. */
  duration: number
  reason: string
}

const CANCELED = listStatement(
  {
    rides: rowList<CanceledRide>(
      {
        riderId: text(`(r->>'riderId')`),
        date: text('a.entity_id'),
        time: text(`(r->>'time')`),
        type: text(`(r->>'type')`),
        duration: bare(`coalesce((r->>'duration')::int, 60)`),
        reason: text(`(a.detail->>'reason')`),
      },
      `audit_log a
       JOIN (SELECT root, max(depth) AS depth FROM closing_lines GROUP BY root) l ON l.root = a.id AND l.depth % 2 = 0
       CROSS JOIN LATERAL jsonb_array_elements(a.detail->'rides') r
       WHERE r->>'riderId' = ANY($2::text[])`,
      `a.entity_id, r->>'time', a.id`,
    ),
  },
  `WITH RECURSIVE ${closingLines(DAYS_SINCE)}`,
)

/** The rides of these riders that the school canceled from a day on, but for those that take place after all. */
export async function canceledRidesOf(
  riderIds: readonly string[],
  from: LocalDate,
  rides: readonly Pick<CanceledRide, 'riderId' | 'date' | 'time'>[],
): Promise<CanceledRide[]> {
  const { rides: canceled } = await queryLists(CANCELED, [from, [...riderIds]])
  const taking = new Set(rides.map(rideKey))
  // Of a lesson that was restored and canceled again the last reason counts.
  const last = new Map(canceled.map((ride) => [rideKey(ride), ride]))
  return [...last.values()].filter((ride) => !taking.has(rideKey(ride)))
}

const rideSchema = z.object({
  riderId: z.string(),
  time: z.string(),
  type: z.string(),
  makeup: z.boolean().default(true),
})
const detailSchema = z.object({
  reason: z.string(),
  rides: z.array(rideSchema),
  only: z.array(z.unknown()).optional(),
})
type ClosedRide = z.output<typeof rideSchema>
/** Of an undo: who stays off, and has nothing to be told. */
const offSchema = z.array(rideSchema.pick({ riderId: true, time: true })).nullish()

export interface ChangedClosing extends z.output<typeof detailSchema> {
  /** Of its line in the log. */
  id: number
  date: LocalDate
  closed: boolean
}

/** The closings that these lines of the log made, undid or made again. */
export async function closingsOfChanges(db: Db, changes: readonly number[]): Promise<ChangedClosing[]> {
  const rows = await db.$queryRaw<{ id: number; date: LocalDate; depth: number; off: unknown; detail: unknown }[]>`
    WITH RECURSIVE lines AS (
      SELECT id, action, detail->'of' AS of, detail->'off' AS off, 0 AS depth FROM audit_log WHERE id = ANY(${[...changes]})
      UNION ALL
      SELECT b.id, b.action, b.detail->'of', coalesce(l.off, b.detail->'off'), l.depth + 1 FROM lines l
        JOIN audit_log b ON l.action = 'lesson.undo' AND l.of @> to_jsonb(b.id)
    )
    SELECT a.id, a.entity_id AS date, l.depth, l.off, a.detail - 'rows' AS detail
    FROM lines l JOIN audit_log a ON a.id = l.id WHERE a.action = 'lesson.close-day'`
  return rows.map(({ depth, off, detail, ...row }) => {
    const { rides, ...closing } = detailSchema.parse(detail)
    const stayOff = offSchema.parse(off)
    const isOff = (ride: ClosedRide) =>
      stayOff?.some(({ riderId, time }) => riderId === ride.riderId && time === ride.time)
    return { ...row, ...closing, rides: rides.filter((ride) => !isOff(ride)), closed: depth % 2 === 0 }
  })
}
