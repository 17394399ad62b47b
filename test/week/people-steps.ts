import fc from 'fast-check'
import { ATTENDANCE } from '~/models/attendance/attendance'
import type { Scope } from '~/models/schedule/slot.schema'
import { addDays } from '~/utils/dates'
import { type Aimed, aimed, DATES, kind, RIDERS, START, START_SLOT, type Step, scope, step } from './steps'

/** A Saturday before the first lesson. */
export const BEGINS = '2027-01-30T12:00:00-05:00'
export const INSTRUCTORS = ['sarah', 'marcus'] as const
/** How many ride in a lesson of a type. */
export const capacityOf = (type: string): number => (type === 'Hack' ? 1 : 2)
/** Who has lessons in February; the others ride unpaid. */
export const PAYING = RIDERS.slice(0, 3)

/** The guardian may not sign in, so that nobody can be told: the office acts for them. */
export const UNREACHED = RIDERS[3]

/** What families, instructors and the barn do, and what the office does to more than the rows of a lesson. */
export type PeopleStep =
  | (Aimed & { kind: 'call-off' })
  | { kind: 'after-all'; nth: number }
  | (Aimed & { kind: 'wait'; scope: Scope })
  | { kind: 'leave'; nth: number }
  | { kind: 'answer'; nth: number; answer: 'take' | 'decline' }
  | (Aimed & { kind: 'cancel' })
  | { kind: 'rest'; horse: number; days: number; until: boolean; ends: boolean }
  | (Aimed & { kind: 'teach'; scope: Scope; instructor: number | null })
  | (Aimed & { kind: 'taught'; attendance: (typeof ATTENDANCE)[number] })
  | (Aimed & { kind: 'tap'; attendance: (typeof ATTENDANCE)[number] })
  | { kind: 'signal' }
  | { kind: 'barn-note'; rider: number }
  | { kind: 'hours'; hours: number }

/** `insists`: what is asked about is done anyway. */
export type DeskStep = (Step | PeopleStep) & { insists: boolean }

const OF_PEOPLE: readonly string[] = [
  'call-off',
  'after-all',
  'wait',
  'leave',
  'answer',
  'cancel',
  'rest',
  'teach',
  'taught',
  'tap',
  'signal',
  'barn-note',
  'hours',
] satisfies PeopleStep['kind'][]
export const isOfPeople = <S extends DeskStep>(step: S): step is Extract<S, PeopleStep> => OF_PEOPLE.includes(step.kind)

const nth = fc.nat(5)
const attendance = fc.constantFrom(...ATTENDANCE)

const peopleStep: fc.Arbitrary<PeopleStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind('call-off'), ...aimed }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('after-all'), nth }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('wait'), ...aimed, scope }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('leave'), nth }) },
  {
    weight: 2,
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
    arbitrary: fc.record({ kind: kind('teach'), ...aimed, scope, instructor: fc.option(fc.nat(1), { freq: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('taught'), ...aimed, attendance }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('tap'), ...aimed, attendance }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('signal') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('barn-note'), rider: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('hours'), hours: fc.constantFrom(1, 5, 13, 24, 72) }) },
)

const insisting = (does: fc.Arbitrary<Step | PeopleStep>): fc.Arbitrary<DeskStep> =>
  fc.tuple(does, fc.boolean()).map(([one, insists]) => ({ ...one, insists }))

const first = { slot: START_SLOT, aim: null, insists: true }
/** The lesson of the first day has an instructor and horses, is full, and somebody waits for it. */
const DESK_START: DeskStep[] = [
  ...START.map((one) => ({ ...one, insists: true })),
  { ...first, kind: 'teach', scope: 'weekly', instructor: 0, rider: 0 },
  { ...first, kind: 'horse', horse: 0, rider: 0, slot: { ...START_SLOT, date: addDays(START_SLOT.date, 7) } },
  { ...first, kind: 'horse', horse: 1, rider: 1, slot: { ...START_SLOT, date: addDays(START_SLOT.date, 7) } },
  { ...first, kind: 'wait', scope: 'weekly', rider: 3 },
]

/** As `sequences`, with everybody. */
export const deskSequences = fc
  .array(insisting(fc.oneof({ weight: 3, arbitrary: step }, { weight: 2, arbitrary: peopleStep })), {
    minLength: 4,
    maxLength: 20,
    size: '+1',
  })
  .map((steps) => [...DESK_START, ...steps])
