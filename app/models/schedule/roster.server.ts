import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { type Answer, listColumns, readLists } from '~/platform/row-lists.server'
import type { Db } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import { type Roster, type RosterLesson, type RosterRows, rosterOf } from './roster'
import { horseList, instructorList, recordList, scheduleLists, scheduleTables } from './schedule-lists.server'
import type { Slot } from './week'

export type { Roster, RosterDay, RosterLesson, RosterRider } from './roster'

const DAYS = { first: '$1::date', last: '$2::date' }

/** The statement for everybody, or for the rider `$3`. */
function statementOf(rider?: '$3') {
  const lists = {
    ...scheduleLists(DAYS, { rider }),
    records: recordList,
    instructors: instructorList(DAYS),
    horses: horseList(DAYS, { rider }),
  }
  return { sql: `WITH ${scheduleTables(DAYS, { rider })} SELECT ${listColumns(lists)}`, lists }
}
const OF_EVERYBODY = statementOf()
const OF_RIDER = statementOf('$3')

/** One query, however many lessons. */
async function loadRows(db: Db, from: LocalDate, to: LocalDate, riderId: string | null) {
  const { sql, lists } = riderId === null ? OF_EVERYBODY : OF_RIDER
  const values = riderId === null ? [from, to] : [from, to, riderId]
  const [answer] = await db.$queryRawUnsafe<Answer<typeof lists>[]>(sql, ...values)
  if (!answer) throw new Error('The schedule query returned no row')
  return readLists(lists, answer)
}

/**
 * Both ends included: of everybody, or of one rider without the one-time lessons of others. Without `from` it begins
 * with the rider's first ride.
 */
export async function loadRoster(
  { from, to, riderId = null }: { from?: LocalDate; to: LocalDate; riderId?: string | null },
  db: Db = prisma,
): Promise<Roster> {
  const rows = await loadRows(db, from ?? '0001-01-01', to, riderId)
  return { days: rosterOf(rows, { from: from ?? firstDay(rows, to), to }, getEnv().schoolTimezone), types: rows.types }
}

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
  return (await lessonsOn(slot.date, db)).find(({ time, type }) => time === slot.time && type === slot.type)
}
