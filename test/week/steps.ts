import fc from 'fast-check'
import { type Book, lessonAt, lessonsOf, ridersOf, type Span } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import type { BaseTypes } from '~/models/schedule/week/base-type'
import { ATTENDANCE } from '~/models/vocabulary/attendance'
import type { Slot } from '~/models/vocabulary/slot'
import { addDays, type LocalDate } from '~/utils/dates'

export const RIDERS = ['ann', 'ben', 'cy', 'dee'] as const
export const HORSES = [1, 2] as const
export const INSTRUCTORS = ['sarah', 'marcus'] as const
/** The last is of second lessons at one hour. */
export const TYPES = ['Group Lesson', 'Hack', 'Group Lesson 2'] as const
export const BASES: BaseTypes = new Map([['Group Lesson 2', 'Group Lesson']])
const FIRST = '2027-02-02'
const inDays = (days: number) => addDays(FIRST, days)
const TUESDAYS = [0, 7, 14, 21, 28, 35].map(inDays)
const THURSDAYS = [2, 9, 16, 23, 30, 37].map(inDays)
/** Dates, all in the future. */
export const DATES = [...TUESDAYS, ...THURSDAYS].sort()
export const EVERYTHING: Span[] = [FIRST, inDays(2)].map((from) => ({ from, weekly: true }))
/** Lunging on two days, as if they were over. */
export const WORK = [
  { horseId: 1, date: inDays(7), time: '10:00', duration: 45, kind: 'Lunging' },
  { horseId: 2, date: inDays(2), time: '09:15', duration: 30, kind: 'Lunging' },
]
export const TIMES = ['09:00', '09:30', '10:00', '11:00'] as const
const LENGTHS = [30, 45, 60, 90] as const

export const ARENAS = ['Indoor', 'Outdoor'] as const
/** The arena that a step chooses along with a length: one, none, or undefined for the lesson's own. */
export const arenaOf = (length: number | undefined): string | undefined =>
  length === undefined || length === 90 ? undefined : (ARENAS[length / 15 - 2] ?? '')

/** Returns the ID of the instructor that a step chooses; null for none. */
export const instructorOf = ({ instructor }: { instructor: number | null }): string | null =>
  INSTRUCTORS[instructor ?? -1] ?? null

export interface Aimed {
  slot: Slot
  /** The index of the lesson that is meant, if there are any; otherwise the slot is used. */
  aim: number | null
  rider: number
}

export type Step =
  | (Aimed & { kind: 'add'; scope: Scope; create: boolean })
  | (Aimed & { kind: 'remove'; scope: Scope })
  | (Aimed & { kind: 'add-lesson'; scope: Scope; duration: number; instructor: number | null })
  | (Aimed & { kind: 'delete-lesson'; scope: Scope })
  | (Aimed & {
      kind: 'edit'
      scope: Scope
      to: LocalDate | null
      time: string
      type: string
      duration: number | undefined
    })
  | (Aimed & { kind: 'mark'; attendance: (typeof ATTENDANCE)[number] })
  | (Aimed & { kind: 'horse'; horse: number | null })
  | (Aimed & { kind: 'close'; from: string | null; noMakeups: boolean })
  | (Aimed & { kind: 'move'; scope: Scope; to: Slot; aimTo: number | null })
  | (Aimed & { kind: 'exchange'; other: number })
  | (Aimed & { kind: 'book'; makeup: number })
  | { kind: 'undo'; back: number }

const slot = fc.record({
  // Mostly one weekday, where changes interfere with each other.
  date: fc.constantFrom(...TUESDAYS.slice(0, 5), ...TUESDAYS.slice(0, 5), ...THURSDAYS.slice(0, 3)),
  time: fc.constantFrom(...TIMES),
  type: fc.constantFrom(...TYPES),
})
const aim = fc.option(fc.nat(60), { freq: 4 })
export const aimed = { slot, aim, rider: fc.nat(3) }
export const scope = fc.constantFrom<Scope>('one-time', 'weekly')
export const kind = <Kind extends string>(name: Kind) => fc.constant(name)

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('add'), ...aimed, scope, create: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('remove'), ...aimed, scope }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind('add-lesson'),
      ...aimed,
      scope,
      duration: fc.constantFrom(...LENGTHS),
      instructor: fc.option(fc.nat(1), { freq: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('delete-lesson'), ...aimed, scope }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('edit'),
      ...aimed,
      scope,
      to: fc.option(fc.constantFrom(...DATES), { freq: 2 }),
      time: fc.constantFrom(...TIMES),
      type: fc.constantFrom(...TYPES),
      duration: fc.option(fc.constantFrom(...LENGTHS), { nil: undefined, freq: 2 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: kind('mark'), ...aimed, attendance: fc.constantFrom(...ATTENDANCE) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('horse'), ...aimed, horse: fc.option(fc.nat(1)) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('close'),
      ...aimed,
      from: fc.constantFrom(null, '09:30', '10:00'),
      noMakeups: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: kind('move'), ...aimed, scope, to: slot, aimTo: aim }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('exchange'), ...aimed, other: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('book'), ...aimed, makeup: fc.nat(5) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('undo'), back: fc.nat(3) }) },
)

