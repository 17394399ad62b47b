import { Prisma } from '~/generated/prisma/client'
import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Tx } from '~/platform/tx.server'
import { addDays, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { type DayOfRider, isAsTold, readToldLesson } from './told-rides'

/** How long a change has to last before anyone is notified, in milliseconds. */
const SETTLE_MS = 5 * 60_000
/** How long notices wait at most while a family's rides keep changing, in milliseconds. */
const LONGEST_MS = 15 * 60_000

const inMs = (ms: number) => new Date(now().getTime() + ms)
const lines = (lessons: readonly string[]) => lessons.join('\n')
const lessonsIn = (text: string) => (text === '' ? [] : text.split('\n'))

/**
 * Records what a change of the week did to the days of its riders, in its transaction. What the family knew before stays.
 * `announced` notifies families of rides that are simply new, too, instead of leaving them to their reminder.
 */
export async function recordChangedDays(tx: Tx, days: readonly DayOfRider[], announced = false): Promise<void> {
  if (days.length === 0) return
  await tx.$executeRaw`
    INSERT INTO told_rides (student_id, date, known, present, weekly, changed_at, due_at, announced)
    SELECT student_id, date, known, present, weekly, ${now()}, ${inMs(SETTLE_MS)}, ${announced}
    FROM json_populate_recordset(NULL::told_rides, ${rowsOf(days)}::json) ORDER BY student_id, date
    ON CONFLICT (student_id, date) DO UPDATE SET present = excluded.present, weekly = excluded.weekly,
      announced = told_rides.announced OR excluded.announced,
      changed_at = coalesce(told_rides.changed_at, excluded.changed_at), due_at = excluded.due_at`
}

/** Returns the days from today on that anyone was notified of. */
export async function toldDates(tx: Tx): Promise<Set<LocalDate>> {
  const rows = await tx.toldRide.findMany({
    where: { date: { gte: toDbDate(today()) } },
    distinct: ['date'],
    select: { date: true },
  })
  return new Set(rows.map(({ date }) => fromDbDate(date)))
}

/** Records days that a family changed itself, and therefore knows. */
export async function recordKnownDays(tx: Tx, days: readonly DayOfRider[]): Promise<void> {
  if (days.length === 0) return
  await tx.$executeRaw`
    UPDATE told_rides t SET known = r.present, present = r.present, changed_at = NULL, due_at = NULL, announced = false
    FROM json_populate_recordset(NULL::told_rides, ${rowsOf(days)}::json) r
    WHERE r.student_id = t.student_id AND r.date = t.date`
}

const rowsOf = (days: readonly DayOfRider[]): string =>
  JSON.stringify(
    days.map(({ riderId, known, present, ...day }) => ({
      ...day,
      student_id: riderId,
      known: lines(known),
      present: lines(present),
    })),
  )

/** Marks these rides of a day as known to their riders, who are notified of them in another way. What else changed on that day is due as before. */
export async function settleRides(
  tx: Tx,
  date: LocalDate,
  rides: readonly ({ riderId: string } & Pick<Slot, 'time' | 'type'>)[],
): Promise<void> {
  const rows = await tx.$queryRaw<{ riderId: string; known: string; present: string }[]>`
    SELECT student_id AS "riderId", known, present FROM told_rides
    WHERE date = ${date}::date AND student_id = ANY(${rides.map(({ riderId }) => riderId)}) AND due_at IS NOT NULL
    ORDER BY student_id FOR UPDATE`
  const settled = rows.map(({ riderId, ...row }) => {
    const theirs = rides.filter((ride) => ride.riderId === riderId)
    const isMeant = (lesson: string) => theirs.some((ride) => isSameLesson(ride, readToldLesson(lesson)))
    const [was, present] = [lessonsIn(row.known), lessonsIn(row.present)]
    const known = [...was.filter((lesson) => !isMeant(lesson)), ...present.filter(isMeant)].sort()
    return { student_id: riderId, known: lines(known), due: !isAsTold(known, present) }
  })
  await tx.$executeRaw`
    UPDATE told_rides t SET known = CASE WHEN r.due THEN r.known ELSE t.present END, told = t.told + 1,
      changed_at = CASE WHEN r.due THEN t.changed_at END, due_at = CASE WHEN r.due THEN t.due_at END,
      announced = r.due AND t.announced
    FROM json_to_recordset(${JSON.stringify(settled)}::json) r(student_id text, known text, due boolean)
    WHERE t.date = ${date}::date AND t.student_id = r.student_id`
}

export interface DueDay extends DayOfRider {
  /** How many times a change of it was sent. */
  told: number
  isReminded: boolean
  /** Whether a ride that is simply new is worth a notice. */
  announced: boolean
  /** Whether it is an instructor's day. */
  teaches: boolean
}

/**
 * Takes changed days that are due for a notice, of some families, all of each family at once. Their rows are locked, so
 * that no other process sends them.
 */
export async function takeDueDays(tx: Tx, families: number): Promise<DueDay[]> {
  const rows = await tx.$queryRaw<
    {
      riderId: string
      date: LocalDate
      known: string
      present: string
      weekly: boolean
      told: number
      isReminded: boolean
      announced: boolean
      teaches: boolean
    }[]
  >`
    WITH due AS (
      SELECT CASE WHEN u.email IS NULL THEN coalesce(u.guardian_id, u.id) ELSE u.id END AS reader
      FROM told_rides t JOIN users u ON u.id = t.student_id WHERE t.due_at IS NOT NULL
      GROUP BY 1 HAVING max(t.due_at) <= ${now()} OR min(t.changed_at) <= ${inMs(-LONGEST_MS)}
      ORDER BY min(t.due_at) LIMIT ${families})
    SELECT t.student_id AS "riderId", t.date::text AS date, t.known, t.present, t.weekly, t.told, t.announced,
           t.reminded_at IS NOT NULL AS "isReminded", u.role = 'instructor' AS teaches
    FROM told_rides t JOIN users u ON u.id = t.student_id
    WHERE t.due_at IS NOT NULL
      AND CASE WHEN u.email IS NULL THEN coalesce(u.guardian_id, u.id) ELSE u.id END IN (SELECT reader FROM due)
    ORDER BY t.student_id, t.date FOR UPDATE OF t SKIP LOCKED`
  return rows.map(({ known, present, ...row }) => ({ ...row, known: lessonsIn(known), present: lessonsIn(present) }))
}

/** Settles days whose notice was sent, or is not needed. A day of which a family was never notified leaves no row. */
export async function settle(tx: Tx, days: readonly DueDay[], isTold: (day: DueDay) => boolean): Promise<void> {
  const rows = days.map((day) => ({ student_id: day.riderId, date: day.date, told: isTold(day) ? 1 : 0 }))
  const json = JSON.stringify(rows)
  await tx.$executeRaw`
    UPDATE told_rides t SET known = t.present, told = t.told + r.told, changed_at = NULL, due_at = NULL, announced = false
    FROM json_populate_recordset(NULL::told_rides, ${json}::json) r WHERE r.student_id = t.student_id AND r.date = t.date`
  await tx.$executeRaw`
    DELETE FROM told_rides t USING json_populate_recordset(NULL::told_rides, ${json}::json) r
    WHERE r.student_id = t.student_id AND r.date = t.date AND t.told = 0 AND t.reminded_at IS NULL`
}

/** Returns those of the riders whom nobody has reminded of this day yet, and claims them. */
export async function claimReminders(
  tx: Tx,
  date: LocalDate,
  riders: ReadonlyMap<string, readonly string[]>,
): Promise<Set<string>> {
  const rows = [...riders].map(([riderId, lessons]) => ({ student_id: riderId, known: lines(lessons) }))
  const claimed = await tx.$queryRaw<{ riderId: string }[]>(Prisma.sql`
    INSERT INTO told_rides (student_id, date, known, present, reminded_at)
    SELECT student_id, ${date}::date, known, known, ${now()}
    FROM json_populate_recordset(NULL::told_rides, ${JSON.stringify(rows)}::json) ORDER BY student_id
    ON CONFLICT (student_id, date) DO UPDATE SET known = excluded.known, reminded_at = excluded.reminded_at
      WHERE told_rides.reminded_at IS NULL
    RETURNING student_id AS "riderId"`)
  return new Set(claimed.map(({ riderId }) => riderId))
}

export async function remindedOf(date: LocalDate): Promise<Set<string>> {
  const rows = await prisma.toldRide.findMany({
    where: { date: toDbDate(date), remindedAt: { not: null } },
    select: { studentId: true },
  })
  return new Set(rows.map(({ studentId }) => studentId))
}

const KEPT_DAYS = 30

/** Deletes old rows. Returns how many there were. */
export const sweepToldRides = async (): Promise<number> =>
  (await prisma.toldRide.deleteMany({ where: { date: { lt: toDbDate(addDays(today(), -KEPT_DAYS)) } } })).count
