import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { bare, rowList } from '~/platform/row-lists.server'
import type { Db } from '~/platform/tx.server'
import { formatDayFrom, formatWeekday, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** That an instructor can't come, which the office has not answered yet. */
interface Report {
  from: LocalDate
  through: LocalDate | null
  time: TimeOfDay | null
  reason: string | null
}

/** An instructor has one at a time: another one takes its place. @throws Refused if its last day is over. */
export async function reportAbsence(
  instructorId: string,
  { from, through, time, reason }: { from: LocalDate; through?: LocalDate; time?: TimeOfDay; reason?: string },
): Promise<void> {
  if ((through ?? from) < today())
    throw new Refused('date_out_of_range', 'This day is over', through ? 'through' : 'from')
  const row = {
    fromDate: toDbDate(from),
    throughDate: through ? toDbDate(through) : null,
    fromTime: time ?? null,
    reason: reason || null,
  }
  await prisma.instructorAbsence.upsert({ where: { instructorId }, create: { instructorId, ...row }, update: row })
}

/** Whoever takes it back or has answered it: it is gone. */
export async function endReport(instructorId: string, db: Db = prisma): Promise<void> {
  await db.instructorAbsence.deleteMany({ where: { instructorId } })
}

/** Null if the office has none to answer. */
export async function reportOf(instructorId: string): Promise<Report | null> {
  const row = await prisma.instructorAbsence.findUnique({ where: { instructorId } })
  const report = row && reportIn(row)
  return report && (report.through ?? report.from) >= today() ? report : null
}

/** Those to answer, the next first. */
export async function listReports(): Promise<(Report & { instructor: string; name: string })[]> {
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
