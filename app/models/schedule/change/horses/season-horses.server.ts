import { horsesOfDay, type ReadDay } from '~/models/schedule/horses/plan/day-plan.server'
import { findFirstGoal } from '~/models/schedule/horses/plan/first-goal.server'
import { factsOf, NOTHING_KNOWN } from '~/models/schedule/match/rider-facts.server'
import type { Plan } from '~/models/schedule/season/plan'
import { rideKey } from '~/models/schedule/week/week'
import { addDays, firstOn } from '~/utils/dates'
import { oneMoreFor } from './week-plan.server'

/** A week of the season's own, in which each horse rests, works and is limited as usual: some weeks on, when nothing is planned by hand yet. */
const WEEKS_ON = 4

/** A season's weekly rides that would have no horse within the limits of all horses, and what one more horse of each kind would add. */
export async function horsesInSeason({
  week,
  season: { startsOn },
}: Plan): Promise<Awaited<ReturnType<typeof oneMoreFor>>> {
  const [goal, facts] = await Promise.all([
    findFirstGoal(),
    factsOf(week.lessons.flatMap(({ seats }) => seats.map(({ riderId }) => riderId))),
  ])
  const read: ReadDay[] = []
  for (const weekday of [1, 2, 3, 4, 5, 6, 0]) {
    const lessons = week.lessons.filter(({ dayOfWeek, seats }) => dayOfWeek === weekday && seats.length > 0)
    if (lessons.length === 0) continue
    const date = addDays(firstOn(weekday, startsOn), 7 * WEEKS_ON)
    const rides = lessons.flatMap(({ time, type, duration, seats }) =>
      seats.map(({ riderId }) => ({
        ...{ key: rideKey({ date, time, riderId }), riderId, rider: '', time, type, duration },
        ...{ horseId: null, savedHorseId: null, proposed: false, note: null, away: false, begun: false },
        ...{ attendance: 'scheduled', version: '' },
        ...(facts.get(riderId) ?? NOTHING_KNOWN),
      })),
    )
    const horses = (await horsesOfDay(date)).map((horse) => ({ ...horse, otherDays: 0, work: [], weekWork: 0 }))
    read.push({ date, rides, horses, goal, knownTo: () => [] })
  }
  return oneMoreFor(read)
}
