import fc from 'fast-check'
import { type Book, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { ATTENDANCE } from '~/models/vocabulary/attendance'
import { isAway } from '~/models/vocabulary/away'
import type { Slot } from '~/models/vocabulary/slot'
import { addDays, dayOfWeek } from '~/utils/dates'
import { type FileStep, fileStep } from './file'
import { type Aimed, ARENAS, aimed, DATES, kind, RIDERS, START, START_SLOT, type Step, scope, step } from './steps'

/** A Saturday, before the first lesson. */
export const BEGINS = '2027-01-30T12:00:00-05:00'
/** Rides less for each horse on a hot day, which leaves one; on other days no limit is reached. */
export const HOT = 9
/** Returns the number of spots in a lesson of a type. */
export const capacityOf = (type: string): number => (type.startsWith('Hack') ? 1 : 2)
/** Riders with lessons in February; the others ride unpaid. */
export const PAYING = RIDERS.slice(0, 3)

/** A rider whose guardian may not sign in and cannot be notified: the office acts for them. */
export const UNREACHED = RIDERS[3]

/** A step of a family, an instructor or the barn, or one of the office that changes more than a lesson's rows. */
export type PeopleStep =
  | (Aimed & { kind: 'call-off' })
  | { kind: 'after-all'; nth: number }
  | (Aimed & { kind: 'wait'; scope: Scope })
  | { kind: 'leave'; nth: number }
  | { kind: 'answer'; nth: number; answer: 'take' | 'decline' }
  | (Aimed & { kind: 'cancel' })
  | { kind: 'rest'; horse: number; days: number; until: boolean; ends: boolean }
  | { kind: 'ill'; instructor: number; days: number; through: boolean }
  | { kind: 'arena'; arena: number; days: number; through: boolean }
  | { kind: 'says'; instructor: number; days: number; through: boolean; ends: boolean }
  | { kind: 'hot'; days: number; hot: boolean }
  | (Aimed & { kind: 'teach'; scope: Scope; instructor: number | null })
  | (Aimed & { kind: 'taught'; attendance: (typeof ATTENDANCE)[number] })
  | (Aimed & { kind: 'tap'; attendance: (typeof ATTENDANCE)[number] })
  | { kind: 'signal' }
  | { kind: 'note'; rider: number; forBarn: boolean }
  | { kind: 'hours'; hours: number }

/** `insists`: questions are confirmed. `promised`: the step concerns a ride that a family called off or booked, if there is one. */
export type DeskStep = (Step | PeopleStep | FileStep) & { insists: boolean; promised: boolean }

const OF_PEOPLE: readonly string[] = [
  'call-off',
  'after-all',
  'wait',
  'leave',
  'answer',
  'cancel',
  'rest',
  'ill',
  'arena',
  'says',
  'hot',
  'teach',
  'taught',
  'tap',
  'signal',
  'note',
  'hours',
] satisfies PeopleStep['kind'][]
export const isOfPeople = <S extends DeskStep>(step: S): step is Extract<S, PeopleStep> => OF_PEOPLE.includes(step.kind)

export const isOfFile = <S extends DeskStep>(step: S): step is Extract<S, FileStep> =>
  step.kind === 'file' || step.kind === 'unfile'

const nth = fc.nat(5)
const attendance = fc.constantFrom(...ATTENDANCE)

const peopleStep: fc.Arbitrary<PeopleStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('call-off'), ...aimed }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('after-all'), nth }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('wait'), ...aimed, scope }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('leave'), nth }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('answer'), nth, answer: fc.constantFrom('take' as const, 'decline' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancel'), ...aimed }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('rest'),
      horse: fc.nat(1),
      days: fc.nat(DATES.length - 1),
      until: fc.boolean(),
      ends: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('ill'),
      instructor: fc.nat(1),
      days: fc.nat(DATES.length - 1),
      through: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('arena'),
      arena: fc.nat(ARENAS.length - 1),
      days: fc.nat(DATES.length - 1),
      through: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('says'),
      instructor: fc.nat(1),
      days: fc.nat(DATES.length - 1),
      through: fc.boolean(),
      ends: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('hot'), days: fc.nat(DATES.length - 1), hot: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('teach'), ...aimed, scope, instructor: fc.option(fc.nat(1), { freq: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('taught'), ...aimed, attendance }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('tap'), ...aimed, attendance }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('signal') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('note'), rider: fc.nat(3), forBarn: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('hours'), hours: fc.constantFrom(1, 5, 13, 24, 72) }) },
)

const insisting = (does: fc.Arbitrary<Step | PeopleStep | FileStep>): fc.Arbitrary<DeskStep> =>
  fc
    .tuple(does, fc.boolean(), fc.constantFrom(true, true, false))
    .map(([one, insists, promised]) => ({ ...one, insists, promised }))

