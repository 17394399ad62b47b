import { z } from 'zod'
import { prisma } from '~/platform/db.server'
import type { Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { DayClosing } from './closed-day'

/**
 * By day, the last closing that was not undone. An undo is a line of its own that can be undone as well, so a closing stands if an
 * even number of lines followed it.
 */
export async function closingsOf(dates: readonly LocalDate[]): Promise<Record<LocalDate, DayClosing>> {
  const rows = await prisma.$queryRaw<({ date: LocalDate } & DayClosing)[]>`
    WITH RECURSIVE lines AS (
      SELECT id AS root, id, 0 AS depth FROM audit_log
      WHERE entity = 'lesson' AND entity_id = ANY(${[...dates]}) AND action = 'lesson.close-day'
      UNION ALL
      SELECT l.root, b.id, l.depth + 1 FROM lines l JOIN audit_log b
        ON b.entity = 'lesson' AND b.entity_id = ANY(${[...dates]}) AND b.action = 'lesson.undo' AND b.detail->'of' @> to_jsonb(l.id)
    )
    SELECT DISTINCT ON (a.entity_id) a.entity_id AS date, a.detail->>'from' AS "from", a.detail->>'reason' AS reason
    FROM audit_log a JOIN (SELECT root, max(depth) AS depth FROM lines GROUP BY root) l ON l.root = a.id
    WHERE l.depth % 2 = 0 ORDER BY a.entity_id, a.id DESC`
  return Object.fromEntries(rows.map(({ date, ...closing }) => [date, closing]))
}

const detailSchema = z.object({
  reason: z.string(),
  rides: z.array(z.object({ riderId: z.string(), time: z.string(), type: z.string() })),
})

export interface ChangedClosing extends z.output<typeof detailSchema> {
  /** Of its line in the log. */
  id: number
  date: LocalDate
  closed: boolean
}

/** The closings that these lines of the log made, undid or made again. */
export async function closingsOfChanges(tx: Tx, changes: readonly number[]): Promise<ChangedClosing[]> {
  const rows = await tx.$queryRaw<{ id: number; date: LocalDate; depth: number; detail: unknown }[]>`
    WITH RECURSIVE lines AS (
      SELECT id, action, detail->'of' AS of, 0 AS depth FROM audit_log WHERE id = ANY(${[...changes]})
      UNION ALL
      SELECT b.id, b.action, b.detail->'of', l.depth + 1 FROM lines l
        JOIN audit_log b ON l.action = 'lesson.undo' AND l.of @> to_jsonb(b.id)
    )
    SELECT a.id, a.entity_id AS date, l.depth, a.detail - 'rows' AS detail
    FROM lines l JOIN audit_log a ON a.id = l.id WHERE a.action = 'lesson.close-day'`
  return rows.map(({ depth, detail, ...row }) => ({ ...row, ...detailSchema.parse(detail), closed: depth % 2 === 0 }))
}
