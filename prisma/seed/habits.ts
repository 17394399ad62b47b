import type { MethodType } from '~/models/vocabulary/fee'
import { firstOn, type LocalDate, monthEnd } from '~/utils/dates'
import type { SeededPeople } from './people'
import type { WeeklyRide } from './week'

/** How a family buys its lessons. */
export interface Habit {
  studentId: string
  /** Null for a rider who only hacks. */
  packageName: PackageName | null
  method: MethodType | 'offline'
  /** Whether it subscribes instead of buying monthly. */
  subscribes: boolean
  /** Whether it has not paid this month. */
  isLate: boolean
  /** The first of the month in which they began. */
  since: LocalDate
  places: WeeklyRide[]
}

/** What a family buys for a month. */
export interface Basket {
  packageName: PackageName | null
  addOns: [name: string, quantity: number][]
}

const METHODS = ['card', 'us_bank_account', 'offline'] as const
const LATE = 13

const LESSONS = {
  'Package 1 - Basic': { group: 4, lone: 0 },
  'Package 2 - Premium': { group: 8, lone: 0 },
  'Package 3 - Private': { group: 0, lone: 4 },
} as const
type PackageName = keyof typeof LESSONS

/** Returns how families buy: every family buys what its weekly places need; one has not paid this month. */
export function habitsOf(people: SeededPeople, places: WeeklyRide[]): Habit[] {
  return [people.riderId, ...people.studentIds].flatMap((studentId, i) => {
    const own = places.filter((place) => place.studentId === studentId)
    const weekly = (type: string) => own.filter((place) => place.type === type).length
    const [group, lone] = [weekly('Group Lesson'), weekly('Private Lesson')]
    const since = own[0]?.since
    if (!since) return []
    const packageName = packageFor(group, lone)
    const isLate = i === LATE
    const subscribes = i % 4 === 0 && packageName !== null
    const method = subscribes || isLate || !packageName ? 'card' : METHODS[i % 3]!
    return [{ studentId, packageName, method, subscribes, isLate, since, places: own }]
  })
}

function packageFor(group: number, lone: number): PackageName | null {
  if (lone) return 'Package 3 - Private'
  if (group === 0) return null
  return group > 1 ? 'Package 2 - Premium' : 'Package 1 - Basic'
}

/** Returns the basket of a month: with five of their weekdays they buy an extra lesson. */
export function basketFor({ packageName, places }: Habit, month: LocalDate): Basket {
  const rides = (type: string) =>
    places.filter((place) => place.type === type).reduce((sum, { dayOfWeek }) => sum + weekdaysIn(month, dayOfWeek), 0)
  const has = packageName ? LESSONS[packageName] : { group: 0, lone: 0 }
  const addOns: Basket['addOns'] = [
    ['Extra Group Lesson', rides('Group Lesson') - has.group],
    ['Extra Private Lesson', rides('Private Lesson') - has.lone],
    ['Hack', rides('Hack')],
    ['After School', rides('Afterschool') ? 1 : 0],
  ]
  return { packageName, addOns: addOns.filter(([, quantity]) => quantity > 0) }
}

/** Returns the basket of every month: four of everything weekly, and two extra hacks for riders without a weekly one. */
export function subscribedBasket({ packageName, places }: Habit): Basket {
  const hacks = 4 * places.filter(({ type }) => type === 'Hack').length
  return { packageName, addOns: [['Hack', hacks || 2]] }
}

/** Returns what a subscription does not cover of a month. */
export function extrasFor(habit: Habit, month: LocalDate): Basket {
  const held = new Map(subscribedBasket(habit).addOns)
  const addOns = basketFor(habit, month)
    .addOns.map(([name, quantity]): [string, number] => [name, quantity - (held.get(name) ?? 0)])
    .filter(([, quantity]) => quantity > 0)
  return { packageName: null, addOns }
}

const weekdaysIn = (month: LocalDate, weekday: number): number => {
  const [first, last] = [firstOn(weekday, month), monthEnd(month)].map((day) => Number(day.slice(8)))
  return Math.floor(((last ?? 0) - (first ?? 0)) / 7) + 1
}
