import { randomUUID } from 'node:crypto'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { csvLines, packCsv } from '~/platform/csv/csv-reader.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { isKindName, kindOf, problemOf, type ZeffyKind, type ZeffyKindName } from './zeffy-kinds.server'
import { plainName } from './zeffy-record'

const BATCH = 250
const SHOWN = 100
const KEPT_MS = 60 * 60 * 1000

const oldest = () => new Date(now().getTime() - KEPT_MS)

interface Batch {
  rows: { line: number; row: unknown }[]
  errors: { line: number; message: string }[]
}

/** Stores a file for an hour at most. Returns its ID. @throws Refused if it is not a CSV file of this kind. */
export async function saveImport(actorId: string, kindName: string, file: File, zone: string): Promise<string> {
  if (!isKindName(kindName)) throw new Refused('invalid', 'Please choose what’s in the file.', 'kind')
  const content = await packCsv(file)
  const batches = readBatches(kindOf(kindName), content, zone)
  const first = await batches.next()
  await batches.return(undefined)
  if (first.done) throw new Refused('file_unreadable', 'The file has a header but no rows.', 'file')
  await sweepImports()
  const id = randomUUID()
  const fileName = file.name.slice(-200)
  await prisma.zeffyImport.create({ data: { id, byId: actorId, kind: kindName, fileName, content, createdAt: now() } })
  return id
}

/** Yields each row once, with errors by line. @throws Refused if columns are missing. */
async function* readBatches(kind: ZeffyKind<unknown>, content: Uint8Array, zone: string): AsyncGenerator<Batch> {
  let header: string[] | undefined
  let batch: Batch = { rows: [], errors: [] }
  const lineOf = new Map<string, number>()
  for await (const { line, cells } of csvLines(content)) {
    if (!header) {
      header = cells.map((cell) => cell.trim())
      requireColumns(kind, header)
      continue
    }
    const read = readLine(kind, header, cells, zone)
    if ('message' in read) batch.errors.push({ line, message: read.message })
    else {
      const id = kind.idOf(read.row)
      const before = lineOf.get(id)
      if (before) batch.errors.push({ line, message: `has the same id as line ${before}: ${id}` })
      else {
        lineOf.set(id, line)
        batch.rows.push({ line, row: read.row })
      }
    }
    if (batch.rows.length + batch.errors.length >= BATCH) {
      yield await withoutRefused(kind, batch)
      batch = { rows: [], errors: [] }
    }
  }
  if (!header) throw new Refused('file_unreadable', 'The file is empty.', 'file')
  if (batch.rows.length || batch.errors.length) yield await withoutRefused(kind, batch)
}

/** Reads the next batch while the caller processes the last one. */
async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = batches.next()
      // A failure is thrown when its batch is read.
      next.catch(() => {})
      yield value
    }
  } finally {
    await batches.return(undefined)
  }
}

function requireColumns({ names, columns }: ZeffyKind<unknown>, header: string[]): void {
  const present = new Set(header.map(plainName))
  const missing = Object.keys(columns).filter((field) => !names[field]?.some((name) => present.has(name)))
  if (!missing.length) return
  const listed = header.filter(Boolean).slice(0, 20).join(', ').slice(0, 300)
  const wanted = missing.map((field) => columns[field]).join(', ')
  throw new Refused(
    'file_unreadable',
    `The file has no column for: ${wanted}. Its first line is: ${listed}. Please choose the platform's own export.`,
    'file',
  )
}

function readLine(
  kind: ZeffyKind<unknown>,
  header: string[],
  cells: string[],
  zone: string,
): { row: unknown } | { message: string } {
  if (cells.length !== header.length) {
    return { message: `has ${cells.length} cells where the heading has ${header.length}. Is a quote missing?` }
  }
  const parsed = kind.read(Object.fromEntries(header.map((name, i) => [name, cells[i]])), zone)
  return parsed.success ? { row: parsed.data } : { message: problemOf(parsed.error).message }
}

async function withoutRefused(kind: ZeffyKind<unknown>, { rows, errors }: Batch): Promise<Batch> {
  const refused = await kind.refusals(rows.map(({ row }) => row))
  if (!refused.size) return { rows, errors }
  const kept: Batch = { rows: [], errors: [...errors] }
  for (const entry of rows) {
    const message = refused.get(kind.idOf(entry.row))
    if (message) kept.errors.push({ line: entry.line, message })
    else kept.rows.push(entry)
  }
  return { ...kept, errors: kept.errors.sort((a, b) => a.line - b.line) }
}

interface ZeffyImportPreview {
  kind: ZeffyKindName
  fileName: string
  counts: { new: number; changed: number; unchanged: number; errors: number }
  rows: {
    line: number
    what: string
    outcome: 'new' | 'changed'
    changes: { field: string; from: string | null; to: string | null }[]
  }[]
  errors: { line: number; message: string }[]
}

/** Previews an import. @throws Refused 404 if the file is gone. */
export async function previewImport(actorId: string, id: string, zone: string): Promise<ZeffyImportPreview> {
  const kept = await prisma.zeffyImport.findFirst({ where: { id, byId: actorId, createdAt: { gt: oldest() } } })
  if (!kept || !isKindName(kept.kind)) throw gone()
  const kind = kindOf(kept.kind)
  const counts = { new: 0, changed: 0, unchanged: 0, errors: 0 }
  const preview: ZeffyImportPreview = { kind: kept.kind, fileName: kept.fileName, counts, rows: [], errors: [] }
  for await (const { rows, errors } of readBatches(kind, kept.content, zone)) {
    const comparisons = await kind.compare(rows.map(({ row }) => row))
    for (const [i, { outcome, changes }] of comparisons.entries()) {
      counts[outcome]++
      const entry = rows[i]
      if (!entry || outcome === 'unchanged' || preview.rows.length >= SHOWN) continue
      preview.rows.push({ line: entry.line, what: kind.describe(entry.row), outcome, changes })
    }
    counts.errors += errors.length
    preview.errors.push(...errors.slice(0, SHOWN - preview.errors.length))
  }
  return preview
}

/**
 * Saves the rows without errors in batches; after a failure the same file can be imported again.
 * @throws Refused 404 if the file is gone, as after a second press of the button.
 */
export async function confirmImport(actorId: string, id: string, zone: string): Promise<ZeffyImportPreview['counts']> {
  const kept = await prisma.zeffyImport.findFirst({ where: { id, byId: actorId, createdAt: { gt: oldest() } } })
  const { count } = await prisma.zeffyImport.deleteMany({ where: { id, byId: actorId } })
  if (!kept || !count || !isKindName(kept.kind)) throw gone()
  const kind = kindOf(kept.kind)
  const counts = { new: 0, changed: 0, unchanged: 0, errors: 0 }
  for await (const { rows, errors } of readAhead(readBatches(kind, kept.content, zone))) {
    counts.errors += errors.length
    for (const { outcome } of await kind.save(rows.map(({ row }) => row))) counts[outcome]++
  }
  const detail = { file: kept.fileName, ...counts }
  await audit(prisma, { actorId, action: 'donations.import', entity: kept.kind, entityId: id, detail })
  return counts
}

const gone = () => notFound('This file is no longer here. Please choose it again.')

export const sweepImports = () => prisma.zeffyImport.deleteMany({ where: { createdAt: { lte: oldest() } } })
