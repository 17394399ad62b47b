import { Refused } from '~/platform/refused'
import type { Refusals } from '~/platform/violation.server'
import type { MovedLines } from './merge-lines.server'

/** Rows that were moved from one value of a column to another. */
export type Moved = {
  table: string
  column: string
  key: string
  keys: string[]
  from: string
  to: string
}

/** The addresses of both accounts before they were merged. */
export type Emails = { kept: string | null; merged: string | null }

/** What the log stores of a merge, which an undo needs. */
export type Detail = {
  into: string
  moved: Moved[]
  lines?: MovedLines
  /** The state of the merged account before. */
  before: { hiddenAt: string | null; active: boolean }
  /** Facts that the surviving account lacked. */
  filled?: string[]
  /** Whether the addresses were swapped, so that the surviving account signs in with the merged one's. */
  swapped: boolean
  /** The addresses of both before, if they were swapped. */
  emails?: Emails
}

/** A longer limit, for the rows of a long history. */
export const LONG = { timeout: 60_000 }

const atOnce = () => new Refused('in_the_way', 'Both ride at the same time. Nothing was merged.')
export const REFUSALS: Refusals = {
  users_email_key: () =>
    new Refused('email_taken', 'Someone else now has that account’s email. Change it there first.'),
  orders_wait_once: () =>
    new Refused('in_the_way', 'Both asked for the same, to pay it at the school. Decline one of these orders first.'),
  waitlist_once: () => new Refused('in_the_way', 'Both are on the same waitlist. Nothing was merged.'),
  ...Object.fromEntries(
    [
      'lessons_student_id_scheduled_date_scheduled_time_key',
      'one_time_participants_student_id_lesson_date_scheduled_time_key',
      'weekly_schedule_rider_once',
      'season_places_season_id_student_id_from_day_from_time_from__key',
      'one_time_participants_rider_once',
      'horse_usage_student_id_usage_date_lesson_time_key',
      'makeups_student_id_lesson_date_scheduled_time_key',
      'makeup_bookings_student_id_lesson_date_scheduled_time_key',
    ].map((name) => [name, atOnce]),
  ),
}