/** Resolves a step in the present week: weekly, from the first day of the lesson on. */
export function meantBy(step: DeskStep, book: Book): DeskStep {
  if (!step.promised || !('slot' in step) || NEVER_PROMISED.includes(step.kind)) return step
  if (step.kind === 'remove' && step.scope === 'weekly') return { ...step, ...lastOfAwaited(book) }
  const rides = promisedTo(step, book).filter(({ riderId, date, ...row }) => ridesIn(book, riderId, { date, ...row }))
  const ride = rides[(step.rider + (step.aim ?? 0)) % Math.max(1, rides.length)]
  if (!ride) return step
  const { riderId, time, type } = ride
  const weekly = 'scope' in step && step.scope === 'weekly'
  const days = DATES.filter((date) => dayOfWeek(date) === dayOfWeek(ride.date) && date <= ride.date)
  const date = weekly ? (days.find((date) => ridesIn(book, riderId, { date, time, type })) ?? ride.date) : ride.date
  // A rider with a booking gets that place every week, or someone else rides where one was called off.
  const isOther = step.kind === 'add' && !weekly
  const meant = { ...step, slot: { date, time, type }, aim: null, ...(!isOther && { rider: NAMES.indexOf(riderId) }) }
  // A lesson keeps the type of a makeup that is booked in it, and moves past the makeup's last day.
  return meant.kind === 'edit' && !weekly && isBooked(book, ride) ? { ...meant, type, to: LAST } : meant
}

const LAST = DATES.at(-1) ?? null
const NEVER_PROMISED: readonly DeskStep['kind'][] = ['call-off', 'book', 'taught']

/** Returns the rides that a family called off or booked; if possible, those that matter most to the step. */
function promisedTo(step: Extract<DeskStep, Aimed>, book: Book) {
  const called = book.records.filter((row) => isAway(row) && row.announcedAt)
  // A mark of who called off matters most where someone else has the place by now.
  const given = step.kind === 'mark' ? called.filter((ride) => isFull(book, ride)) : []
  // A lesson that moves to another day, where a makeup is near its last day.
  const booked = step.kind === 'edit' && step.scope === 'one-time' ? book.bookings : []
  if (given.length > 0) return given
  return booked.length > 0 ? booked : [...called, ...book.bookings]
}

/** Returns the only rider of a lesson that someone waits for every week. */
function lastOfAwaited(book: Book): Pick<Aimed, 'slot' | 'aim' | 'rider'> | undefined {
  for (const { date, time, type } of book.awaited.filter(({ weekly }) => weekly)) {
    const slot = { date, time, type }
    const [last, ...others] = ridersOf(lessonAt(book, slot))
    if (last && others.length === 0) return { slot, aim: null, rider: NAMES.indexOf(last) }
  }
  return undefined
}

const isBooked = (book: Book, { riderId, date, time }: { riderId: string; date: string; time: string }): boolean =>
  book.bookings.some((row) => row.riderId === riderId && row.date === date && row.time === time)

const NAMES: readonly string[] = RIDERS

function isFull(book: Book, slot: Slot): boolean {
  const off = book.records.filter((row) => isAway(row) && row.date === slot.date && row.time === slot.time)
  const coming = ridersOf(lessonAt(book, slot)).filter((id) => !off.some(({ riderId }) => riderId === id))
  return coming.length >= capacityOf(slot.type)
}

const ridesIn = (book: Book, riderId: string, slot: Slot): boolean => ridersOf(lessonAt(book, slot)).includes(riderId)

const first = { slot: START_SLOT, aim: null, insists: true, promised: false }
const inWeek = (week: number): Slot => ({ ...START_SLOT, date: addDays(START_SLOT.date, 7 * week) })
const HACK: Slot = { date: DATES[1] ?? '', time: '11:00', type: 'Hack' }
/**
 * The first day's lesson has an instructor and horses, is full, and someone waits for it every week, as for a hack.
 * One family has booked a makeup near its last day; another has called off four weeks, of which two are given to a
 * guest and two are offered, one of them to a family without an address.
 */
export const DESK_START: DeskStep[] = [
  ...START.map((one) => ({ ...one, insists: true, promised: false })),
  { ...first, kind: 'teach', scope: 'weekly', instructor: 0, rider: 0 },
  { ...first, kind: 'horse', horse: 0, rider: 0, slot: inWeek(1) },
  { ...first, kind: 'horse', horse: 1, rider: 1, slot: inWeek(1) },
  { ...first, kind: 'wait', scope: 'weekly', rider: 3 },
  { ...first, kind: 'add', scope: 'weekly', create: true, rider: 1, slot: HACK },
  { ...first, kind: 'wait', scope: 'weekly', rider: 2, slot: HACK },
  { ...first, kind: 'book', makeup: 0, rider: 0, slot: { date: DATES[7] ?? '', time: '10:00', type: START_SLOT.type } },
  { ...first, kind: 'wait', scope: 'one-time', rider: 2, slot: inWeek(2) },
  { ...first, kind: 'wait', scope: 'one-time', rider: 3, slot: inWeek(4) },
  ...[2, 3, 4, 5].map((week) => ({ ...first, kind: 'call-off' as const, rider: 1, slot: inWeek(week) })),
  ...[3, 5].map((week) => ({
    ...first,
    ...{ kind: 'add' as const, scope: 'one-time' as const, create: false, rider: 2, slot: inWeek(week) },
  })),
]

/** Random sequences like `sequences`, with everyone, after `DESK_START`. */
export const deskSequences = fc.array(
  insisting(
    fc.oneof({ weight: 12, arbitrary: step }, { weight: 8, arbitrary: peopleStep }, { weight: 1, arbitrary: fileStep }),
  ),
  { minLength: 6, maxLength: 24, size: '+1' },
)
