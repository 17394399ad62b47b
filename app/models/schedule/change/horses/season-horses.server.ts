import { type Plan, seatsOf } from '~/models/schedule/season/plan'
import { readHorses } from '~/models/schedule/season/solve-with-horses.server'
import { oneMoreFor } from './week-plan.server'

/** A season's weekly rides that would have no horse within the limits of all horses, and what one more horse of each kind would add. */
export async function horsesInSeason(plan: Plan): ReturnType<typeof oneMoreFor> {
  const lessons = new Map(seatsOf(plan).map(({ seat, lesson }) => [seat.key, lesson?.key ?? null]))
  const days = (await readHorses(plan))(({ key }) => lessons.get(key) ?? null)
  return oneMoreFor(days.filter(({ rides }) => rides.length > 0))
}
