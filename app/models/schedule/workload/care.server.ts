import { z } from 'zod'
import type { HorseCare } from '~/generated/prisma/client'
import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { bare, rowList } from '~/platform/row-lists.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { addDays, formatDayFrom, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import type { NewCare } from './care.schema'

/** How many days before its day care is a task. */
const DAYS_BEFORE = 7

type Care = {
  id: number
  horseId: number
  kind: string
  dueOn: LocalDate | null
  /** Null while it is due. */
  doneOn: LocalDate | null
  everyWeeks: number | null
  note: string | null
}
type Named = Care & { horse: string }

const inRow = ({ dueOn, doneOn, ...row }: HorseCare): Care => ({
  ...row,
  dueOn: dueOn && fromDbDate(dueOn),
  doneOn: doneOn && fromDbDate(doneOn),
})
const toRow = ({ dueOn, doneOn, ...care }: Care) => ({
  ...care,
  dueOn: dueOn && toDbDate(dueOn),
  doneOn: doneOn && toDbDate(doneOn),
})

/** What is due for horses, the next first, and what was done, the last first; of one that was removed nothing is due. */
export async function listCare(horseId?: number): Promise<{ due: Named[]; done: Named[] }> {
  const rows = await prisma.horseCare.findMany({
    where: { horseId, horse: { isActive: horseId === undefined ? true : undefined } },
    include: { horse: { select: { name: true, isActive: true } } },
    orderBy: [{ dueOn: 'asc' }, { id: 'asc' }],
  })
  const named = ({ horse, ...row }: (typeof rows)[number]) => ({ ...inRow(row), horse: horse.name })
  return {
    due: rows.filter(({ doneOn, horse }) => doneOn === null && horse.isActive).map(named),
    done: rows
      .filter(({ doneOn }) => doneOn !== null)
      .map(named)
      .sort((a, b) => String(b.doneOn).localeCompare(String(a.doneOn)) || b.id - a.id),
  }
}

/** What was done for horses between two days. */
export async function careDone(from: LocalDate, to: LocalDate, horseId?: number): Promise<Named[]> {
  const rows = await prisma.horseCare.findMany({
    where: { horseId, doneOn: { gte: toDbDate(from), lte: toDbDate(to) } },
    include: { horse: { select: { name: true } } },
    orderBy: [{ horse: { name: 'asc' } }, { doneOn: 'asc' }, { id: 'asc' }],
  })
  return rows.map(({ horse, ...row }) => ({ ...inRow(row), horse: horse.name }))
}

/** What the office has to see to: care that is overdue, or due within days. */
export async function careToDo(): Promise<Named[]> {
  const last = addDays(today(), DAYS_BEFORE)
  return (await listCare()).due.filter(({ dueOn }) => dueOn !== null && dueOn <= last)
}

/** The care to do as one row: how many horses it is for, and the id of one, to open if it is the only one. `today` is SQL. */
export const careList = (today: string) =>
  rowList<{ count: number; horseId: number | null }>(
    { count: bare('count'), horseId: bare('horse') },
    `(SELECT count(DISTINCT c.horse_id) AS count, min(c.horse_id) AS horse FROM horse_care c JOIN horses h ON h.id = c.horse_id
      WHERE h.is_active AND c.done_on IS NULL AND c.due_on <= ${today} + ${DAYS_BEFORE}) x`,
  )

const nextDue = (lastOn: LocalDate, everyWeeks: number) => addDays(lastOn, 7 * everyWeeks)
const MISSING = 'This care is no longer on the list'

/** What became of rows, null where there is none. */
type Change = {
  from: Care | null
  to: Care | null
}

/** @returns the line of the log, by which it can be undone. */
async function write(
  tx: Tx,
  actorId: string,
  horseId: number,
  { changes, of }: { changes: Change[]; of?: number },
): Promise<number> {
  for (const { from, to } of changes) {
    if (to === null) await tx.horseCare.deleteMany({ where: { id: from?.id } })
    else await tx.horseCare.upsert({ where: { id: to.id }, create: toRow(to), update: toRow(to) })
  }
  const { name } = await tx.horse.findUniqueOrThrow({ where: { id: horseId } })
  const detail = { name, changes: changes.map(({ from, to }) => ({ from, to })), ...(of && { of: [of] }) }
  return audit(tx, { actorId, action: 'horse.care', entity: 'horse', entityId: horseId, detail })
}

/** The number of a new row, as its sequence gives it. */
async function newId(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`SELECT nextval('horse_care_id_seq')::integer AS id`
  return row?.id ?? 0
}

const once = <Result>(change: (tx: Tx) => Promise<Result>): Promise<Result> =>
  translateViolations(
    { horse_care_due_once: () => new Refused('duplicate', 'This is due for this horse already', 'kind') },
    () => withTx(change),
  )

