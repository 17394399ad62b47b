import { mayHave, sayObstacles } from '~/models/schedule/horses/plan/horse-plan'
import type { DayPlan, DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { suits } from '~/models/schedule/match/match'
import { groupBy } from '~/utils/group-by'
import type { HorseWeek } from './horse-week.server'

/** A ride of a planned day. */
interface PlannedRide {
  ride: DayRide
  day: DayPlan
}

/** The rides of planned days that have no horse, though one of the school suits their rider. */
export function ridesWithout(days: readonly DayPlan[]): PlannedRide[] {
  return days.flatMap((day) => {
    const rides = day.rides.filter((ride) => ride.horseId === null && day.horses.some((horse) => suits(horse, ride)))
    return rides.map((ride) => ({ ride, day }))
  })
}

/**
 * Of the other rides of a week, so many at most that would leave their lesson for one without a horse: first those whose horse is free for this
 * one without them, then those of its day, then all others.
 */
export function rivalsOf(
  days: readonly DayPlan[],
): (one: PlannedRide, others: readonly PlannedRide[], most: number) => DayRide[] {
  const horsesOf = new Map(days.map((day) => [day, new Map(day.horses.map((horse) => [horse.id, horse]))]))
  const ridesOf = new Map(days.map((day) => [day, groupBy(day.rides, ({ horseId }) => horseId)]))
  return ({ ride, day }, others, most) => {
    const frees = ({ ride: other, day: { date } }: PlannedRide): boolean => {
      const horse = other.horseId === null ? undefined : horsesOf.get(day)?.get(other.horseId)
      if (!horse || date > day.date || !suits(horse, ride)) return false
      const theirs = ridesOf.get(day)?.get(horse.id) ?? []
      if (date < day.date) return mayHave({ ...horse, otherDays: horse.otherDays - 1 }, ride, theirs)
      return mayHave(
        horse,
        ride,
        theirs.filter((one) => one !== other),
      )
    }
    const found = new Set<PlannedRide>()
    for (const isNext of [frees, (other: PlannedRide) => other.day === day, () => true])
      for (const other of others) {
        if (found.size >= most) break
        if (!found.has(other) && isNext(other)) found.add(other)
      }
    return [...found].map((one) => one.ride)
  }
}

/**
 * Says why no horse is free for a ride in a lesson, beside the other rides of planned days: `of 6, 2 do not suit, 4 are out at that time`; null if
 * one is.
 */
export function horsesBeside(
  days: readonly DayPlan[],
  horseWeek: HorseWeek,
): (rideKey: string, lesson: string) => string | null {
  const outings = groupBy(
    days.flatMap(({ date, rides }) => rides.map(({ key, horseId }) => ({ date, key, horseId }))),
    ({ horseId }) => horseId,
  )
  const byDate = new Map(days.map((day) => [day.date, day.rides]))
  return (rideKey, lesson) => {
    const [read] = horseWeek(new Map([[rideKey, lesson]]))
    const ride = read?.rides[0]
    if (!read || !ride) return null
    const { date, horses } = read
    const isOtherDay = (one: { date: string; key: string }) => one.date !== date && one.key !== rideKey
    const asPlanned = horses.map((horse) => ({
      ...horse,
      otherDays: (outings.get(horse.id) ?? []).filter(isOtherDay).length,
    }))
    const fits = new Set(horses.filter((horse) => suits(horse, ride)).map(({ id }) => id))
    const onDay = byDate.get(date) ?? []
    return sayObstacles(
      ride,
      fits,
      asPlanned,
      onDay.filter(({ key }) => key !== rideKey),
    )
  }
}
