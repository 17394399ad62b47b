import { z } from 'zod'
import { askLists, listStatement, plain, rowList, text } from '~/platform/row-lists.server'
import type { Db, Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { DayClosing } from './closed-day'

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

/** A closing stands if an even number of lines followed it. Of a day, the last that stands. */
export const closingList = rowList<ClosedRow>(
  { date: plain('c.entity_id'), from: plain('c."from"'), reason: text('c.reason') },
  `(
    SELECT DISTINCT ON (a.entity_id) a.entity_id, a.detail->>'from' AS "from", a.detail->>'reason' AS reason
    FROM audit_log a JOIN (SELECT root, max(depth) AS depth FROM closing_lines GROUP BY root) l ON l.root = a.id
    WHERE l.depth % 2 = 0 ORDER BY a.entity_id, a.id DESC
  ) c`,
)

export const closingsByDay = (rows: readonly ClosedRow[]): Record<LocalDate, DayClosing> =>
  Object.fromEntries(rows.map(({ date, ...closing }) => [date, closing]))

const CLOSINGS = listStatement({ closings: closingList }, `WITH RECURSIVE ${closingLines('$1')}`)

/** By day, the last closing that was not undone. */
export const closingsOf = async (dates: readonly LocalDate[], db?: Db): Promise<Record<LocalDate, DayClosing>> =>
  closingsByDay((await askLists(CLOSINGS, [[...dates]], db)).closings)

const rideSchema = z.object({ riderId: z.string(), time: z.string(), type: z.string() })
const detailSchema = z.object({ reason: z.string(), rides: z.array(rideSchema) })
/** Of an undo: who stays off, and has nothing to be told. */
const offSchema = z.array(rideSchema.omit({ type: true })).nullish()

export interface ChangedClosing extends z.output<typeof detailSchema> {
  /** Of its line in the log. */
  id: number
  date: LocalDate
  closed: boolean
}

/** The closings that these lines of the log made, undid or made again. */
export async function closingsOfChanges(tx: Tx, changes: readonly number[]): Promise<ChangedClosing[]> {
  const rows = await tx.$queryRaw<{ id: number; date: LocalDate; depth: number; off: unknown; detail: unknown }[]>`
    WITH RECURSIVE lines AS (
      SELECT id, action, detail->'of' AS of, detail->'off' AS off, 0 AS depth FROM audit_log WHERE id = ANY(${[...changes]})
      UNION ALL
      SELECT b.id, b.action, b.detail->'of', coalesce(l.off, b.detail->'off'), l.depth + 1 FROM lines l
        JOIN audit_log b ON l.action = 'lesson.undo' AND l.of @> to_jsonb(b.id)
    )
    SELECT a.id, a.entity_id AS date, l.depth, l.off, a.detail - 'rows' AS detail
    FROM lines l JOIN audit_log a ON a.id = l.id WHERE a.action = 'lesson.close-day'`
  return rows.map(({ depth, off, detail, ...row }) => {
    const { reason, rides } = detailSchema.parse(detail)
    const stayOff = offSchema.parse(off)
    const isOff = (ride: z.output<typeof rideSchema>) =>
      stayOff?.some(({ riderId, time }) => riderId === ride.riderId && time === ride.time)
    return { ...row, reason, rides: rides.filter((ride) => !isOff(ride)), closed: depth % 2 === 0 }
  })
}
