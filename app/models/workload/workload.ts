import { addDays, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** A ride that a horse went out for, or other work. */
export interface Work {
  date: LocalDate
  time: TimeOfDay
  /** Minutes. */
  duration: number
  type: string
  /** Who rode or handled the horse; null if nobody said. */
  rider: string | null
  /** Why the horse went beyond its limit. */
  overReason: string | null
  /** The number of other work; null for a ride. */
  otherWorkId: number | null
}

export interface WorkDay {
  date: LocalDate
  /** In order of time; none on a rest day. */
  work: Work[]
  minutes: number
}

export interface Workload {
  /** Every day of the range, rest days too. */
  days: WorkDay[]
  rides: number
  /** How often it had other work. */
  otherWork: number
  minutes: number
  restDays: number
  /** The most days in a row without a rest day. */
  longestRun: number
}

/** The daily record of one horse from its first day to its last, both included. `work` may be in any order. */
export function workloadOf(work: readonly Work[], from: LocalDate, to: LocalDate): Workload {
  const inOrder = [...work].sort((a, b) => a.time.localeCompare(b.time))
  const days: WorkDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const ofDay = inOrder.filter((ride) => ride.date === date)
    days.push({ date, work: ofDay, minutes: sum(ofDay.map(({ duration }) => duration)) })
  }
  let run = 0
  let longestRun = 0
  for (const { work } of days) {
    run = work.length > 0 ? run + 1 : 0
    longestRun = Math.max(longestRun, run)
  }
  const outings = days.flatMap(({ work }) => work)
  const rides = outings.filter(({ otherWorkId }) => otherWorkId === null).length
  return {
    days,
    rides,
    otherWork: outings.length - rides,
    minutes: sum(days.map(({ minutes }) => minutes)),
    restDays: days.filter(({ work }) => work.length === 0).length,
    longestRun,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** `2:30` */
export const formatHours = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** `9:00 AM Group Lesson, 60 min, Emma Stone`, or without who if nobody said. */
export const sayWork = ({ time, type, duration, rider }: Work): string =>
  [`${formatTimeOfDay(time)} ${type}`, `${duration} min`, rider].filter(Boolean).join(', ')
