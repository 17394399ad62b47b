import { loadRoster } from '~/models/schedule/week/roster.server'
import type { Month } from '~/models/vocabulary/month'
import { daysOfMonth } from '~/models/vocabulary/month'
import { today } from '~/platform/clock.server'
import { hoursOf, type InstructorHours } from './hours'

/** Adds up a month's lessons by instructor: those that were taught, and those to come. */
export async function hoursOfMonth(month: Month): Promise<InstructorHours[]> {
  const { days } = await loadRoster(daysOfMonth(month))
  return hoursOf(
    days.flatMap(({ lessons }) => lessons),
    today(),
  )
}
