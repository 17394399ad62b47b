/** What became of a ride. `scheduled` is what nothing recorded means. */
export const ATTENDANCE = ['scheduled', 'present', 'absent', 'makeup', 'reschedule'] as const
export type Attendance = (typeof ATTENDANCE)[number]

const LABELS: Record<Attendance, string> = {
  scheduled: 'Scheduled',
  present: 'Present',
  absent: 'Absent',
  makeup: 'Makeup Lesson',
  reschedule: 'Makeup Lesson',
}

export const isAttendance = (value: string): value is Attendance => Object.hasOwn(LABELS, value)

/** How a ride's attendance is shown; an unknown value as it is (specification, section 4). */
export const attendanceLabel = (value: string | null | undefined): string =>
  !value ? LABELS.scheduled : isAttendance(value) ? LABELS[value] : value

/** The office sees which of the two makeup marks it is. */
export const officeLabel = (value: string): string => (value === 'reschedule' ? 'Rescheduled' : attendanceLabel(value))

/** The ride's own status that goes with a mark (`lessons.status`). */
export const statusOf = (attendance: Attendance): 'scheduled' | 'completed' | 'canceled' =>
  attendance === 'scheduled' ? 'scheduled' : attendance === 'reschedule' ? 'canceled' : 'completed'
