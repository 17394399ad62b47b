import { expect } from 'vitest'
import { loadRoster } from '~/models/schedule/week/roster.server'
import type { LocalDate } from '~/utils/dates'
import { emptyOnly } from './factories'

/** Deletes lessons, records and horse usage; riders, types and horses stay. */
export const emptySchedule = () =>
  emptyOnly(
    ...['weekly_schedule', 'one_time_participants', 'temporary_lessons', 'lesson_removals', 'lessons'],
    ...['horse_usage', 'horse_work', 'hot_days', 'makeups', 'makeup_bookings'],
  )

/** Returns the schedule as text: one line per lesson with its riders. */
export async function scheduleLines(range: { from: LocalDate; to: LocalDate }): Promise<string[]> {
  const { days } = await loadRoster(range)
  return days.flatMap(({ lessons }) =>
    lessons.map(
      ({ date, time, type, riders }) => `${date} ${time} ${type}: ${riders.map(({ name }) => name).join(', ')}`,
    ),
  )
}

/** Returns the names of everyone who rides on a day. */
export async function ridersOn(date: LocalDate): Promise<string[]> {
  const { days } = await loadRoster({ from: date, to: date })
  return days.flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.map(({ name }) => name)))
}

/** Matches a refusal with this status whose message contains the text. */
export const refusal = (status: number, message: string | RegExp) =>
  expect.objectContaining({ name: 'Refused', status, message: expect.stringMatching(message) })