const joins = (rider: number, date: LocalDate, time: string): Step => ({
  kind: 'add',
  slot: { date, time, type: TYPES[0] },
  aim: null,
  rider,
  scope: 'weekly',
  create: true,
})

export const START_SLOT: Slot = { date: FIRST, time: '09:00', type: TYPES[0] }

/** Two lessons a week, and a makeup that can be booked: otherwise most steps would do nothing. */
export const START: Step[] = [
  joins(0, FIRST, '09:00'),
  joins(1, FIRST, '09:00'),
  joins(2, inDays(2), '10:00'),
  { kind: 'mark', slot: START_SLOT, aim: 0, rider: 0, attendance: 'reschedule' },
]

export const sequences = fc
  .array(step, { minLength: 4, maxLength: 24, size: '+1' })
  .map((steps) => [...START, ...steps])

type LessonOf = ReturnType<typeof lessonsOf>[number]

/** Returns one of the present lessons. */
const aimAt = (book: Book, aim: number | null, isMeant: (lesson: LessonOf) => boolean = () => true) => {
  const lessons = DATES.flatMap((date) => lessonsOf(book, date)).filter(isMeant)
  return aim === null ? undefined : lessons[aim % Math.max(1, lessons.length)]
}

/** Returns the makeups that can be booked. */
export const openMakeups = (book: Book) => book.makeups.filter(({ id }) => !book.booked.has(id))

/** Returns where a rider moves: mostly to a lesson without them. */
export function targetOf(step: Extract<Step, { kind: 'move' }>, book: Book): Slot {
  const { rider } = aimOf(step, book)
  const isOther = (lesson: LessonOf) => !ridersOf(lesson).includes(rider)
  const { date, time, type } = aimAt(book, step.aimTo, isOther) ?? step.to
  return { date, time, type }
}

/** Returns another rider of the lesson, with whom horses are exchanged; the rider's own ID if there is none. */
export function otherOf({ other }: { other: number }, slot: Slot, rider: string, book: Book): string {
  const others = ridersOf(lessonAt(book, slot)).filter((id) => id !== rider)
  return others[other % Math.max(1, others.length)] ?? rider
}

/** Returns where a lesson moves; weekly, to the other weekday of its week. */
export function dayOf({ to, scope }: { to: LocalDate | null; scope: Scope }, { date }: Slot): LocalDate {
  if (to === null || scope === 'one-time') return to ?? date
  return addDays(date, TUESDAYS.includes(date) ? 2 : -2)
}

/** Returns the days that a step concerns. */
export function spansOf(step: Exclude<Step, { kind: 'undo' }>, book: Book): Span[] {
  const weekly = 'scope' in step && step.scope === 'weekly'
  const { slot } = aimOf(step, book)
  const target = step.kind === 'move' ? targetOf(step, book).date : step.kind === 'edit' ? dayOf(step, slot) : slot.date
  const dates = target === slot.date ? [slot.date] : [slot.date, target]
  return dates.map((from) => ({ from, weekly }))
}

/** Returns the lesson and rider that a step means in the present week. */
export function aimOf(step: Aimed & { kind: string; makeup?: number }, book: Book): { slot: Slot; rider: string } {
  const lesson = aimAt(book, step.aim)
  const slot = lesson ? { date: lesson.date, time: lesson.time, type: lesson.type } : step.slot
  const named = RIDERS[step.rider] ?? RIDERS[0]
  // A rider who joins need not ride there yet.
  if (step.kind === 'add' || step.kind === 'wait') return { slot, rider: named }
  if (step.makeup !== undefined) {
    const open = openMakeups(book)
    return { slot, rider: open[step.makeup % Math.max(1, open.length)]?.riderId ?? named }
  }
  return { slot, rider: lesson?.riders[step.rider % Math.max(1, lesson.riders.length)]?.riderId ?? named }
}
