import { addDays, type LocalDate, monthEnd } from '../../app/utils/dates'
import { type SeededRandom, seededRandom } from '../contention/changes'
import { EVENTS, FAMILY, INSTRUCTOR, type Kind, OFFICE } from './kinds'

/** One thing that happens. Its numbers choose among what is there when it happens, so that a plan still makes sense when steps are left out. */
export interface Step {
  /** Its position in the whole plan. */
  index: number
  day: LocalDate
  hour: number
  kind: Kind
  /** Which family, instructor or desk. */
  who: number
  a: number
  b: number
  c: number
}

/** Weeks in which something happens to the calendar: the change to summer time and a short month, New Year, the change to winter time, a leap day. */
const FIRST_DAYS: LocalDate[] = ['2027-02-24', '2027-12-15', '2027-10-20', '2028-02-14']

/** The hours at which people do something; the last is just before midnight. */
export const HOURS = [7, 12, 18, 23]
const STEPS_AN_HOUR = 6

export const firstDay = (seed: number): LocalDate => FIRST_DAYS[seed % FIRST_DAYS.length]!

/** Returns every step of some days; the same ones for the same seed. */
export function plan(seed: number, days: number): Step[] {
  const random = seededRandom(seed)
  const steps: Step[] = []
  for (let n = 0; n < days; n++) {
    const day = addDays(firstDay(seed), n)
    for (const hour of HOURS) {
      const count = Math.round(random() * 2 * STEPS_AN_HOUR)
      for (let i = 0; i < count; i++) steps.push(nextStep(random, steps.length, day, hour))
      // A month ends twelve times a year: too seldom to be left to chance.
      if (hour === HOURS.at(-1) && monthEnd(day) === day)
        steps.push({ ...nextStep(random, steps.length, day, hour), kind: 'form over midnight' })
    }
  }
  return steps
}

const WEIGHTED: [Kind, number][] = [FAMILY, OFFICE, INSTRUCTOR, EVENTS].flatMap(
  (kinds) => Object.entries(kinds) as [Kind, number][],
)
const TOTAL = WEIGHTED.reduce((sum, [, weight]) => sum + weight, 0)

/** Returns the kind at a point of all weights in a row. */
function drawn(point: number): Kind {
  let end = 0
  for (const [kind, weight] of WEIGHTED) {
    end += weight
    if (point < end) return kind
  }
  return 'look around'
}

function nextStep(random: SeededRandom, index: number, day: LocalDate, hour: number): Step {
  const chosen = drawn(random() * TOTAL)
  // The day ends with a form that is open over midnight.
  const isEarly = chosen === 'form over midnight' && hour < HOURS.at(-1)!
  const kind = isEarly ? 'look around' : chosen
  const number = () => Math.floor(random() * 1_000_000)
  return { index, day, hour, kind, who: number(), a: number(), b: number(), c: number() }
}