/** Notes what is due for a horse, with the last time that it was done. @throws Refused 404; 409 if it is due already */
export const addCare = (
  actorId: string,
  horseId: number,
  { kind, lastOn, everyWeeks, dueOn }: NewCare,
): Promise<number> =>
  once(async (tx) => {
    if (lastOn && lastOn > today()) throw new Refused('date_out_of_range', 'Choose a day up to today', 'lastOn')
    await lockActive(tx, horseId)
    const row = { horseId, kind, everyWeeks, note: null }
    const due = dueOn ?? nextDue(lastOn as LocalDate, everyWeeks as number)
    const last = lastOn ? [{ ...row, id: await newId(tx), dueOn: null, doneOn: lastOn }] : []
    const added = [...last, { ...row, id: await newId(tx), dueOn: due, doneOn: null }]
    return write(tx, actorId, horseId, { changes: added.map((to) => ({ from: null, to })) })
  })

async function lockActive(tx: Tx, id: number): Promise<void> {
  const [horse] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM horses WHERE id = ${id} AND is_active FOR NO KEY UPDATE`
  if (!horse) throw notFound('This horse no longer exists.')
}

async function lockCare(tx: Tx, id: number, horseId: number): Promise<Care> {
  await lockActive(tx, horseId)
  const row = await tx.horseCare.findFirst({ where: { id, horseId } })
  if (!row) throw notFound(MISSING)
  return inRow(row)
}

/**
 * Notes that it was done; if it comes again, its next day follows from that one.
 * @throws Refused 404; 409 if it was done already
 */
export const doCare = (
  actorId: string,
  horseId: number,
  { id, doneOn, note }: { id: number; doneOn: LocalDate; note: string | null },
): Promise<{ kind: string; next: LocalDate | null; line: number }> =>
  once(async (tx) => {
    if (doneOn > today()) throw new Refused('date_out_of_range', 'Choose a day up to today', 'doneOn')
    const from = await lockCare(tx, id, horseId)
    if (from.doneOn !== null) throw new Refused('already_done', 'This was done already')
    const { kind, everyWeeks } = from
    const next = everyWeeks === null ? null : nextDue(doneOn, everyWeeks)
    const changes: Change[] = [{ from, to: { ...from, doneOn, note } }]
    if (next) changes.push({ from: null, to: { ...from, id: await newId(tx), dueOn: next } })
    return { kind, next, line: await write(tx, actorId, horseId, { changes }) }
  })

/** @throws Refused 404 */
export const removeCare = (actorId: string, horseId: number, id: number): Promise<{ kind: string; line: number }> =>
  once(async (tx) => {
    const from = await lockCare(tx, id, horseId)
    return { kind: from.kind, line: await write(tx, actorId, horseId, { changes: [{ from, to: null }] }) }
  })

const careRow = z.object({
  id: z.int(),
  horseId: z.int(),
  kind: z.string(),
  dueOn: z.string().nullable(),
  doneOn: z.string().nullable(),
  everyWeeks: z.int().nullable(),
  note: z.string().nullable(),
})
const lineSchema = z.object({ changes: z.array(z.object({ from: careRow.nullable(), to: careRow.nullable() })) })

/** Puts the rows of a change back as they were. @throws Refused 404 if the log does not know it; 409 if they were changed since */
export const undoCare = (actorId: string, horseId: number, line: number): Promise<void> =>
  once(async (tx) => {
    await lockActive(tx, horseId)
    const where = { id: line, action: 'horse.care', entity: 'horse', entityId: String(horseId) }
    const { data } = lineSchema.safeParse((await tx.auditEntry.findFirst({ where }))?.detail)
    if (!data) throw notFound('This change is too old to undo')
    for (const { from, to } of data.changes) {
      const now = await tx.horseCare.findUnique({ where: { id: (to ?? from)?.id ?? 0 } })
      if (JSON.stringify(now && careRow.parse(inRow(now))) !== JSON.stringify(to))
        throw new Refused('outdated', 'Someone has changed it since. Nothing was undone.')
    }
    // What came last goes first: of each kind one is due.
    const back = data.changes.map(({ from, to }) => ({ from: to, to: from })).reverse()
    await write(tx, actorId, horseId, { changes: back, of: line })
  })

/** `Farrier due Dec 5`, `Farrier overdue since Dec 5` */
export function sayDue({ kind, dueOn }: Pick<Care, 'kind' | 'dueOn'>): { text: string; late: boolean } {
  const late = dueOn !== null && dueOn < today()
  return { text: `${kind} ${late ? 'overdue since' : 'due'} ${dueOn ? formatDayFrom(today(), dueOn) : ''}`, late }
}
