import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { listStatement, queryLists, type RowsOf } from '~/platform/row-lists.server'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import { type Roster, type RosterLesson, type RosterRows, rosterOf } from './roster'
import {
  type DaysSql,
  horseList,
  instructorList,
  type RidersSql,
  recordList,
  scheduleLists,
  scheduleTables,
} from './schedule-lists.server'

export type { Roster, RosterDay, RosterLesson, RosterRider } from './roster'

/** Selects the roster of some days, of everyone or of some riders, for a statement that begins with `rosterTables`. */
export const rosterLists = (days: DaysSql, isRider?: RidersSql) => ({
  ...scheduleLists(days, { isRider }),
  records: recordList,
  instructors: instructorList(days),
  horses: horseList(days, { isRider }),
})
export const rosterTables = (days: DaysSql, isRider?: RidersSql): string => `WITH ${scheduleTables(days, { isRider })}`

const DAYS = { first: '$1::date', last: '$2::date' }
const isWanted: RidersSql = (column) => `${column} = ANY($3::text[])`
const OF_EVERYBODY = listStatement(rosterLists(DAYS), rosterTables(DAYS))
const OF_RIDERS = listStatement(rosterLists(DAYS, isWanted), rosterTables(DAYS, isWanted))

/** Loads the rows in one query, however many lessons. */
const loadRows = (db: Db, from: LocalDate, to: LocalDate, riderIds: readonly string[] | null) =>
  riderIds === null ? queryLists(OF_EVERYBODY, [from, to], db) : queryLists(OF_RIDERS, [from, to, riderIds], db)

/**
 * Loads the roster of some days, both ends included: of everyone, or of some riders without other riders' one-time
 * lessons. Without `from` it begins with their first ride.
 */
export async function loadRoster(
  { from, to, riderIds = null }: { from?: LocalDate; to: LocalDate; riderIds?: readonly string[] | null },
  db: Db = prisma,
): Promise<Roster> {
  return rosterFound(await loadRows(db, from ?? FIRST_DAY, to, riderIds), { from, to })
}

/** The first day of a roster that begins with the first ride. */
export const FIRST_DAY: LocalDate = '0001-01-01'

/** Works like `loadRoster`, from the rows of `rosterLists`. */
export const rosterFound = (
  rows: RowsOf<ReturnType<typeof rosterLists>>,
  { from, to }: { from?: LocalDate; to: LocalDate },
): Roster => ({
  days: rosterOf(rows, { from: from ?? firstDay(rows, to), to }, getEnv().schoolTimezone),
  types: rows.types,
})

const firstDay = (rows: RosterRows, otherwise: LocalDate): LocalDate =>
  [
    ...rows.weekly.map((row) => row.startDate),
    ...rows.participants.map((row) => row.date),
    ...rows.records.map((row) => row.date),
  ].reduce((first, day) => (day < first ? day : first), otherwise)

export async function lessonsOn(date: LocalDate, db: Db = prisma): Promise<RosterLesson[]> {
  const { days } = await loadRoster({ from: date, to: date }, db)
  return days[0]?.lessons ?? []
}

export async function findLesson(slot: Slot, db: Db = prisma): Promise<RosterLesson | undefined> {
  return (await lessonsOn(slot.date, db)).find((lesson) => isSameLesson(lesson, slot))
}
