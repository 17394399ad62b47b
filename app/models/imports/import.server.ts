import { createHash, randomUUID } from 'node:crypto'
import type { Prisma } from '~/generated/prisma/client'
import { recordPaper } from '~/models/waivers/signature.server'
import type { Paper } from '~/models/waivers/waiver.schema'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { plain } from './cells'
import { columnsFrom, type FieldName, guessColumns } from './fields'
import { planImport } from './plan/plan'
import { full, type Plan } from './plan/planned'
import { readFile } from './read-file.server'
import { headingAt, type Mends, readRows } from './read-rows'
import { schoolAsItIs } from './school.server'

const KEPT_MS = 7 * 24 * 60 * 60 * 1000

const oldest = () => new Date(now().getTime() - KEPT_MS)
/** Of a file that erasing emptied there is nothing to show, and nothing to undo. */
const kept = () => ({ createdAt: { gt: oldest() }, NOT: { lines: { equals: [] } } })

export const sweepStudentImports = () => prisma.studentImport.deleteMany({ where: { createdAt: { lte: oldest() } } })

/** A file as it was read, with what its columns hold and what was typed instead of cells. */
export interface Sheet {
  fileName: string
  lines: string[][]
  columns: (FieldName | null)[]
  mends: Mends
}

/** `said` is what headings hold, before what they are guessed to. @throws Refused as `readFile` */
export async function readSheet(file: File, said: Readonly<Record<string, FieldName | null>> = {}): Promise<Sheet> {
  const lines = await readFile(file)
  const known = await knownColumns()
  for (const [heading, field] of Object.entries(said)) known.set(plain(heading), field)
  const columns = guessColumns(lines[headingAt(lines)] ?? [], known)
  return { fileName: file.name.slice(-200).toWellFormed(), lines, columns, mends: {} }
}

/** For a week. Returns its id. */
export async function keepSheet(
  actorId: string,
  { fileName, lines, columns, mends }: Sheet,
  db: Db = prisma,
): Promise<string> {
  const id = randomUUID()
  const json = { lines, columns: columns as Prisma.InputJsonArray, mends: mends as Prisma.InputJsonObject }
  await db.studentImport.create({ data: { id, byId: actorId, fileName, ...json, createdAt: now() } })
  return id
}

/** What headings of the files that are kept turned out to be. */
async function knownColumns(): Promise<Map<string, FieldName | null>> {
  const files = await prisma.studentImport.findMany({
    where: kept(),
    orderBy: { createdAt: 'asc' },
    select: { lines: true, columns: true },
  })
  return new Map(
    files.flatMap(({ lines, columns }) => {
      const rows = lines as string[][]
      const fields = columnsFrom(columns)
      return (rows[headingAt(rows)] ?? []).map((cell, i) => [plain(cell), fields[i] ?? null] as const)
    }),
  )
}

export async function listStudentImports() {
  const files = await prisma.studentImport.findMany({
    where: kept(),
    orderBy: { createdAt: 'desc' },
    select: { id: true, fileName: true, createdAt: true, movedInAt: true, undoneAt: true },
  })
  return files
}

