import { Prisma } from '~/generated/prisma/client'
import { namesSql } from '~/models/accounts/name-sql.server'
import { displayName } from '~/models/accounts/user'
import type { RideTypeCounter } from '~/models/allowance/counters'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import type { Db } from '~/platform/tx.server'
import { dayInZone, type LocalDate } from '~/utils/dates'
import { type InstructorRow, instructorOf } from './lesson-instructor'
import {
  type RecordRow,
  type RideSource,
  rideKey,
  rideVersion,
  type ScheduleDay,
  type ScheduledLesson,
  type ScheduleRows,
  type Slot,
  scheduleOf,
  type TakenOff,
} from './week'

export interface RideTypeRow {
  name: string
  color: string
  counter: RideTypeCounter | null
  isActive: boolean
}

export interface RosterRider {
  riderId: string
  name: string
  source: RideSource
  /** `scheduled` without a record. */
  attendance: string
  horse: { id: number; name: string } | null
  /** Changes with every change of attendance or horse. */
  version: string
}

export interface RosterLesson extends Omit<ScheduledLesson, 'riders'> {
  instructor: { id: string; name: string } | null
  /** By name. */
  riders: RosterRider[]
}

export interface RosterDay {
  date: LocalDate
  off: (TakenOff & { name: string | null })[]
  lessons: RosterLesson[]
}

export interface Roster {
  days: RosterDay[]
  types: RideTypeRow[]
}

type RecordDetail = RecordRow & { updatedAt: number }
interface AssignedHorse {
  riderId: string
  date: LocalDate
  time: string
  horseId: number
  horse: string
}
interface Loaded extends Omit<ScheduleRows, 'types' | 'records'> {
  types: RideTypeRow[]
  records: RecordDetail[]
  horses: AssignedHorse[]
  instructors: (Omit<InstructorRow, 'leftOn'> & { hiddenAt: string | null })[]
  people: { id: string; firstName: string | null; lastName: string | null; email: string | null }[]
}

const instructorName = Prisma.raw(namesSql('i.first_name', 'i.last_name'))

