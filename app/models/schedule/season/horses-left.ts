import { mayHave, sayObstacles } from '~/models/schedule/horses/plan/horse-plan'
import type { DayPlan, DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { suits } from '~/models/schedule/match/match'
import { groupBy } from '~/utils/group-by'
import type { HorseWeek } from './horse-week.server'

/** The rides of planned days that have no horse, though one of the school suits their rider. */
export function ridesWithout(days: readonly DayPlan[]): { ride: DayRide; day: DayPlan }[] {
  return days.flatMap((day) => {
    const rides = day.rides.filter((ride) => ride.horseId === null && day.horses.some((horse) => suits(horse, ride)))
    return rides.map((ride) => ({ ride, day }))
  })
}

/** All other rides of the week: first those whose horse is free for this one without them, then the others of its day. */
export function rivalsOf(ride: DayRide, day: DayPlan, days: readonly DayPlan[]): DayRide[] {
  const frees = (other: DayRide, { date }: DayPlan): boolean => {
    const horse = day.horses.find(({ id }) => id === other.horseId)
    if (!horse || !suits(horse, ride) || date > day.date) return false
    if (date < day.date) return mayHave({ ...horse, otherDays: horse.otherDays - 1 }, ride, day.rides)
    return mayHave(
      horse,
      ride,
      day.rides.filter((one) => one !== other),
    )
  }
  const order = (other: DayRide, of: DayPlan) => (frees(other, of) ? 0 : of === day ? 1 : 2)
  return days
    .flatMap((of) => of.rides.map((other) => ({ other, order: order(other, of) })))
    .sort((a, b) => a.order - b.order)
    .map(({ other }) => other)
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
    const onDay = days.find((day) => day.date === date)?.rides ?? []
    return sayObstacles(
      ride,
      fits,
      asPlanned,
      onDay.filter(({ key }) => key !== rideKey),
    )
  }
}
