import { namesSql } from '~/models/people/accounts/name-sql.server'
import type { HeldPlace } from '~/models/schedule/vocabulary/held'
import { bare, plain, rowList, text } from '~/platform/row-lists.server'
import type { LocalDate } from '~/utils/dates'
import type { ArenaRow } from './lesson-instructor'
import type { AssignedHorse, PersonRow, RideTypeRow, TeachingRow } from './roster'
import type { OneTimeLessonRow, ParticipantRow, RecordRow, RemovalRow, WeeklyPlaceRow } from './week'

/** Days as SQL. */
export interface DaysSql {
  first: string
  last: string
  /** Returns a condition on a column; by default from the first day to the last. */
  within?: (column: string) => string
}

const withinOf = ({ first, last, within = (column) => `${column} BETWEEN ${first} AND ${last}` }: DaysSql) => within

/** Returns a condition on a column with a rider; by default for everyone. */
export type RidersSql = (column: string) => string

/** Returns the tables that the lists below read: of everyone, or of some riders. `records` may be of other days. */
export function scheduleTables(
  days: DaysSql,
  { records = days, isRider }: { records?: DaysSql; isRider?: RidersSql } = {},
) {
  const theirs = isRider?.('student_id') ?? 'true'
  return `
    weekly AS MATERIALIZED (
      SELECT * FROM weekly_schedule
      WHERE is_active AND start_date <= ${days.last} AND (deleted_from_date IS NULL OR deleted_from_date > ${days.first}) AND ${theirs}
    ), participants AS MATERIALIZED (
      SELECT * FROM one_time_participants WHERE ${withinOf(days)('lesson_date')} AND ${theirs}
    ), records AS MATERIALIZED (
      SELECT * FROM lessons WHERE ${withinOf(records)('scheduled_date')} AND ${theirs}
    ), riders AS MATERIALIZED (
      SELECT student_id AS id FROM weekly WHERE student_id IS NOT NULL UNION SELECT student_id FROM participants UNION SELECT student_id FROM records
    )`
}

const slot = {
  date: plain('lesson_date'),
  time: plain('scheduled_time'),
  type: text('lesson_type'),
}

const ownPlaces = { capacity: bare('capacity'), level: plain('level'), arena: text('arena') }

export const recordColumns = {
  riderId: text('student_id'),
  date: plain('scheduled_date'),
  time: plain('scheduled_time'),
  type: text('type'),
  duration: bare('duration'),
  attendance: plain('attendance'),
  isAnnounced: bare('announced_at IS NOT NULL'),
}

/** Returns the list of arenas, from everyone's lessons: some riders' rows do not say which their lessons have. */
const arenaList = (days: DaysSql) =>
  rowList<ArenaRow>(
    {
      arena: text('arena'),
      time: text('time'),
      type: text('type'),
      date: plain('date'),
      dayOfWeek: bare('day'),
      startDate: plain('start_date'),
      endDate: plain('end_date'),
    },
    `(
      SELECT arena, scheduled_time AS time, lesson_type AS type, NULL::date AS date, day_of_week AS day, start_date,
             deleted_from_date AS end_date FROM weekly_schedule
      WHERE arena IS NOT NULL AND is_active AND start_date <= ${days.last}
        AND (deleted_from_date IS NULL OR deleted_from_date > ${days.first})
      UNION SELECT arena, scheduled_time, lesson_type, lesson_date, NULL, NULL, NULL FROM temporary_lessons
      WHERE arena IS NOT NULL AND ${withinOf(days)('lesson_date')}
    ) x`,
  )

