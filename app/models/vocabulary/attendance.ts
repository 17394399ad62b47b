/** The marks of a ride. Without a record it is `scheduled`. */
export const ATTENDANCE = ['scheduled', 'present', 'absent', 'makeup', 'reschedule'] as const
export type Attendance = (typeof ATTENDANCE)[number]

/** The value of no horse in a form. */
export const NO_HORSE_VALUE = 'none'

const LABELS: Record<Attendance, string> = {
  scheduled: 'Scheduled',
  present: 'Present',
  absent: 'Absent',
  makeup: 'Makeup Lesson',
  reschedule: 'Makeup Lesson',
}

export const isAttendance = (value: string): value is Attendance => Object.hasOwn(LABELS, value)

export const attendanceLabel = (value: string | null | undefined): string =>
  !value ? LABELS.scheduled : isAttendance(value) ? LABELS[value] : value

/** Returns the office's label: it distinguishes the two makeup attendances. */
export const officeLabel = (value: string): string => (value === 'reschedule' ? 'Rescheduled' : attendanceLabel(value))

export const statusOf = (attendance: Attendance): 'scheduled' | 'completed' | 'canceled' =>
  attendance === 'scheduled' ? 'scheduled' : attendance === 'reschedule' ? 'canceled' : 'completed'
