import { levelLabel } from '~/models/vocabulary/level'
import { formatDay, formatWeekday } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { type Cents, formatCents } from '~/utils/money'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { WEEKDAYS } from '../cells'
import { slotText } from './lessons'
import { paymentKey } from './paid'
import { FACT_NAMES, FACTS, full, type Plan, type PlannedLesson, type PlannedPerson } from './planned'
import { rideText } from './rides'

const nameOf = ({ name }: PlannedPerson) => full(name)

/** So many lines of each list are shown. */
const SHOWN = 300

interface DayOfLessons {
  day: string
  lessons: { key: string; what: string; riders: string }[]
}

export interface WouldBe {
  week: DayOfLessons[]
  /** Days with rides that are not weekly. */
  dates: DayOfLessons[]
  moreDates: number
  families: { key: string; name: string; contact: string; riders: string; what: string }[]
  moreFamilies: number
  paid: { count: number; sum: Cents }
  payments: { key: string; rider: string; amount: Cents; day: string }[]
  morePayments: number
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
  /** Weekly places, rides, payments and notes of an earlier file that go, and the first of them in words. */
  gone: number
  goes: string[]
}

/** A plan as the office reads it. */
export function wouldBe(plan: Plan, month: string): WouldBe {
  const byKey = new Map(plan.people.map((person) => [person.key, person]))
  const nameBy = (key: string) => nameOf(byKey.get(key)!)
  const byWeekday = groupBy(plan.lessons, ({ weekday }) => weekday)
  const week = WEEKDAYS.flatMap((day, weekday) => {
    const ofDay = byWeekday.get(weekday)
    return ofDay ? [{ day, lessons: lessonsOf(ofDay, nameBy) }] : []
  })
  const goes = goesOf(plan, nameBy)
  const byDate = [...groupBy(plan.rides, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1))
  const accounts = plan.people.filter(({ guardianKey }) => guardianKey === null)
  const children = groupBy(plan.people, ({ guardianKey }) => guardianKey)
  const brought = broughtBy(plan)
  const families = accounts.map((account) => {
    const riders = [...(account.rides ? [account] : []), ...(children.get(account.key) ?? [])]
    return {
      key: account.key,
      name: nameOf(account),
      contact: [account.email, account.phone].filter(Boolean).join(' · '),
      riders: riders.map(nameOf).join(', '),
      what: whatOf([...new Set([account, ...riders])], brought),
    }
  })
  const paidFor = new Set(plan.payments.filter(({ on }) => on.startsWith(month)).map(({ riderKey }) => riderKey))
  return {
    week,
    dates: byDate.slice(0, SHOWN).map(([date, ofDay]) => ({
      day: `${formatWeekday(date)}, ${formatDay(date)}`,
      lessons: lessonsOf(ofDay, nameBy),
    })),
    moreDates: Math.max(0, byDate.length - SHOWN),
    families: families.slice(0, SHOWN),
    moreFamilies: Math.max(0, families.length - SHOWN),
    paid: { count: plan.payments.length, sum: plan.payments.reduce((sum, { cents }) => sum + cents, 0) },
    payments: plan.payments.slice(0, SHOWN).map((one) => ({
      key: `${one.riderKey} ${paymentKey(one)}`,
      rider: nameBy(one.riderKey),
      amount: one.cents,
      day: formatDay(one.on),
    })),
    morePayments: Math.max(0, plan.payments.length - SHOWN),
    unpaid: plan.packages.filter(({ riderKey }) => !paidFor.has(riderKey)).map(({ riderKey }) => nameBy(riderKey)),
    left: plan.packages
      .slice(0, SHOWN)
      .map((one) => ({ key: one.riderKey, rider: nameBy(one.riderKey), package: one.name, left: one.left })),
    owed: [...groupBy(plan.makeups, ({ type }) => type)].map(([type, all]) => [
      type,
      all.reduce((sum, { owed }) => sum + owed, 0),
    ]),
    leftSum: plan.packages.reduce((sum, { left }) => sum + (left ?? 0), 0),
    instructors: plan.instructors.map(full),
    horses: plan.horses.filter(({ there }) => !there).map(sayHorse),
    waivers: plan.waivers.filter(({ there }) => !there).length,
    ready: sayReady(plan),
    isSame: isSame(plan),
    gone: goes.length,
    goes: goes.slice(0, SHOWN),
  }
}

