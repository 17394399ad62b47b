import type { InstructorAbsence } from '~/generated/prisma/client'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import type { RosterLesson } from '~/models/schedule/week/roster.server'
import { displayName } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Outdated, Refused } from '~/platform/refused'
import { bare, rowList } from '~/platform/row-lists.server'
import type { Db, Tx } from '~/platform/tx.server'
import { versionOf } from '~/platform/version'
import { formatDayFrom, formatWeekday, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import type { Absence } from './cover.schema'

/** That an instructor can't come, which the office has not answered yet. */
interface Report {
  from: LocalDate
  through: LocalDate | null
  time: TimeOfDay | null
  reason: string | null
}

/** An instructor has one at a time: another one takes its place. @returns since when there is this one, whatever its reason. @throws Refused if its last day is over. */
export async function reportAbsence(
  instructorId: string,
  { from, through, time, reason }: { from: LocalDate; through?: LocalDate; time?: TimeOfDay; reason?: string },
  tx: Tx,
): Promise<Date> {
  if ((through ?? from) < today())
    throw new Refused('date_out_of_range', 'This day is over', through ? 'through' : 'from')
  const [saved] = await tx.$queryRaw<{ isSame: boolean }[]>`
    SELECT (from_date, through_date, from_time) IS NOT DISTINCT FROM (${from}::date, ${through ?? null}::date, ${time ?? null}::varchar) AS "isSame"
    FROM instructor_absences WHERE instructor_id = ${instructorId} FOR UPDATE`
  const row = {
    fromDate: toDbDate(from),
    throughDate: through ? toDbDate(through) : null,
    fromTime: time ?? null,
    reason: reason || null,
  }
  const { createdAt } = await tx.instructorAbsence.upsert({
    where: { instructorId },
    create: { instructorId, ...row, createdAt: now() },
    update: saved?.isSame ? row : { ...row, createdAt: now() },
  })
  return createdAt
}

/** The instructor takes it back, or is removed. @returns since when there was one. */
export async function endReport(instructorId: string, tx: Tx): Promise<Date | undefined> {
  const [ended] = await tx.$queryRaw<{ since: Date }[]>`
    DELETE FROM instructor_absences WHERE instructor_id = ${instructorId} RETURNING created_at AS since`
  return ended?.since
}

/** Nothing is to do about it; one that is gone was answered. @throws Refused if it is another one than the office was shown. */
export async function answerReport(instructorId: string, version: string | undefined): Promise<void> {
  const row = await prisma.instructorAbsence.findUnique({ where: { instructorId } })
  if (!row || (version === versionOf({ ...reportIn(row) }) && (await isEnded(row, prisma)))) return
  throw new Outdated('They have said something else since. Here it is.')
}

/** What was answered by a plan: a line of the log has it, by which Undo makes it a task again. The reason is no fact of the log. */
export type Answered = { instructor: string } & Omit<Report, 'reason'>

/** A plan answers what an instructor has said if it is about all of those days. Null if it does not. */
export async function answerBy({ instructor, from, through = from, time }: Absence, tx: Tx): Promise<Answered | null> {
  const row = await tx.instructorAbsence.findUnique({ where: { instructorId: instructor } })
  if (!row) return null
  const { reason: _, ...said } = reportIn(row)
  const isFromTimeOn = !time || from < said.from || (said.time !== null && said.time >= time)
  const isWhole = from <= said.from && (said.through ?? said.from) <= through && isFromTimeOn
  return isWhole && (await isEnded(row, tx)) ? { instructor, ...said } : null
}

/** Not if the instructor has said something else in the meantime. */
const isEnded = async (row: InstructorAbsence, db: Db) =>
  (await db.instructorAbsence.deleteMany({ where: row })).count > 0

/** Is a task again, unless the instructor has said something else since, or was removed. */
export async function askAgain(tx: Tx, { instructor, from, through, time }: Answered): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO instructor_absences (instructor_id, from_date, through_date, from_time)
    SELECT id, ${from}::date, ${through}::date, ${time} FROM users WHERE id = ${instructor} AND hidden_at IS NULL
    ON CONFLICT DO NOTHING`
}

/** What instructors have said of these days. */
export async function reportsOn(
  from: LocalDate,
  through: LocalDate,
  db: Db,
): Promise<(Report & { instructor: string })[]> {
  const [first, last] = [toDbDate(from), toDbDate(through)]
  const rows = await db.instructorAbsence.findMany({
    where: {
      fromDate: { lte: last },
      OR: [{ throughDate: { gte: first } }, { throughDate: null, fromDate: { gte: first } }],
    },
    orderBy: { instructorId: 'asc' },
  })
  return rows.map((row) => ({ instructor: row.instructorId, ...reportIn(row) }))
}

const MINUTES_OF_DAY = 24 * 60

/** Whether an instructor would miss a lesson, also the end of one that begins before their time. */
export const wouldMiss = (
  { from, through, time }: Report,
  lesson: Pick<RosterLesson, 'date' | 'time' | 'duration'>,
): boolean =>
  from <= lesson.date &&
  lesson.date <= (through ?? from) &&
  (from < lesson.date || time === null || overlaps(lesson, { time, duration: MINUTES_OF_DAY }))

/** Null if the office has none to answer. */
export async function reportOf(instructorId: string): Promise<Report | null> {
  const row = await prisma.instructorAbsence.findUnique({ where: { instructorId } })
  const report = row && reportIn(row)
  return report && (report.through ?? report.from) >= today() ? report : null
}

/** Those to answer, the next first. */
export async function listReports(): Promise<(Report & { instructor: string; name: string; version: string })[]> {
  const rows = await prisma.instructorAbsence.findMany({
    where: {
      instructor: { hiddenAt: null },
      OR: [{ throughDate: { gte: toDbDate(today()) } }, { throughDate: null, fromDate: { gte: toDbDate(today()) } }],
    },
    include: { instructor: { select: { firstName: true, lastName: true, email: true } } },
    orderBy: [{ fromDate: 'asc' }, { createdAt: 'asc' }],
  })
  return rows.map(({ instructorId, instructor, ...row }) => ({
    ...reportIn(row),
    instructor: instructorId,
    name: displayName(instructor),
    version: versionOf({ ...reportIn(row) }),
  }))
}

/** How many there are, in one row. `today` is SQL. */
export const reportedList = (today: string) =>
  rowList<{ count: number }>(
    { count: bare('count') },
    `(SELECT count(*) AS count FROM instructor_absences a JOIN users u ON u.id = a.instructor_id
      WHERE u.hidden_at IS NULL AND coalesce(a.through_date, a.from_date) >= ${today}) x`,
  )

const reportIn = (row: {
  fromDate: Date
  throughDate: Date | null
  fromTime: string | null
  reason: string | null
}): Report => ({
  from: fromDbDate(row.fromDate),
  through: row.throughDate && fromDbDate(row.throughDate),
  time: row.fromTime,
  reason: row.reason,
})

/** `Friday, Nov 27 from 2:00 PM through Monday, Nov 30: flu` */
export function sayReport({ from, through, time, reason }: Report): string {
  const day = (date: LocalDate) => `${formatWeekday(date)}, ${formatDayFrom(today(), date)}`
  const first = `${day(from)}${time ? ` from ${formatTimeOfDay(time)}` : ''}`
  return `${first}${through && through !== from ? ` through ${day(through)}` : ''}${reason ? `: ${reason}` : ''}`
}
