import { LEVELS, levelFits } from '~/models/vocabulary/level'
import { groupBy } from '~/utils/group-by'
import { areTogether, isBarred, type LessonToFill, type RideToPlace, timeKey } from './to-place'

/** Why a time is not the seat's. */
interface Obstacle {
  /** The further, the nearer to a spot: no lesson, level, another ride, horse, full. */
  order: number
  /** To follow `1`, and `2`. */
  one: string
  many: string
}

/** What keeps a seat of a plan from each of its choices: at the lesson that is nearest to good, if there are several. */
export function obstaclesIn(
  seats: readonly RideToPlace[],
  lessons: readonly LessonToFill[],
  given: ReadonlyMap<string, LessonToFill | null>,
): (seat: RideToPlace) => Obstacle[] {
  const seatsOf = groupBy(seats, ({ riderId }) => riderId)
  const atTime = groupBy(lessons, timeKey)
  return (seat) => {
    const others = (seatsOf.get(seat.riderId) ?? []).filter(({ key }) => key !== seat.key)
    const rides = others.flatMap(({ key }) => given.get(key) ?? [])
    return seat.choices
      .map((choice) => {
        const there = (atTime.get(timeKey(choice)) ?? []).filter(({ type }) => type === seat.type)
        return obstacleOf(seat, there, rides)
      })
      .sort((a, b) => a.order - b.order)
  }
}

/** What keeps a seat from the lessons of its type at a time, beside other rides of its rider. */
function obstacleOf(seat: RideToPlace, there: readonly LessonToFill[], rides: readonly LessonToFill[]): Obstacle {
  const fitting = there.filter(({ level }) => levelFits(level, seat.level) === 'fits')
  const free = fitting.filter((lesson) => !rides.some((ride) => areTogether(ride, lesson)))
  const labels = LEVELS.filter(({ name }) => there.some(({ level }) => level === name)).map(({ label }) => label)
  const spots = free.reduce((sum, { capacity }) => sum + capacity, 0)
  const tail = seat.choices.length > 1 ? '' : `: ${spots === 1 ? 'one spot' : `${spots} spots`}`
  if (free.length > 0 && free.every((lesson) => isBarred(seat, lesson))) {
    return { order: 3, one: 'has no horse left', many: 'have no horse left' }
  }
  if (free.length > 0) return { order: 4, one: `is full${tail}`, many: 'are full' }
  if (fitting.length > 0) {
    return { order: 2, one: 'overlaps another ride of this rider', many: 'overlap another ride of this rider' }
  }
  const levels = `for ${labels.join(' or ')} riders`
  if (there.length > 0) return { order: 1, one: `is ${levels}`, many: `are ${levels}` }
  return { order: 0, one: `has no ${seat.type}`, many: `have no ${seat.type}` }
}

/** `Of 3 times, 1 has no Group Lesson, 1 is for Beginner riders and 1 is full`. */
export function sayWhy({ level, type }: RideToPlace, obstacles: readonly Obstacle[]): string {
  const [first] = obstacles
  if (!first) return 'No time was named'
  const count = obstacles.length
  const groups = [...groupBy(obstacles, ({ one }) => one).values()]
  const parts = groups.map((group) => `${group.length} ${group.length === 1 ? group[0]?.one : group[0]?.many}`)
  const isMissing = level === null && obstacles.some(({ order }) => order === 1)
  const tail = isMissing ? ', and this rider’s level is not set' : ''
  if (count === 1) return `The one time ${first.one}${tail}`
  if (groups.length > 1) return `Of ${count} times, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}${tail}`
  if (first.order === 0) return `None of the ${count} times has ${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type}`
  return `${count === 2 ? 'Both' : `All ${count}`} times ${first.many}${tail}`
}
