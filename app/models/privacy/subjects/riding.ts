import { family, instant, rider, type Subject, yes } from './subject'

/** Where they ride, rode and wait. */
export const RIDING: readonly Subject[] = [
  {
    file: 'attendance',
    of: ['lessons.student_id', 'horse_usage.student_id', 'horse_usage.student_name'],
    columns: {
      Rider: rider,
      Date: 't.scheduled_date',
      Time: 't.scheduled_time',
      Type: 't.type',
      Minutes: 't.duration',
      Attendance: 't.attendance',
      Horse: 'h.horse_name',
      'Noted On': instant('t.updated_at'),
    },
    from: `lessons t JOIN users u ON u.id = t.student_id
      LEFT JOIN horse_usage h ON h.student_id = t.student_id AND h.usage_date = t.scheduled_date
        AND h.lesson_time = t.scheduled_time
      WHERE t.student_id = ANY($1::text[])`,
    orderBy: 't.scheduled_date, t.id',
  },
  {
    file: 'weekly-places',
    of: ['weekly_schedule.student_id'],
    columns: {
      Rider: rider,
      Weekday: `to_char(date '2023-01-01' + t.day_of_week, 'FMDay')`,
      Time: 't.scheduled_time',
      Type: 't.lesson_type',
      Minutes: 't.duration',
      From: 't.start_date',
      Until: 't.deleted_from_date',
    },
    from: family('weekly_schedule', 'student_id'),
    orderBy: 't.id',
  },
  {
    file: 'one-time-places',
    of: ['one_time_participants.student_id'],
    columns: { Rider: rider, Date: 't.lesson_date', Time: 't.scheduled_time', Type: 't.lesson_type' },
    from: family('one_time_participants', 'student_id'),
    orderBy: 't.lesson_date, t.id',
  },
  {
    file: 'days-off',
    of: ['lesson_removals.student_id', 'lesson_removals.student_name'],
    columns: { Rider: rider, Date: 't.lesson_date', Time: 't.scheduled_time', Type: 't.lesson_type' },
    from: family('lesson_removals', 'student_id'),
    orderBy: 't.lesson_date, t.id',
  },
  {
    file: 'waitlists',
    of: ['waitlist.student_id'],
    columns: {
      Rider: rider,
      'Lesson On': 't.lesson_date',
      'Every Week': yes('t.weekly'),
      Time: 't.scheduled_time',
      Type: 't.lesson_type',
      Since: instant('t.created_at'),
      Ended: instant('t.closed_at'),
      How: 't.outcome',
      'Offers Until': `(SELECT string_agg(to_char(o.expires_at AT TIME ZONE $3, 'YYYY-MM-DD HH24:MI'), '; ' ORDER BY o.id)
        FROM place_offers o WHERE o.waiting_id = t.id)`,
    },
    from: family('waitlist', 'student_id'),
    orderBy: 't.id',
  },
  {
    file: 'next-seasons',
    of: ['season_wishes.student_id'],
    columns: {
      Rider: rider,
      Season: 's.name',
      Begins: 's.starts_on',
      Type: 't.lesson_type',
      'Times, the Best First': `(SELECT string_agg(to_char(date '2023-01-01' + left(x.at, 1)::int, 'FMDay') || substr(x.at, 2), '; ' ORDER BY x.nr)
        FROM unnest(t.times) WITH ORDINALITY x(at, nr))`,
      Said: instant('t.at'),
    },
    from: `season_wishes t JOIN users u ON u.id = t.student_id JOIN seasons s ON s.id = t.season_id
      WHERE t.student_id = ANY($1::text[])`,
    orderBy: 't.id',
  },
  {
    file: 'makeups',
    of: ['makeups.student_id', 'makeup_bookings.student_id'],
    columns: {
      Rider: rider,
      'For the Ride On': 't.ride_date',
      Time: 't.ride_time',
      Type: 't.lesson_type',
      Reason: 't.reason',
      From: 't.valid_from',
      Until: "nullif(t.valid_to, DATE '9999-12-31')",
      'Booked For': 'b.lesson_date',
      'Booked At': 'b.scheduled_time',
      Removed: instant('t.revoked_at'),
      'Reason Removed': 't.revoke_reason',
      'Ended Before On': 't.extended_from',
      'Extended Because': 't.extend_reason',
    },
    from: `makeups t JOIN users u ON u.id = t.student_id LEFT JOIN makeup_bookings b ON b.makeup_id = t.id
      WHERE t.student_id = ANY($1::text[])`,
    orderBy: 't.valid_from, t.id',
  },
  {
    file: 'makeup-requests',
    of: ['makeup_requests.student_id'],
    columns: {
      Rider: rider,
      Makeup: 't.makeup_id',
      Weekdays: `(SELECT string_agg(to_char(DATE '2026-11-22' + d::int, 'FMDay'), ', ' ORDER BY (d + 6) % 7) FROM unnest(t.weekdays) d)`,
      Wish: 't.wish',
      Asked: instant('t.created_at'),
      Ended: instant('t.closed_at'),
      How: 't.outcome',
      Answer: 't.answer',
    },
    // The words of a former guardian are not this family's.
    from: `${family('makeup_requests', 'student_id')} AND t.by_id = ANY($1::text[])`,
    orderBy: 't.id',
  },
  {
    file: 'allowance-changes',
    of: ['usage_adjustments.student_id'],
    columns: {
      Rider: rider,
      Month: `t.year || '-' || lpad(t.month::text, 2, '0')`,
      Counter: `replace(t.counter, '_', ' ')`,
      Change: 't.delta',
      Reason: 't.reason',
      On: instant('t.at'),
      Undone: instant('t.undone_at'),
    },
    from: family('usage_adjustments', 'student_id'),
    orderBy: 't.id',
  },
]