/** The lessons of a day by time, each with its riders. */
function lessonsOf(
  ofDay: readonly Omit<PlannedLesson, 'weekday'>[],
  nameBy: (key: string) => string,
): DayOfLessons['lessons'] {
  const lessons = [...groupBy(ofDay, ({ time, type }) => `${time} ${type}`)].sort(([a], [b]) => (a < b ? -1 : 1))
  return lessons.map(([key, riders]) => {
    const { time, type, duration } = riders[0]!
    const instructor = riders.find((one) => one.instructor)?.instructor
    const taught = instructor ? ` with ${full(instructor)}` : ''
    return {
      key,
      what: `${formatTimeOfDay(time)} ${type}, ${duration} minutes${taught}`,
      riders: riders.map(({ riderKey }) => nameBy(riderKey)).join(', '),
    }
  })
}

function goesOf({ gone: { places, rides, payments, notes } }: Plan, nameBy: (key: string) => string): string[] {
  return [
    ...places.map((place) => `${nameBy(place.riderId ?? '')}: ${slotText(place)} ${place.type}, every week`),
    ...rides.map((ride) => `${nameBy(ride.riderId)}: ${ride.type} on ${rideText(ride)}`),
    ...payments.map(({ riderId, cents, on }) => `${nameBy(riderId)}: ${formatCents(cents)} paid on ${formatDay(on)}`),
    ...notes.map(({ riderId, text }) => `${nameBy(riderId)}: the note “${text}”`),
  ]
}

const isSame = (plan: Plan): boolean =>
  Object.values(plan.gone).every((rows) => rows.length === 0) &&
  plan.instructors.length === 0 &&
  plan.horses.every(({ there }) => there) &&
  plan.people.every(({ id, was, back }) => id !== null && !back && Object.keys(was).length === 0) &&
  [...plan.lessons, ...plan.rides, ...plan.payments, ...plan.notes].every(({ there }) => there) &&
  plan.makeups.every(({ give }) => give === 0) &&
  plan.packages.every(({ there, leftThere }) => there && leftThere)

/** Returns what a file brings for a rider that the school doesn't have yet: `1 weekly lesson, 2 payments`. */
function broughtBy({ lessons, rides, packages, payments, makeups, notes }: Plan): (riderKey: string) => string {
  const isNew = ({ there }: { there: boolean }) => !there
  const kinds = (
    [
      ['weekly lesson', lessons.filter(isNew)],
      ['ride', rides.filter(isNew)],
      ['package', packages.filter(({ there, leftThere }) => !there || !leftThere)],
      ['payment', payments.filter(isNew)],
      ['makeup', makeups.flatMap((one) => Array.from({ length: one.give }, () => one))],
      ['note', notes.filter(isNew)],
    ] as [string, { riderKey: string }[]][]
  ).map(([word, rows]) => [word, groupBy(rows, ({ riderKey }) => riderKey)] as const)
  return (riderKey) =>
    kinds
      .map(([word, rows]) => [rows.get(riderKey)?.length ?? 0, word] as const)
      .filter(([count]) => count > 0)
      .map(([count, word]) => counted(count, word))
      .join(', ')
}

function whatOf(people: readonly PlannedPerson[], brought: (key: string) => string): string {
  const [fresh, known] = [people.filter(({ id }) => id === null), people.filter(({ id }) => id !== null)]
  if (known.length === 0) return 'New'
  const changes = known.flatMap((one) =>
    [one.back && 'back on the lists', ...FACTS.filter((field) => field in one.was).map((field) => FACT_NAMES[field])]
      .concat(brought(one.key))
      .filter(Boolean)
      .map((what) => `${nameOf(one)}: ${what}`),
  )
  return [...fresh.map((one) => `New: ${nameOf(one)}`), ...changes].join(' · ') || 'No change'
}

/** What a file brings that can be moved in; empty if there is nothing. */
export function sayReady({ riders, horses, instructors }: Plan): string {
  if (riders.ready > 0) return counted(riders.ready, 'rider')
  const fresh = horses.filter(({ there }) => !there).length
  return [fresh && counted(fresh, 'horse'), instructors.length && counted(instructors.length, 'instructor')]
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