/** Riders of accounts that came with a file of the week, if nobody has invited them and they never signed in: they know nothing of all this yet. */
export async function ridersOfNewcomers(db: Db = prisma): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM users u JOIN users r ON u.id = CASE WHEN r.email IS NULL THEN coalesce(r.guardian_id, r.id) ELSE r.id END
    WHERE u.signed_in_at IS NULL AND NOT EXISTS (SELECT FROM invitations i WHERE i.user_id = u.id)
      AND u.id IN (
        SELECT r ->> 'id' FROM student_imports s, jsonb_array_elements(s.made -> 'rows') r
        WHERE s.created_at > ${oldest()} AND s.undone_at IS NULL AND r ->> 'table' = 'users' AND r -> 'before' = 'null')`
  return rows.map(({ id }) => id)
}

const GONE = 'This file is no longer here. Please choose it again.'

async function findImport(id: string, db: Db = prisma) {
  const found = await db.studentImport.findFirst({ where: { id, ...kept() } })
  if (!found) throw notFound(GONE)
  return {
    ...found,
    lines: found.lines as string[][],
    columns: columnsFrom(found.columns),
    mends: found.mends as Mends,
  }
}
type FoundImport = Awaited<ReturnType<typeof findImport>>

/** Reads a file and plans the school as it would be with it. Writes nothing. @throws Refused 404 if the file is gone. */
export async function studentImport(
  id: string,
  db: Db = prisma,
): Promise<FoundImport & { plan: Plan; version: string }> {
  const found = await findImport(id, db)
  return { ...found, ...(await planSheet(found, db)) }
}

/** The school as it would be. Only what was shown is moved in: `version` says what it was. */
export async function planSheet({ lines, columns, mends }: Omit<Sheet, 'fileName'>, db: Db = prisma) {
  const plan = planImport(readRows(lines, columns, mends, today()), await schoolAsItIs(db))
  const version = createHash('sha256').update(JSON.stringify(plan)).digest('base64url')
  return { plan, version }
}

/** Locked until the transaction ends. @throws Refused 404 */
export const lockImport = async (tx: Tx, id: string) => {
  await tx.$queryRaw`SELECT id FROM student_imports WHERE id = ${id} FOR UPDATE`
  return findImport(id, tx)
}

/** The riders of the school whose waiver on paper is not recorded yet, with who signed it. */
export const paperWaivers = ({ people, waivers }: Plan): (Pick<Paper, 'name' | 'paperOn'> & { riderId: string })[] => {
  const byKey = new Map(people.map((person) => [person.key, person]))
  return waivers.flatMap(({ riderKey, paperOn, there }) => {
    const rider = byKey.get(riderKey)
    if (there || !rider?.id) return []
    const { name } = (rider.guardianKey && byKey.get(rider.guardianKey)) || rider
    return [{ riderId: rider.id, name: full(name), paperOn }]
  })
}

/**
 * Records the waivers on paper that a file names, of riders whom the school has, all or none. They stay when the file is
 * undone, so whoever came with it is not undone anymore.
 * @throws Refused 404; 409 if there is no waiver, or the school or the file was changed since `version`.
 */
export const recordWaivers = (actorId: string, id: string, version: string): Promise<{ count: number }> =>
  withTx(async (tx) => {
    await lockImport(tx, id)
    const file = await studentImport(id, tx)
    const papers = paperWaivers(file.plan)
    if (papers.length === 0) return { count: 0 }
    if (file.version !== version) throw outdated(file.version)
    for (const { riderId, ...paper } of papers) {
      await recordPaper(actorId, riderId, { ...paper, note: `From ${file.fileName}` })
    }
    return { count: papers.length }
  }, LONG)

export const outdated = (version: string) =>
  new Outdated('The school or this file was changed since. Please look at it again.', version)

/** A school moves in once, and 5,000 rows take a minute on a busy machine; its other changes wait so long. */
export const LONG = { timeout: 180_000 }

const refuseMovedIn = ({ movedInAt }: FoundImport) => {
  if (movedInAt) throw new Refused('already_done', 'This file was moved in already. Choose the corrected file.')
}

/** @throws Refused 404; 409 once it was moved in. */
export const sayColumns = (id: string, columns: (FieldName | null)[]): Promise<void> =>
  withTx(async (tx) => {
    refuseMovedIn(await lockImport(tx, id))
    await tx.studentImport.update({ where: { id }, data: { columns: columns as Prisma.InputJsonArray } })
  })

/** Keeps what the office typed for some rows. @throws Refused 404; 409 once it was moved in. */
export const mendRows = (id: string, typed: Mends): Promise<void> =>
  withTx(async (tx) => {
    const found = await lockImport(tx, id)
    refuseMovedIn(found)
    const mends = { ...found.mends }
    for (const [row, fields] of Object.entries(typed)) mends[row] = { ...mends[row], ...fields }
    await tx.studentImport.update({ where: { id }, data: { mends: mends as Prisma.InputJsonObject } })
  })

/** The rows that are left out come back. */
export const takeRowsBack = (id: string): Promise<void> =>
  withTx(async (tx) => {
    const found = await lockImport(tx, id)
    refuseMovedIn(found)
    const mends = Object.fromEntries(Object.entries(found.mends).map(([row, { skip: _, ...typed }]) => [row, typed]))
    await tx.studentImport.update({ where: { id }, data: { mends: mends as Prisma.InputJsonObject } })
  })

/** Deletes a file, and its Undo with it. @throws Refused 404 */
export async function forgetImport(id: string): Promise<void> {
  const { count } = await prisma.studentImport.deleteMany({ where: { id } })
  if (!count) throw notFound(GONE)
}
