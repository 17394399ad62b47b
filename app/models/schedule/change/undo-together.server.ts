import type { RowChanges } from '~/models/schedule/snapshot/book-rows.server'
import type { LessonChange } from '~/models/schedule/week/lesson-changes'
import { isAway } from '~/models/vocabulary/away'
import type { Db } from '~/platform/tx.server'

/** An entry of the log. */
export interface Noted extends LessonChange {
  id: number
  entity: string
}

export const toNoted = ({
  id,
  action,
  entity,
  entityId,
  detail,
}: {
  id: number
  action: string
  entity: string
  entityId: string
  detail: unknown
}): Noted => ({
  id,
  action,
  entity,
  entityId,
  detail: typeof detail === 'object' && detail !== null ? { ...detail } : {},
})

/** The most log entries: more than the rides of a day. */
const MAX_LINES = 1000

/** Whether taking this back makes the rider away again, who then has no horse. */
const leavesAgain = ({ action, detail: { from } }: Noted): boolean =>
  action === 'ride.attendance' && isAway({ attendance: typeof from === 'string' ? from : null })

/**
 * Adds the entries by which riders got the horses that these had, because an exchange cannot be undone by half, and those by
 * which a rider who was away got one with the mark.
 */
export async function withTheirOwn(db: Db, asked: readonly Noted[]): Promise<Noted[]> {
  const horsesIn = ({ detail }: Noted, side: 'before' | 'after') =>
    ((detail.rows as RowChanges).horses?.[side] ?? []).map((row) => row.horse_id)
  const heads = [
    ...new Set(asked.filter((entry) => horsesIn(entry, 'before').length > 0 || leavesAgain(entry)).map(headOf)),
  ]
  if (heads.length === 0) return [...asked]
  const lines = await db.auditEntry.findMany({
    where: {
      action: 'ride.horse',
      id: { notIn: asked.map(({ id }) => id) },
      OR: heads.flatMap((head) => [
        { id: head },
        { id: { gt: head, lt: head + MAX_LINES }, detail: { path: ['with'], equals: head } },
      ]),
    },
    orderBy: { id: 'desc' },
  })
  const all = [...asked]
  let rest = lines.map(toNoted)
  for (const entry of all) {
    const had = horsesIn(entry, 'before')
    const isNeeded = (other: Noted) =>
      headOf(other) === headOf(entry) &&
      (horsesIn(other, 'after').some((id) => had.includes(id)) ||
        (leavesAgain(entry) && other.entityId === entry.entityId))
    all.push(...rest.filter(isNeeded))
    rest = rest.filter((other) => !all.includes(other))
  }
  return all
}

/** Returns the first entry of the change that an entry belongs to. */
const headOf = ({ id, detail }: Noted): number => Number(detail.with ?? id)
