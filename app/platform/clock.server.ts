import { dayInZone, type LocalDate } from '~/utils/dates'
import { timeInZone } from '~/utils/time-of-day'
import { getEnv } from './env.server'

let frozen: Date | null = null

export const now = (): Date => (frozen ? new Date(frozen) : new Date())

/** Returns the day in the school's time zone, whatever the server's is. */
export const today = (): LocalDate => dayInZone(getEnv().schoolTimezone, now())

/** Returns the day and time of day in the school's time zone. */
export const schoolNow = (): { date: LocalDate; time: string } => ({
  date: today(),
  time: timeInZone(getEnv().schoolTimezone, now()),
})

/** Returns the instant at which a test has stopped the clock; otherwise null. */
export const stoppedClock = (): Date | null => frozen

/** Stops the clock at `instant`; null lets it run again. */
export const setClock = (instant: Date | string | null): void => {
  frozen = instant === null ? null : new Date(instant)
}
