import { Prisma } from '~/generated/prisma/client'
import { baseTypesOf } from '~/models/schedule/week/base-type'
import { type LessonTimes, type LessonTimesRow, lessonTimesOf } from '~/models/school/lesson-times'
import { DEFAULT_HOLDS, type MakeupHolds } from '~/models/vocabulary/makeup'
import { displayName } from '~/models/vocabulary/user'
import { now } from '~/platform/clock.server'
import type { Tx } from '~/platform/tx.server'
import { dayOfWeek } from '~/utils/dates'
import {
  type Book,
  differenceOf,
  NEW,
  type Rows,
  type Span,
  TABLE_NAMES,
  type TableName,
  type Touched,
  type WorkOfDay,
} from './book'
import { type Columns, TABLES, toColumns, toFields } from './book-columns'
import { lockHorses } from './horse-lock.server'

/** The school's ride types, including those no longer offered. */
export type Types = readonly { name: string; isActive: boolean; isCounted: boolean }[]

interface Loaded extends Record<TableName, Columns[]> {
  types: { name: string; isActive: boolean; isCounted: boolean; capacity: number | null; baseType: string | null }[]
  booked: number[]
  school: (LessonTimesRow & { makeupHolds: MakeupHolds | null })[]
  held: { id: number; date: string; time: string; type: string; weekly: boolean }[]
  awaited: { id: number; riderId: string; date: string; time: string; type: string; weekly: boolean }[]
  work: WorkOfDay[]
  people: { id: string; firstName: string | null; lastName: string | null; email: string | null }[]
}

/** Returns a condition for the days of some spans, on the column with a row's day. */
const within = (date: string, spans: readonly Span[]): Prisma.Sql => {
  const column = Prisma.raw(date)
  const days = spans.map(({ from, weekly }) =>
    weekly
      ? Prisma.sql`(${column} >= ${from}::date AND extract(dow FROM ${column}) = ${dayOfWeek(from)})`
      : Prisma.sql`${column} = ${from}::date`,
  )
  return Prisma.join(days, ' OR ')
}

const rowsOf = (name: TableName, spans: readonly Span[], makeupIds: readonly number[], reads: boolean): Prisma.Sql => {
  const { table, date } = TABLES[name]
  const standing = spans.map(({ from, weekly }) => {
    const begun = weekly ? Prisma.sql`true` : Prisma.sql`start_date <= ${from}::date`
    return Prisma.sql`(is_active AND day_of_week = ${dayOfWeek(from)} AND ${begun}
      AND (deleted_from_date IS NULL OR deleted_from_date >= ${from}::date))`
  })
  const days = date ? within(date, spans) : Prisma.join(standing, ' OR ')
  if (name !== 'makeups') return Prisma.sql`SELECT * FROM ${Prisma.raw(table)} WHERE ${days} ORDER BY id`
  // A makeup belongs to two days, so changes of both read its row.
  return Prisma.sql`
    SELECT * FROM makeups WHERE ${days} OR id IN (SELECT makeup_id FROM bookings) OR id = ANY(${[...makeupIds]})
    ORDER BY id ${reads ? Prisma.empty : Prisma.sql`FOR UPDATE`}`
}

/** Selects open offers of these days. */
const heldIn = (spans: readonly Span[]): Prisma.Sql => Prisma.sql`
  SELECT o.id, o.lesson_date::text AS date, w.scheduled_time AS time, w.lesson_type AS type, w.weekly
  FROM place_offers o JOIN waitlist w ON w.id = o.waiting_id
  WHERE o.state = 'open' AND (${Prisma.join(
    spans.map(({ from, weekly }) =>
      weekly
        ? Prisma.sql`(extract(dow FROM o.lesson_date) = ${dayOfWeek(from)} AND (w.weekly OR o.lesson_date >= ${from}::date))`
        : Prisma.sql`(o.lesson_date = ${from}::date
            OR (w.weekly AND o.lesson_date < ${from}::date AND extract(dow FROM o.lesson_date) = ${dayOfWeek(from)}))`,
    ),
    ' OR ',
  )})`

/** Selects the lessons of these days that someone waits for. */
const awaitedIn = (spans: readonly Span[]): Prisma.Sql => Prisma.sql`
  SELECT w.id, w.student_id AS "riderId", w.lesson_date::text AS date, w.scheduled_time AS time, w.lesson_type AS type, w.weekly
  FROM waitlist w JOIN users u ON u.id = w.student_id
  WHERE w.closed_at IS NULL AND u.hidden_at IS NULL AND (${Prisma.join(
    spans.map(({ from, weekly }) =>
      weekly
        ? Prisma.sql`(extract(dow FROM w.lesson_date) = ${dayOfWeek(from)} AND (w.weekly OR w.lesson_date >= ${from}::date))`
        : Prisma.sql`(NOT w.weekly AND w.lesson_date = ${from}::date)`,
    ),
    ' OR ',
  )})`

