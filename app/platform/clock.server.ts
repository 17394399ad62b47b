import { dayInZone, type LocalDate } from '~/utils/dates'
import { timeInZone } from '~/utils/time-of-day'
import { getEnv } from './env.server'

let frozen: Date | null = null

export const now = (): Date => (frozen ? new Date(frozen) : new Date())

/** In the school's zone, whatever the server's is. */
export const today = (): LocalDate => dayInZone(getEnv().schoolTimezone, now())

/** Day and time of day in the school's zone. */
export const schoolNow = (): { date: LocalDate; time: string } => ({
  date: today(),
  time: timeInZone(getEnv().schoolTimezone, now()),
})

/** Where a test has stopped the clock; else null. */
export const stoppedClock = (): Date | null => frozen

/** Null lets the clock run again. */
export const setClock = (instant: Date | string | null): void => {
  frozen = instant === null ? null : new Date(instant)
}
