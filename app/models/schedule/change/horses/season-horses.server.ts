import type { HorseWeek } from '~/models/schedule/season/horse-week.server'
import { type Plan, seatsOf } from '~/models/schedule/season/plan'
import { oneMoreFor } from './week-plan.server'

/** A season's weekly rides that would have no horse within the limits of all horses, and what one more horse of each kind would add. */
export const horsesInSeason = (plan: Plan, horseWeek: HorseWeek): ReturnType<typeof oneMoreFor> =>
  oneMoreFor(horseWeek(new Map(seatsOf(plan).map(({ seat, lesson }) => [seat.key, lesson?.key ?? null]))))
