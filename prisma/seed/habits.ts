import type { MethodType } from '~/models/payments/pricing'
import type { SeededPeople } from './people'
import type { Random } from './random'
import type { WeeklyRide } from './week'

/** How a family buys its lessons. */
export interface Habit {
  studentId: string
  packageName: string
  /** The quantities bought each month. */
  addOns: [name: string, quantity: number][]
  method: MethodType | 'offline'
  /** By subscription instead of a purchase a month. */
  subscribes: boolean
}

const METHODS = ['card', 'us_bank_account', 'offline'] as const

/** Families buy what their weekly places need; some buy a little less, and a few have not paid. */
export function habitsOf(people: SeededPeople, places: WeeklyRide[], random: Random): Habit[] {
  const paying = people.studentIds.filter((_, i) => i % 9 !== 8)
  return [people.riderId, ...paying].map((studentId, i) => {
    const weekly = (type: string) =>
      places.filter((place) => place.studentId === studentId && place.type === type).length
    const [group, lone, hack] = [weekly('Group Lesson'), weekly('Private Lesson'), weekly('Hack')]
    const packageName = lone ? 'Package 3 - Private' : group > 1 ? 'Package 2 - Premium' : 'Package 1 - Basic'
    const hacks = hack ? 4 * hack - (random.chance(0.3) ? 2 : 0) : 0
    const addOns: Habit['addOns'] = [
      ['Hack', studentId === people.riderId ? 2 : Math.min(10, hacks)],
      ['Extra Group Lesson', lone ? Math.min(10, 4 * group) : 0],
    ]
    return {
      studentId,
      packageName,
      addOns: addOns.filter(([, quantity]) => quantity > 0),
      method: METHODS[i % 3]!,
      subscribes: i % 6 === 0,
    }
  })
}
