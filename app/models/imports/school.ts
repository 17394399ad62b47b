import type { LessonTimes } from '~/models/school/lesson-times'
import type { LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'
import type { TimeOfDay } from '~/utils/time-of-day'
import type { Facts, Said } from './made'
import type { HorseFacts } from './read-rows'

/** A family's account or a rider, as the school has it. */
export interface KnownPerson extends Facts {
  id: string
  first: string
  last: string
  guardianId: string | null
  /** Off the lists, or merged into another account. */
  gone: boolean
  mergedInto: string | null
}

export interface KnownPlace {
  id: number
  riderId: string | null
  weekday: number
  time: TimeOfDay
  type: string
  duration: number
  instructorId: string | null
  /** The spots of its lesson; null without a limit. */
  spots: number | null
  /** Its first day, and the first one without it. */
  startDate: LocalDate
  endDate: LocalDate | null
}

/** A ride on a day to come, beside the weekly ones. */
export interface KnownRide {
  id: number
  riderId: string
  date: LocalDate
  time: TimeOfDay
  type: string
  duration: number
}

/** A horse of the school, removed ones too. */
interface KnownHorse extends HorseFacts {
  name: string
  gone: boolean
}

export interface KnownPayment {
  id: number
  riderId: string
  cents: Cents
  method: string
  on: LocalDate
}

export interface KnownNote {
  id: number
  riderId: string
  text: string
  forBarn: boolean
}

/** The school as it is today: all that a file is compared with. */
export interface School {
  today: LocalDate
  people: readonly KnownPerson[]
  /** Accounts of the office and of instructors: their addresses are taken. */
  staffEmails: readonly string[]
  instructors: readonly { id: string; first: string; last: string }[]
  horses: readonly KnownHorse[]
  /** The spots of a new lesson by ride type; null without a limit. */
  rideTypes: ReadonlyMap<string, number | null>
  times: LessonTimes
  packages: readonly { id: number; name: string; lessons: number; privateLessons: number }[]
  places: readonly KnownPlace[]
  rides: readonly KnownRide[]
  /** Lessons of every week that are off on a day to come, as `rideKey` has them. */
  off: ReadonlySet<string>
  payments: readonly KnownPayment[]
  /** What the office noted for a month, with its payments: by rider and month, `id 2026-11`. */
  noted: ReadonlyMap<string, Cents>
  notes: readonly KnownNote[]
  /** The package that the office gave for this month, by rider. */
  given: ReadonlyMap<string, number>
  /** What the rider has bought for this month, by rider. */
  bought: ReadonlyMap<string, { id: number; name: string }>
  /** What an import said was left of it, by rider. */
  left: ReadonlyMap<string, number>
  /** Riders with a valid signature of the waiver. */
  signed: ReadonlySet<string>
  /** Ride types that a makeup can be for. */
  makeupTypes: readonly { name: string; counter: string }[]
  /** Makeups that imports brought, and those of them that were not taken back, by rider. */
  owed: ReadonlyMap<string, { given: number; standing: number }>
  /** Lessons of this month's packages that are used. */
  used: ReadonlyMap<string, { lessons: number; private_lessons: number }>
  /** What the files of the week that were moved in said, by person. */
  said: ReadonlyMap<string, Said>
  /** Rows of an import that was not undone: `weekly_schedule 17`. A corrected file may take them away. */
  imported: ReadonlySet<string>
}