/** Tables that are derived from others are read after them. */
const READ_ORDER = [...TABLE_NAMES].sort((a, b) => Number(a === 'makeups') - Number(b === 'makeups'))

/** Loads the rows of some days, with the makeups of `makeupIds`, and the names of their riders and of those in `riderIds`. One query. */
export async function loadBook(
  tx: Tx,
  spans: readonly Span[],
  riderIds: readonly string[],
  /** `reads`: the result is only read, and contains no rows of other days. */
  { makeupIds = [], reads = false }: { makeupIds?: readonly number[]; reads?: boolean } = {},
): Promise<{ book: Book; types: Types; holds: MakeupHolds; times: LessonTimes }> {
  const list = (rows: Prisma.Sql) => Prisma.sql`(SELECT coalesce(json_agg(x), '[]') FROM (${rows}) x)`
  const named = TABLE_NAMES.filter((name) => name !== 'oneTimeLessons').map(
    (name) => Prisma.sql`SELECT student_id FROM ${Prisma.raw(`"${name}"`)}`,
  )
  const [loaded] = await tx.$queryRaw<Loaded[]>(Prisma.sql`
    WITH ${Prisma.join(
      READ_ORDER.map(
        (name) => Prisma.sql`${Prisma.raw(`"${name}"`)} AS MATERIALIZED (${rowsOf(name, spans, makeupIds, reads)})`,
      ),
    )}
    SELECT ${Prisma.join(
      TABLE_NAMES.map(
        (name) =>
          Prisma.sql`${list(Prisma.sql`SELECT * FROM ${Prisma.raw(`"${name}"`)}`)} AS ${Prisma.raw(`"${name}"`)}`,
      ),
    )},
      ${list(Prisma.sql`SELECT name, is_active AS "isActive", counter IS NOT NULL AS "isCounted", capacity, base_type AS "baseType" FROM ride_types ORDER BY sort_order, id`)} AS types,
      (SELECT coalesce(json_agg(makeup_id), '[]') FROM makeup_bookings WHERE makeup_id IN (SELECT id FROM makeups)) AS booked,
      ${list(Prisma.sql`
        SELECT makeup_holds AS "makeupHolds", first_lesson AS "firstLesson", last_lesson AS "lastLesson", lesson_step AS "lessonStep",
          lesson_lengths AS "lessonLengths", arenas FROM school WHERE id = 1`)} AS school,
      ${list(heldIn(spans))} AS held,
      ${list(awaitedIn(spans))} AS awaited,
      ${list(Prisma.sql`
        SELECT horse_id AS "horseId", work_date::text AS date, start_time AS time, duration, kind FROM horse_work
        WHERE ${within('work_date', spans)} ORDER BY start_time`)} AS work,
      ${list(Prisma.sql`
        SELECT id, first_name AS "firstName", last_name AS "lastName", email FROM users
        WHERE id = ANY(${[...riderIds]}) OR id IN (${Prisma.join(named, ' UNION ')})`)} AS people`)
  if (!loaded) throw new Error('The query of a day returned no row')
  const book = Object.fromEntries(TABLE_NAMES.map((name) => [name, loaded[name].map((row) => toFields(name, row))]))
  return {
    book: {
      ...(book as unknown as Rows),
      spans,
      types: loaded.types.map(({ name }) => name),
      bases: baseTypesOf(loaded.types),
      capacities: new Map(loaded.types.flatMap(({ name, capacity }) => (capacity ? [[name, capacity]] : []))),
      booked: new Set(loaded.booked),
      held: loaded.held,
      awaited: loaded.awaited,
      work: loaded.work,
      names: new Map(loaded.people.map((one) => [one.id, displayName(one)])),
    },
    types: loaded.types,
    holds: loaded.school[0]?.makeupHolds ?? DEFAULT_HOLDS,
    times: lessonTimesOf(loaded.school[0]),
  }
}

/** What a change did to the rows of one table, each before and after it. */
export interface TableChange {
  before: Columns[]
  after: Columns[]
}
export type RowChanges = Partial<Record<TableName, TableChange>>

const differences = (name: TableName, before: Rows, after: Rows): { gone: Columns[]; come: Columns[] } => {
  const { gone, come } = differenceOf<{ id: number }>(before[name], after[name])
  return { gone: gone.map((row) => toColumns(name, row)), come: come.map((row) => toColumns(name, row)) }
}

/**
 * Writes the difference between two books. All that is deleted or changed is removed before anything is inserted, so
 * that riders and horses can change places. Returns every row touched, before and after.
 */
