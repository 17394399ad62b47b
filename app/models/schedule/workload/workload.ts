import { addDays, daysBetween, type LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** A ride that a horse went out for, or other work. */
export interface Work {
  date: LocalDate
  time: TimeOfDay
  /** The length in minutes. */
  duration: number
  type: string
  /** Who rode or handled the horse; null if unknown. */
  rider: string | null
  /** Why the horse went over its limit, and who said so when; null for rides from before the log. */
  overReason: string | null
  overBy: string | null
  /** The ID of other work; null for a ride. */
  otherWorkId: number | null
}

export interface WorkDay {
  date: LocalDate
  /** In order of time; empty on a rest day. */
  work: Work[]
  minutes: number
  /** `abscess, Nov 26 – Dec 5 (Ann Office)`: why it was to rest that day, from when until when, and who said so. */
  resting: string | null
  /** The number of rides taken off its limit because the day was hot. */
  fewer: number
  /** How often it may go out on such a day, by its present limits; 0 is no limit. */
  limit: number
}

/** What a day has besides work. */
export type DayFacts = Pick<WorkDay, 'resting' | 'fewer' | 'limit'>

/** The sums of a horse's day. */
export interface DaySum {
  date: LocalDate
  rides: number
  /** How often it had other work. */
  otherWork: number
  minutes: number
}

export interface WorkloadTotals {
  daysWorked: number
  restDays: number
  /** The most days in a row without a rest day. */
  longestRun: number
  rides: number
  otherWork: number
  minutes: number
}

export interface Workload extends Omit<WorkloadTotals, 'daysWorked'> {
  /** Every day of the range, including rest days. */
  days: WorkDay[]
}

/** Returns one horse's totals from its first day to its last, both included. `worked` has a row for each day with work, in any order. */
export function totalsOf(worked: readonly DaySum[], from: LocalDate, to: LocalDate): WorkloadTotals {
  const days = worked.filter(({ date }) => date >= from && date <= to).sort((a, b) => a.date.localeCompare(b.date))
  let run = 0
  let longestRun = 0
  for (const [i, { date }] of days.entries()) {
    run = i > 0 && days[i - 1]?.date === addDays(date, -1) ? run + 1 : 1
    longestRun = Math.max(longestRun, run)
  }
  return {
    daysWorked: days.length,
    restDays: daysBetween(from, to) + 1 - days.length,
    longestRun,
    rides: sum(days.map(({ rides }) => rides)),
    otherWork: sum(days.map(({ otherWork }) => otherWork)),
    minutes: sum(days.map(({ minutes }) => minutes)),
  }
}

/** Returns the daily record of one horse from its first day to its last, both included. `work` may be in any order. */
export function workloadOf(
  work: readonly Work[],
  from: LocalDate,
  to: LocalDate,
  factsOf: (date: LocalDate) => DayFacts,
): Workload {
  const byDay = groupBy(work, ({ date }) => date)
  const days: WorkDay[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const ofDay = (byDay.get(date) ?? []).sort((a, b) => a.time.localeCompare(b.time))
    days.push({ date, work: ofDay, minutes: sum(ofDay.map(({ duration }) => duration)), ...factsOf(date) })
  }
  const worked = days.filter(({ work }) => work.length > 0)
  const { daysWorked: _, ...totals } = totalsOf(worked.map(sumOfDay), from, to)
  return { days, ...totals }
}

function sumOfDay({ date, work, minutes }: WorkDay): DaySum {
  const rides = work.filter(({ otherWorkId }) => otherWorkId === null).length
  return { date, rides, otherWork: work.length - rides, minutes }
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** Returns what became of the limit of a day: `Kept`, `Beyond: show practice (Ann Office, Nov 20)`; null without work. */
export function formatLimit({ work, limit }: WorkDay): string | null {
  if (work.length === 0) return null
  const said = work.flatMap(({ overReason, overBy }) =>
    overReason === null ? [] : [`${overReason}${overBy ? ` (${overBy})` : ''}`],
  )
  if (said.length > 0) return `Beyond: ${[...new Set(said)].join('; ')}`
  return limit > 0 && work.length > limit ? `Beyond ${limit}, without a reason` : 'Kept'
}

/** Returns `Hot day: 1 fewer ride`. */
export const sayFewer = (fewer: number): string => `Hot day: ${fewer} fewer ${fewer === 1 ? 'ride' : 'rides'}`

/** Returns `2:30`. */
export const formatHours = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Returns `9:00 AM Group Lesson, 60 min, Emma Stone`, without the person if unknown. */
export const formatWork = ({ time, type, duration, rider }: Work): string =>
  [`${formatTimeOfDay(time)} ${type}`, `${duration} min`, rider].filter(Boolean).join(', ')