/** One query, however many lessons. */
async function loadRows(db: Db, from: LocalDate, to: LocalDate, riderId: string | null): Promise<Loaded> {
  const theirs = riderId === null ? Prisma.sql`true` : Prisma.sql`student_id = ${riderId}`
  const theirsOrAll = riderId === null ? Prisma.sql`true` : Prisma.sql`(student_id = ${riderId} OR student_id IS NULL)`
  const list = (rows: Prisma.Sql) => Prisma.sql`(SELECT coalesce(json_agg(x), '[]') FROM (${rows}) x)`
  const [loaded] = await db.$queryRaw<Loaded[]>(Prisma.sql`
    WITH weekly AS MATERIALIZED (
      SELECT * FROM weekly_schedule
      WHERE is_active AND start_date <= ${to}::date AND (deleted_from_date IS NULL OR deleted_from_date > ${from}::date) AND ${theirs}
    ), participants AS MATERIALIZED (
      SELECT * FROM one_time_participants WHERE lesson_date BETWEEN ${from}::date AND ${to}::date AND ${theirs}
    ), records AS MATERIALIZED (
      SELECT * FROM lessons WHERE scheduled_date BETWEEN ${from}::date AND ${to}::date AND ${theirs}
    )
    SELECT
      ${list(Prisma.sql`SELECT name, color, counter, is_active AS "isActive" FROM ride_types ORDER BY sort_order, id`)} AS types,
      ${list(Prisma.sql`
        SELECT id, student_id AS "riderId", day_of_week AS "dayOfWeek", scheduled_time AS time, lesson_type AS type, duration,
               is_active AS active, start_date AS "startDate", deleted_from_date AS "endDate" FROM weekly`)} AS weekly,
      ${list(Prisma.sql`
        SELECT id, student_id AS "riderId", lesson_date AS date, scheduled_time AS time, lesson_type AS type, duration
        FROM participants`)} AS participants,
      ${list(Prisma.sql`
        SELECT id, lesson_date AS date, scheduled_time AS time, lesson_type AS type, duration FROM temporary_lessons
        WHERE lesson_date BETWEEN ${from}::date AND ${to}::date AND ${riderId === null}`)} AS "oneTimeLessons",
      ${list(Prisma.sql`
        SELECT student_id AS "riderId", lesson_date AS date, scheduled_time AS time, lesson_type AS type FROM lesson_removals
        WHERE lesson_date BETWEEN ${from}::date AND ${to}::date AND ${theirsOrAll}`)} AS removals,
      ${list(Prisma.sql`
        SELECT r.student_id AS "riderId", r.scheduled_date AS date, r.scheduled_time AS time, r.type, r.duration, r.attendance,
               (extract(epoch FROM r.updated_at) * 1000)::bigint AS "updatedAt"
        FROM records r`)} AS records,
      ${list(Prisma.sql`
        SELECT i.id, ${instructorName} AS name, i.hidden_at AS "hiddenAt", x.time, x.type, x.date, x.day AS "dayOfWeek",
               x.start_date AS "startDate", x.end_date AS "endDate"
        FROM (
          SELECT instructor_id, scheduled_time AS time, lesson_type AS type, NULL::date AS date, day_of_week AS day, start_date,
                 deleted_from_date AS end_date FROM weekly_schedule
          WHERE instructor_id IS NOT NULL AND is_active AND start_date <= ${to}::date
            AND (deleted_from_date IS NULL OR deleted_from_date > ${from}::date)
          UNION SELECT instructor_id, scheduled_time, lesson_type, lesson_date, NULL, NULL, NULL FROM temporary_lessons
          WHERE instructor_id IS NOT NULL AND lesson_date BETWEEN ${from}::date AND ${to}::date
          UNION SELECT instructor_id, scheduled_time, type, scheduled_date, NULL, NULL, NULL FROM lessons
          WHERE instructor_id IS NOT NULL AND scheduled_date BETWEEN ${from}::date AND ${to}::date
        ) x JOIN users i ON i.id = x.instructor_id`)} AS instructors,
      ${list(Prisma.sql`
        SELECT u.student_id AS "riderId", u.usage_date AS date, u.lesson_time AS time, u.horse_id AS "horseId", h.name AS horse
        FROM horse_usage u JOIN horses h ON h.id = u.horse_id
        WHERE u.usage_date BETWEEN ${from}::date AND ${to}::date AND ${theirs}`)} AS horses,
      ${list(Prisma.sql`
        SELECT id, first_name AS "firstName", last_name AS "lastName", email FROM users WHERE id IN (
          SELECT student_id FROM weekly UNION SELECT student_id FROM participants UNION SELECT student_id FROM records)`)} AS people`)
  if (!loaded) throw new Error('The schedule query returned no row')
  return loaded
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
  const names = new Map(rows.people.map((person) => [person.id, displayName(person)]))
  const records = new Map(rows.records.map((row) => [rideKey(row), row]))
  const horses = new Map(rows.horses.map((row) => [rideKey(row), row]))
  const days = scheduleOf(
    { ...rows, types: rows.types.map(({ name }) => name) },
    { from: from ?? firstDay(rows, to), to },
  )
  const zone = getEnv().schoolTimezone
  const instructors = rows.instructors.map(({ hiddenAt, ...row }) => ({
    ...row,
    leftOn: hiddenAt && dayInZone(zone, new Date(hiddenAt)),
  }))
  const rosterRider = ({ date, time }: Slot, { riderId, source }: ScheduledLesson['riders'][number]): RosterRider => {
    const key = rideKey({ riderId, date, time })
    const record = records.get(key)
    const horse = horses.get(key)
    return {
      riderId,
      name: names.get(riderId) ?? '',
      source,
      attendance: record?.attendance ?? 'scheduled',
      horse: horse ? { id: horse.horseId, name: horse.horse } : null,
      version: rideVersion(record?.updatedAt, horse?.horseId),
    }
  }
  const rosterLesson = (lesson: ScheduledLesson): RosterLesson => ({
    ...lesson,
    instructor: instructorOf(instructors, lesson),
    riders: lesson.riders.map((rider) => rosterRider(lesson, rider)).sort((a, b) => a.name.localeCompare(b.name, 'en')),
  })
  const rosterDay = ({ date, lessons, off = [] }: ScheduleDay): RosterDay => ({
    date,
    lessons: lessons.map(rosterLesson),
    off: off.map((row) => ({ ...row, name: row.riderId && (names.get(row.riderId) ?? '') })),
  })
  return { days: days.map(rosterDay), types: rows.types }
}

const firstDay = (rows: Loaded, otherwise: LocalDate): LocalDate =>
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