export async function writeBook(tx: Tx, before: Rows, after: Rows): Promise<RowChanges> {
  const differ = TABLE_NAMES.map((name) => ({ name, ...differences(name, before, after) })).filter(
    ({ gone, come }) => gone.length + come.length > 0,
  )
  const moved = new Set(differ.flatMap(({ name, gone, come }) => (name === 'horses' ? movedHorses(gone, come) : [])))
  const changes: RowChanges = {}
  for (const { name, gone } of differ) {
    const ids = gone.map(({ id }) => Number(id)).filter((id) => name !== 'horses' || !moved.has(id))
    if (ids.length === 0) continue
    await tx.$executeRaw`DELETE FROM ${Prisma.raw(TABLES[name].table)} WHERE id = ANY(${ids})`
  }
  for (const { name, gone, come } of differ) {
    const stays = (row: Columns) => name === 'horses' && moved.has(Number(row.id))
    const written = await moveHorses(tx, come.filter(stays), gone)
    for (const rows of withSameColumns(come.filter((row) => !stays(row)).map((row) => touched(name, row, gone)))) {
      written.push(...(await insert(tx, name, rows)))
    }
    changes[name] = { before: gone, after: written }
  }
  return changes
}

/**
 * Returns horses that move to another lesson of their day with their rider: they are not assigned again, because they
 * may be on rest or at their limit by now.
 */
const movedHorses = (gone: Columns[], come: Columns[]): number[] =>
  come
    .filter((row) =>
      gone.some((old) => old.id === row.id && old.horse_id === row.horse_id && old.usage_date === row.usage_date),
    )
    .map(({ id }) => Number(id))

async function moveHorses(tx: Tx, rows: Columns[], gone: Columns[]): Promise<Columns[]> {
  if (rows.length === 0) return []
  const horseIds = rows.map((row) => Number(row.horse_id))
  // In order: the rows' trigger would take these locks in the order of the rows.
  await lockHorses(tx, horseIds)
  // Alone, as the trigger checks what has a new reason, or none anymore.
  for (const { id, over_reason } of rows) {
    if (gone.some((old) => old.id === id && old.over_reason !== over_reason))
      await tx.$executeRaw`UPDATE horse_usage SET over_reason = ${over_reason}::varchar WHERE id = ${id}::integer`
  }
  const moved = await tx.$queryRaw<{ row: Columns }[]>`
    WITH moved AS (
      UPDATE horse_usage u SET lesson_time = r.lesson_time, lesson_type = r.lesson_type, duration = r.duration
      FROM json_populate_recordset(NULL::horse_usage, ${JSON.stringify(rows)}::json) r WHERE u.id = r.id
      RETURNING u.*)
    SELECT row_to_json(moved) AS row FROM moved`
  return moved.map(({ row }) => row)
}

/** Groups rows by their columns: a new row has no ID yet, and leaves columns to the database. */
function withSameColumns(rows: Columns[]): Columns[][] {
  const batches = new Map<string, Columns[]>()
  for (const row of rows) {
    const columns = Object.keys(row).sort().join()
    batches.set(columns, [...(batches.get(columns) ?? []), row])
  }
  return [...batches.values()]
}

/** Sets the time of change of a ride's or place's row, which is the version of a ride in forms. */
function touched(name: TableName, { id, ...row }: Columns, gone: Columns[]): Columns {
  const old = gone.find((other) => other.id === id)
  const { created_at, updated_at, ...fresh } = row
  const kept = id === NEW ? fresh : { id, ...row }
  if (name !== 'records' && name !== 'weekly') return kept
  if (old && row.updated_at !== old.updated_at) return kept
  // Two changes within a millisecond are two versions.
  const after = old ? Date.parse(String(old.updated_at)) + 1 : 0
  return { ...kept, updated_at: new Date(Math.max(now().getTime(), after)).toISOString() }
}

function insert(tx: Tx, name: TableName, rows: Columns[]): Promise<Columns[]> {
  const { table } = TABLES[name]
  const columns = Prisma.raw(Object.keys(rows[0] ?? {}).join(', '))
  return tx.$queryRaw<{ row: Columns }[]>`
      WITH added AS (
        INSERT INTO ${Prisma.raw(table)} (${columns})
        SELECT ${columns} FROM json_populate_recordset(NULL::${Prisma.raw(table)}, ${JSON.stringify(rows)}::json)
        RETURNING *)
      SELECT row_to_json(added) AS row FROM added`.then((added) => added.map(({ row }) => row))
}

const rowsOfSide = (changes: RowChanges, side: keyof TableChange): Rows =>
  Object.fromEntries(
    TABLE_NAMES.map((name) => [name, (changes[name]?.[side] ?? []).map((row) => toFields(name, row))]),
  ) as unknown as Rows

/** Converts the rows of a change to those that decisions read. */
export const touchedRows = (changes: RowChanges): Touched => ({
  before: rowsOfSide(changes, 'before'),
  after: rowsOfSide(changes, 'after'),
})
