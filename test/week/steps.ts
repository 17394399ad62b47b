import fc from 'fast-check'
import { ATTENDANCE } from '~/models/attendance/attendance'
import { type Book, lessonsOf } from '~/models/lessons/book'
import type { Scope } from '~/models/schedule/slot.schema'
import type { Slot } from '~/models/schedule/week'
import { addDays } from '~/utils/dates'

export const RIDERS = ['ann', 'ben', 'cy', 'dee'] as const
export const HORSES = [1, 2] as const
export const TYPES = ['Group Lesson', 'Hack'] as const
const FIRST = '2027-02-02'
/** Tuesdays, all of them to come. */
export const DATES = [0, 7, 14, 21, 28, 35].map((days) => addDays(FIRST, days))
const TIMES = ['09:00', '09:30', '10:00', '11:00'] as const
const LENGTHS = [30, 45, 60, 90] as const

interface Aimed {
  slot: Slot
  /** Which of the day's lessons is meant, if there are any; the slot otherwise. */
  aim: number | null
  rider: number
}

export type Step =
  | (Aimed & { kind: 'add'; scope: Scope; create: boolean })
  | (Aimed & { kind: 'remove'; scope: Scope })
  | (Aimed & { kind: 'add-lesson'; scope: Scope; duration: number })
  | (Aimed & { kind: 'delete-lesson'; scope: Scope })
  | (Aimed & { kind: 'edit'; scope: Scope; time: string; type: string; duration: number | undefined })
  | (Aimed & { kind: 'mark'; attendance: (typeof ATTENDANCE)[number] })
  | (Aimed & { kind: 'horse'; horse: number | null })
  | (Aimed & { kind: 'close'; from: string | null })
  | { kind: 'undo'; back: number }

const slot = fc.record({
  date: fc.constantFrom(...DATES.slice(0, 5)),
  time: fc.constantFrom(...TIMES),
  type: fc.constantFrom(...TYPES),
})
const aimed = { slot, aim: fc.option(fc.nat(5), { freq: 4 }), rider: fc.nat(3) }
const scope = fc.constantFrom<Scope>('one-time', 'weekly')
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('add'), ...aimed, scope, create: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('remove'), ...aimed, scope }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('add-lesson'), ...aimed, scope, duration: fc.constantFrom(...LENGTHS) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('delete-lesson'), ...aimed, scope }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('edit'),
      ...aimed,
      scope,
      time: fc.constantFrom(...TIMES),
      type: fc.constantFrom(...TYPES),
      duration: fc.option(fc.constantFrom(...LENGTHS), { nil: undefined, freq: 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('mark'), ...aimed, attendance: fc.constantFrom(...ATTENDANCE) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('horse'), ...aimed, horse: fc.option(fc.nat(1)) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('close'), ...aimed, from: fc.constantFrom(null, '09:30', '10:00') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('undo'), back: fc.nat(3) }) },
)

export const sequences = fc.array(step, { minLength: 4, maxLength: 24 })

/** The lesson and rider that a step means in the week as it is. */
export function aimOf(step: Aimed & { kind: string }, book: Book): { slot: Slot; rider: string } {
  const lessons = lessonsOf(book, step.slot.date)
  const lesson = step.aim === null ? undefined : lessons[step.aim % Math.max(1, lessons.length)]
  const inLesson = step.kind === 'add' ? undefined : lesson?.riders[step.rider % Math.max(1, lesson.riders.length)]
  return {
    slot: lesson ? { date: lesson.date, time: lesson.time, type: lesson.type } : step.slot,
    rider: inLesson?.riderId ?? RIDERS[step.rider] ?? RIDERS[0],
  }
}
