import { levelLabel } from '~/models/vocabulary/level'
import { groupBy } from '~/utils/group-by'
import { type Cents, formatCents } from '~/utils/money'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { WEEKDAYS } from '../cells'
import { FACT_NAMES, FACTS, type Plan, type PlannedPerson } from './planned'

const nameOf = ({ name: { first, last } }: PlannedPerson) => [first, last].filter(Boolean).join(' ')

/** So many lines of each list are shown. */
const SHOWN = 300

export interface WouldBe {
  week: { day: string; lessons: { key: string; what: string; riders: string }[] }[]
  families: { key: string; name: string; contact: string; riders: string; what: string }[]
  moreFamilies: number
  paid: { count: number; sum: Cents }
  unpaid: string[]
  left: { key: string; rider: string; package: string; left: number | null }[]
  leftSum: number
  /** Makeups that the file says are owed, by ride type. */
  owed: [string, number][]
  instructors: string[]
  /** Those that the school would get, with what each carries. */
  horses: string[]
  /** Riders whose waiver on paper is not recorded yet. */
  waivers: number
  /** What is ready to move in, in words: `12 riders`, or of a file without riders `22 horses and 3 instructors`. */
  ready: string
  /** Nothing of it differs from the school. */
  isSame: boolean
  /** Weekly places, payments and notes of an earlier file that go. */
  gone: number
}

/** A plan as the office reads it. */
export function wouldBe(plan: Plan, month: string): WouldBe {
  const byKey = new Map(plan.people.map((person) => [person.key, person]))
  const nameBy = (key: string) => nameOf(byKey.get(key)!)
  const lessons = groupBy(plan.lessons, ({ weekday, time, type }) => `${weekday} ${time} ${type}`)
  const week = WEEKDAYS.flatMap((day, weekday) => {
    const ofDay = [...lessons].filter(([, [one]]) => one?.weekday === weekday).sort(([a], [b]) => (a < b ? -1 : 1))
    if (ofDay.length === 0) return []
    return [
      {
        day,
        lessons: ofDay.map(([key, riders]) => {
          const { time, type, duration } = riders[0]!
          const instructor = riders.find((one) => one.instructor)?.instructor
          const taught = instructor ? ` with ${[instructor.first, instructor.last].filter(Boolean).join(' ')}` : ''
          return {
            key,
            what: `${formatTimeOfDay(time)} ${type}, ${duration} minutes${taught}`,
            riders: riders.map(({ riderKey }) => nameBy(riderKey)).join(', '),
          }
        }),
      },
    ]
  })
  const accounts = plan.people.filter(({ guardianKey }) => guardianKey === null)
  const children = groupBy(plan.people, ({ guardianKey }) => guardianKey)
  const families = accounts.map((account) => {
    const riders = [...(account.rides ? [account] : []), ...(children.get(account.key) ?? [])]
    return {
      key: account.key,
      name: nameOf(account),
      contact: [account.email, account.phone].filter(Boolean).join(' · '),
      riders: riders.map(nameOf).join(', '),
      what: whatOf([account, ...riders]),
    }
  })
  const paidFor = new Set(plan.payments.filter(({ on }) => on.startsWith(month)).map(({ riderKey }) => riderKey))
  return {
    week,
    families: families.slice(0, SHOWN),
    moreFamilies: Math.max(0, families.length - SHOWN),
    paid: { count: plan.payments.length, sum: plan.payments.reduce((sum, { cents }) => sum + cents, 0) },
    unpaid: plan.packages.filter(({ riderKey }) => !paidFor.has(riderKey)).map(({ riderKey }) => nameBy(riderKey)),
    left: plan.packages
      .slice(0, SHOWN)
      .map((one) => ({ key: one.riderKey, rider: nameBy(one.riderKey), package: one.name, left: one.left })),
    owed: [...groupBy(plan.makeups, ({ type }) => type)].map(([type, all]) => [
      type,
      all.reduce((sum, { owed }) => sum + owed, 0),
    ]),
    leftSum: plan.packages.reduce((sum, { left }) => sum + (left ?? 0), 0),
    instructors: plan.instructors.map(({ first, last }) => [first, last].filter(Boolean).join(' ')),
    horses: plan.horses.filter(({ there }) => !there).map(sayHorse),
    waivers: plan.waivers.filter(({ there }) => !there).length,
    ready: sayReady(plan),
    isSame: isSame(plan),
    gone: goneOf(plan),
  }
}

const goneOf = ({ gone }: Plan) => gone.places.length + gone.payments.length + gone.notes.length

const isSame = (plan: Plan): boolean =>
  goneOf(plan) === 0 &&
  plan.instructors.length === 0 &&
  plan.horses.every(({ there }) => there) &&
  plan.people.every(({ id, was, back }) => id !== null && !back && Object.keys(was).length === 0) &&
  [...plan.lessons, ...plan.payments, ...plan.notes].every(({ there }) => there) &&
  plan.makeups.every(({ give }) => give === 0) &&
  plan.packages.every(({ there, leftThere }) => there && leftThere)

function whatOf(people: readonly PlannedPerson[]): string {
  const fresh = new Set(people.filter(({ id }) => id === null))
  if (fresh.size === new Set(people).size) return 'New'
  const changes = people.flatMap((one) => [
    ...(one.back ? [`${nameOf(one)}: back on the lists`] : []),
    ...FACTS.filter((field) => field in one.was).map((field) => `${nameOf(one)}: ${FACT_NAMES[field]}`),
  ])
  return [...[...fresh].map((one) => `New: ${nameOf(one)}`), ...new Set(changes)].join(' · ') || 'No change'
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** What a file brings that can be moved in; empty if there is nothing. */
export function sayReady({ riders, horses, instructors }: Plan): string {
  if (riders.ready > 0) return count(riders.ready, 'rider')
  const fresh = horses.filter(({ there }) => !there).length
  return [fresh && count(fresh, 'horse'), instructors.length && count(instructors.length, 'instructor')]
    .filter(Boolean)
    .join(' and ')
}

function sayHorse({ name, known, maxWeightLb, minLevel, dayLimit, weekLimit }: Plan['horses'][number]): string {
  if (known) return `${name} (back)`
  const facts = [
    maxWeightLb && `up to ${maxWeightLb} lb`,
    minLevel && `from ${levelLabel(minLevel)}`,
    dayLimit && `${dayLimit} a day`,
    weekLimit && `${weekLimit} a week`,
  ].filter(Boolean)
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name
}

/** What a move would bring, in a sentence. */
export const sayPaid = ({ count, sum }: { count: number; sum: Cents }): string =>
  `${formatCents(sum)} in ${count} ${count === 1 ? 'payment' : 'payments'}`
