import { usesMakeup } from './makeup'

/**
 * `name` is used in ride types and adjustments, `key` in our own objects, `usedField` in forms and the API,
 * `grantField` is the column of a grant, and one add-on of the type `credit` adds one.
 */
export const COUNTERS = [
  {
    name: 'lessons',
    key: 'lessons',
    label: 'Group lessons',
    usedField: 'lessonsUsed',
    grantField: 'lessons',
    credit: 'group_lesson',
  },
  {
    name: 'private_lessons',
    key: 'privateLessons',
    label: 'Private lessons',
    usedField: 'privateLessonsUsed',
    grantField: 'privateLessons',
    credit: 'private_lesson',
  },
  { name: 'hacks', key: 'hacks', label: 'Hacks', usedField: 'hacksUsed', grantField: 'hacks', credit: 'hack' },
  {
    name: 'horse_use',
    key: 'horseUse',
    label: 'Horse use',
    usedField: 'horseUseUsed',
    grantField: null,
    credit: 'horse_use',
  },
  {
    name: 'makeups',
    key: 'makeups',
    label: 'Makeups',
    usedField: 'makeupsUsed',
    grantField: 'makeupLessons',
    credit: null,
  },
] as const

type CounterRow = (typeof COUNTERS)[number]
export type CounterName = CounterRow['name']
export type CounterKey = CounterRow['key']
export type UsageField = CounterRow['usedField']

/** The counters of ride types. Makeups are used by an attendance, whatever the ride type. */
export type RideTypeCounter = Exclude<CounterName, 'makeups'>
export const RIDE_TYPE_COUNTERS = COUNTERS.filter(
  (counter): counter is Extract<CounterRow, { name: RideTypeCounter }> => counter.name !== 'makeups',
)

const rowOf = (name: CounterName): CounterRow => {
  const row = COUNTERS.find((counter) => counter.name === name)
  if (!row) throw new RangeError(`There is no counter ${name}`)
  return row
}
export const counterKey = (name: CounterName): CounterKey => rowOf(name).key
export const counterLabel = (name: CounterName): string => rowOf(name).label

/** The marks with which a ride uses its type's counter, and those with which it uses a makeup. Others use nothing. */
const USES_RIDE_TYPE_COUNTER: readonly string[] = ['present', 'absent']
const USES_MAKEUP: readonly string[] = ['makeup']

/** Returns the counter that a ride uses. A ride that was booked as a makeup uses that, present or absent. */
export function counterUsedBy(ride: {
  attendance: string | null
  counter: RideTypeCounter | null
  isMakeup: boolean
}): CounterName | null {
  if (USES_MAKEUP.includes(ride.attendance ?? '')) return 'makeups'
  if (ride.isMakeup && usesMakeup(ride.attendance)) return 'makeups'
  return USES_RIDE_TYPE_COUNTER.includes(ride.attendance ?? '') ? ride.counter : null
}
