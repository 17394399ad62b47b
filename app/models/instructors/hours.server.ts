import type { Month } from '~/models/allowance/allowance'
import { daysOfMonth } from '~/models/allowance/month'
import { loadRoster } from '~/models/schedule/roster.server'
import { today } from '~/platform/clock.server'
import { hoursOf, type InstructorHours } from './hours'

/** The hours of a month by instructor: what was taught, and what is to come. */
export async function hoursOfMonth(month: Month): Promise<InstructorHours[]> {
  const { days } = await loadRoster(daysOfMonth(month))
  return hoursOf(
    days.flatMap(({ lessons }) => lessons),
    today(),
  )
}
