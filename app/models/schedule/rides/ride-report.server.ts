import { t } from '#text'
import type { HorseRide } from '~/models/schedule/horses/horse-week.server'
import { formatInstructor, NO_HORSE, NO_INSTRUCTOR } from '~/models/schedule/vocabulary/ride'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { attendanceLabel, officeLabel } from '~/models/vocabulary/attendance'
import type { Columns } from '~/platform/csv/csv.server'
import { addDays, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import type { FamilyRide } from './ride.server'

interface ReportedRide {
  date: LocalDate
  time: TimeOfDay
  student: string
  type: string
  duration: number
  attendance: string
  horse: string
  instructor: string
}

/** The columns of rides, with titles in the reader's language. */
export const rideColumns = (): Columns<ReportedRide> => [
  [t('Date'), ({ date }) => date],
  [t('Time'), ({ time }) => formatTimeOfDay(time)],
  [t('Student'), ({ student }) => student],
  [t('Type'), ({ type }) => type],
  [t('Minutes'), ({ duration }) => duration],
  [t('Attendance'), ({ attendance }) => attendance],
  [t('Horse'), ({ horse }) => horse],
  [t('Instructor'), ({ instructor }) => instructor],
]

export const HORSE_COLUMNS: Columns<HorseRide> = [
  ['Horse', ({ horse }) => horse],
  ['Date', ({ date }) => date],
  ['Time', ({ time }) => formatTimeOfDay(time)],
  ['Student', ({ rider }) => rider],
  ['Type', ({ type }) => type],
  ['Beyond the Limit', ({ overReason }) => overReason],
]

/** Returns rides in riders' words. */
export const rideRows = (rides: readonly FamilyRide[]): ReportedRide[] =>
  rides.map(({ horseAssignment, attendance, rider, ...ride }) => ({
    ...ride,
    student: rider,
    attendance: t(attendanceLabel(attendance)),
    horse: horseAssignment === NO_HORSE ? t('Not assigned') : horseAssignment,
    instructor: formatInstructor(ride),
  }))

/** Yields everyone's rides of a week in the office's words, one day at a time. */
export async function* weekPages(week: LocalDate): AsyncGenerator<ReportedRide[]> {
  const { days } = await loadRoster({ from: week, to: addDays(week, 6) })
  for (const { lessons } of days) {
    yield lessons.flatMap(({ date, time, type, duration, instructor, riders }) =>
      riders.map(({ name, attendance, horse }) => ({
        date,
        time,
        type,
        duration,
        student: name,
        attendance: officeLabel(attendance),
        horse: horse?.name ?? 'Not assigned',
        instructor: instructor?.name ?? NO_INSTRUCTOR,
      })),
    )
  }
}
