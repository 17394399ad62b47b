/** A ride without a record is `scheduled`. */
export const ATTENDANCE = ['scheduled', 'present', 'absent', 'makeup', 'reschedule'] as const
export type Attendance = (typeof ATTENDANCE)[number]

/** The marks of a rider who was there. */
export const RODE: readonly string[] = ['present', 'makeup'] satisfies Attendance[]

/** The rider does not come: the place and the horse are free for others. */
export const isAway = ({ attendance }: { attendance: string | null }): boolean =>
  attendance === 'absent' || attendance === 'reschedule'

/** The choice of no horse in a form. */
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

/** The office tells the two makeup attendances apart. */
export const officeLabel = (value: string): string => (value === 'reschedule' ? 'Rescheduled' : attendanceLabel(value))

export const statusOf = (attendance: Attendance): 'scheduled' | 'completed' | 'canceled' =>
  attendance === 'scheduled' ? 'scheduled' : attendance === 'reschedule' ? 'canceled' : 'completed'
