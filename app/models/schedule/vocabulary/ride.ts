import { t } from '#text'
import { attendanceLabel } from '~/models/vocabulary/attendance'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

export interface Ride {
  date: LocalDate
  time: TimeOfDay
  type: string
  /** The length in minutes. */
  duration: number
  attendance: string
  horseAssignment: string
  instructor: string
  instructorId: string | null
  arena?: string
  source: 'weekly' | 'one-time' | 'record'
  /** Whether it is booked as a makeup. */
  isMakeup?: true
}

/** What replaces a called-off ride: a makeup, and the day that it is booked for. */
export interface MakeupOfRide {
  until: LocalDate
  bookedFor: LocalDate | null
}

/** Shown instead of the instructor of a lesson without one. */
export const NO_INSTRUCTOR = 'TBD'

/** Shown instead of the horse of a ride without one. */
export const NO_HORSE = 'Not assigned'

/** Returns `on Bella`; empty without a horse. */
export const formatHorse = ({ horseAssignment }: Pick<Ride, 'horseAssignment'>): string =>
  horseAssignment === NO_HORSE ? '' : t('on {horse}', { horse: horseAssignment })

/** Returns the instructor's name, or `TBD` in the reader's language. */
export const formatInstructor = ({ instructor }: Pick<Ride, 'instructor'>): string =>
  instructor === NO_INSTRUCTOR ? t('TBD') : instructor

interface RideFilters {
  search?: string
  type?: string
  attendance?: string
}

export const readRideFilters = (query: URLSearchParams): Required<RideFilters> => ({
  search: (query.get('search') ?? '').slice(0, 100),
  type: query.get('type') ?? '',
  attendance: query.get('attendance') ?? '',
})

/** Makeup and reschedule are one choice, because both are shown as Makeup Lesson. */
export const ATTENDANCE_FILTERS = ['present', 'absent', 'makeup', 'scheduled'] as const

export function filterRides<Of extends Ride>(
  rides: readonly Of[],
  { search = '', type = '', attendance = '' }: RideFilters,
): Of[] {
  const wanted = search.trim().toLocaleLowerCase('en-US')
  return rides.filter(
    (ride) =>
      (!wanted || `${ride.type} ${ride.instructor}`.toLocaleLowerCase('en-US').includes(wanted)) &&
      (!type || ride.type === type) &&
      (!attendance ||
        ride.attendance === attendance ||
        attendanceLabel(ride.attendance) === attendanceLabel(attendance)),
  )
}
