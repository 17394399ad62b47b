import type { PaymentMethod } from '~/models/money/payments/offline/record-payment.schema'
import type { LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'
import type { TimeOfDay } from '~/utils/time-of-day'
import type { PersonName } from '../cells'
import type { Facts, Said } from '../made'
import type { HorseFacts, ImportRow, Problem } from '../read-rows'
import type { KnownNote, KnownPayment, KnownPlace, KnownRide } from '../school'

/** A rider or a guardian as they would be. */
export interface PlannedPerson extends Facts {
  /** The id of the school's row, or a made-up one for a new person. The rest of the plan refers to it. */
  key: string
  /** Null for one who would be made. */
  id: string | null
  name: PersonName
  guardianKey: string | null
  rides: boolean
  /** What the school has where this differs from it. */
  was: Partial<Facts>
  /** Comes back on the lists. */
  back: boolean
}

export interface PlannedLesson {
  riderKey: string
  weekday: number
  time: TimeOfDay
  type: string
  duration: number
  instructor: PersonName | null
  /** The rider has this place already. */
  there: boolean
}

/** A ride on one day. */
export type PlannedRide = Omit<PlannedLesson, 'weekday'> & { date: LocalDate }

export const rideKey = ({ date, time, type }: Pick<PlannedRide, 'date' | 'time' | 'type'>): string =>
  `${date} ${time} ${type}`

/** A waiver that was signed on paper on that day. */
export interface PlannedWaiver {
  riderKey: string
  paperOn: LocalDate
  /** The rider has a valid signature. */
  there: boolean
}

/** A horse that the file names. */
export interface PlannedHorse extends HorseFacts {
  name: string
  /** The school has had it: it keeps its limits. */
  known: boolean
  /** It is not removed either. */
  there: boolean
}

export interface Plan {
  people: PlannedPerson[]
  horses: PlannedHorse[]
  lessons: PlannedLesson[]
  rides: PlannedRide[]
  instructors: PersonName[]
  packages: {
    riderKey: string
    packageId: number
    name: string
    left: number | null
    lessons: number
    counter: 'lessons' | 'private_lessons'
    there: boolean
    /** What the school counts. */
    used: number
    leftThere: boolean
  }[]
  payments: { riderKey: string; cents: Cents; method: PaymentMethod; on: LocalDate; there: boolean }[]
  /** `give` is what is missing of what the file says. */
  makeups: { riderKey: string; type: string; owed: number; give: number }[]
  notes: { riderKey: string; text: string; forBarn: boolean; there: boolean }[]
  /** A move does not record them: they could not be undone. */
  waivers: PlannedWaiver[]
  /** Rows of an earlier import that this file says otherwise. */
  gone: { places: KnownPlace[]; rides: KnownRide[]; payments: KnownPayment[]; notes: KnownNote[] }
  /** What was changed in the school since an earlier file, and what the file says: left as it is unless `taken`. */
  changedHere: { row: number; name: string; text: string; taken: boolean }[]
  /** What the school has of everyone once this is moved in. */
  said: Record<string, Said>
  look: { row: number; name: string; texts: ImportRow['texts']; problems: Problem[] }[]
  /** What a row says twice, and the like. */
  remarks: { row: number; text: string }[]
  /** Riders in the file, and those of them who would be as the file says. */
  riders: { all: number; ready: number }
}

export const full = ({ first, last }: PersonName): string => [first, last].filter(Boolean).join(' ')

export const FACTS = ['email', 'phone', 'birthDate', 'level', 'weightLb'] as const satisfies (keyof Facts)[]
export const FACT_NAMES: Record<keyof Facts, string> = {
  email: 'email',
  phone: 'phone',
  birthDate: 'birth date',
  level: 'level',
  weightLb: 'weight',
}

/** Appends to the list under a key, or begins one. */
export function addTo<One>(lists: Map<string, One[]>, key: string, one: One): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}