/** Returns the lists, to be used with `scheduleTables` of the same days and riders. */
export function scheduleLists(days: DaysSql, { isRider }: { isRider?: RidersSql } = {}) {
  const within = withinOf(days)
  return {
    types: rowList<RideTypeRow>(
      {
        name: text('name'),
        color: text('color'),
        counter: plain('counter'),
        isActive: bare('is_active'),
        capacity: bare('capacity'),
      },
      'ride_types',
      'sort_order, id',
    ),
    weekly: rowList<WeeklyPlaceRow>(
      {
        id: bare('id'),
        riderId: text('student_id'),
        dayOfWeek: bare('day_of_week'),
        time: slot.time,
        type: slot.type,
        duration: bare('duration'),
        active: bare('is_active'),
        startDate: plain('start_date'),
        endDate: plain('deleted_from_date'),
        ...ownPlaces,
      },
      'weekly',
    ),
    participants: rowList<Omit<ParticipantRow, 'movedFrom'>>(
      { id: bare('id'), riderId: text('student_id'), ...slot, duration: bare('duration') },
      'participants',
    ),
    oneTimeLessons: rowList<Omit<OneTimeLessonRow, 'movedFrom'>>(
      { id: bare('id'), ...slot, duration: bare('duration'), ...ownPlaces },
      `temporary_lessons WHERE ${isRider ? 'false' : within('lesson_date')}`,
    ),
    removals: rowList<RemovalRow>(
      { riderId: text('student_id'), ...slot },
      `lesson_removals WHERE ${within('lesson_date')} AND ${isRider ? `(${isRider('student_id')} OR student_id IS NULL)` : 'true'}`,
    ),
    bookings: rowList<{ riderId: string; date: LocalDate; time: string }>(
      { riderId: text('student_id'), date: slot.date, time: text('scheduled_time') },
      `makeup_bookings WHERE ${within('lesson_date')} AND ${isRider ? isRider('student_id') : 'true'}`,
    ),
    held: rowList<HeldPlace>(
      {
        date: plain('o.lesson_date'),
        time: text('w.scheduled_time'),
        type: text('w.lesson_type'),
        weekly: bare('w.weekly'),
        name: text(namesSql('u.first_name', 'u.last_name')),
      },
      `place_offers o JOIN waitlist w ON w.id = o.waiting_id JOIN users u ON u.id = w.student_id
       WHERE ${isRider ? 'false' : `o.state = 'open' AND o.lesson_date <= ${days.last} AND (w.weekly OR o.lesson_date >= ${days.first})`}`,
      'o.id',
    ),
    people: rowList<PersonRow>(
      { id: text('id'), firstName: text('first_name'), lastName: text('last_name'), email: text('email') },
      'users WHERE id IN (SELECT id FROM riders)',
    ),
    ...(isRider && { arenas: arenaList(days) }),
  }
}

/** The list of records with versions, to be used with `scheduleTables`. */
export const recordList = rowList<RecordRow & { updatedAt: number; isAnnounced: boolean }>(
  { ...recordColumns, updatedAt: bare('(extract(epoch FROM updated_at) * 1000)::bigint') },
  'records',
)

export const horseList = (days: DaysSql, { isRider }: { isRider?: RidersSql } = {}) =>
  rowList<AssignedHorse>(
    {
      riderId: text('u.student_id'),
      date: plain('u.usage_date'),
      time: plain('u.lesson_time'),
      horseId: bare('u.horse_id'),
      horse: text('h.name'),
    },
    `horse_usage u JOIN horses h ON h.id = u.horse_id
     WHERE ${withinOf(days)('u.usage_date')} AND ${isRider?.('u.student_id') ?? 'true'}`,
  )

/** Returns the list of instructors, from everyone's lessons: who teaches a lesson may be stored in another rider's place. */
export const instructorList = (days: DaysSql) =>
  rowList<TeachingRow>(
    {
      id: text('i.id'),
      name: text(namesSql('i.first_name', 'i.last_name')),
      hiddenAt: text('i.hidden_at'),
      time: text('x.time'),
      type: text('x.type'),
      date: plain('x.date'),
      dayOfWeek: bare('x.day'),
      startDate: plain('x.start_date'),
      endDate: plain('x.end_date'),
    },
    `(
      SELECT instructor_id, scheduled_time AS time, lesson_type AS type, NULL::date AS date, day_of_week AS day, start_date,
             deleted_from_date AS end_date FROM weekly_schedule
      WHERE instructor_id IS NOT NULL AND is_active AND start_date <= ${days.last}
        AND (deleted_from_date IS NULL OR deleted_from_date > ${days.first})
      UNION SELECT instructor_id, scheduled_time, lesson_type, lesson_date, NULL, NULL, NULL FROM temporary_lessons
      WHERE instructor_id IS NOT NULL AND ${withinOf(days)('lesson_date')}
      UNION SELECT instructor_id, scheduled_time, type, scheduled_date, NULL, NULL, NULL FROM lessons
      WHERE instructor_id IS NOT NULL AND ${withinOf(days)('scheduled_date')}
    ) x JOIN users i ON i.id = x.instructor_id`,
  )
