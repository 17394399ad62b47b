import { attendanceLabel, officeLabel } from '~/models/attendance/attendance'
import type { HorseRide } from '~/models/horses/horse-week.server'
import { loadRoster } from '~/models/schedule/roster.server'
import { addDays, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import type { Ride } from './ride'

type Row = (string | number | null)[]

export const RIDE_HEADER = ['Date', 'Time', 'Student', 'Type', 'Minutes', 'Attendance', 'Horse', 'Instructor']
export const HORSE_HEADER = ['Horse', 'Date', 'Time', 'Student', 'Type', 'Beyond the Limit']

export async function* riderRows(student: string, rides: readonly Ride[]): AsyncGenerator<Row[]> {
  yield rides.map((ride) => [
    ...[ride.date, formatTimeOfDay(ride.time), student, ride.type, ride.duration, attendanceLabel(ride.attendance)],
    ...[ride.horseAssignment, ride.instructor],
  ])
}

export async function* weekRows(week: LocalDate): AsyncGenerator<Row[]> {
  const { days } = await loadRoster({ from: week, to: addDays(week, 6) })
  for (const { lessons } of days) {
    yield lessons.flatMap(({ date, time, type, duration, riders }) =>
      riders.map(({ name, attendance, horse, instructor }) => [
        ...[date, formatTimeOfDay(time), name, type, duration, officeLabel(attendance)],
        ...[horse?.name ?? 'Not assigned', instructor ?? 'TBD'],
      ]),
    )
  }
}

export async function* horseRows(rides: readonly HorseRide[]): AsyncGenerator<Row[]> {
  yield rides.map(({ horse, date, time, rider, type, overReason }) => [
    ...[horse, date, formatTimeOfDay(time), rider, type, overReason],
  ])
}
