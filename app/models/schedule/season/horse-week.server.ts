import type { ReadDay } from '~/models/schedule/horses/plan/solve-day.server'
import type { RiderFacts } from '~/models/schedule/match/match'
import { factsOf, NOTHING_KNOWN } from '~/models/schedule/match/rider-facts.server'
import { type HorseRow, horseColumns } from '~/models/schedule/snapshot/horse-lock.server'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { prisma } from '~/platform/db.server'
import { dayOfWeek, firstOn, weekDays } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { lessonsBefore, type Plan, seatsOf, timesOf } from './plan'

/** What the plan of horses for a season's week is made from, a day for each weekday with rides, by the keys of the rides' lessons. */
export type HorseWeek = (lessons: ReadonlyMap<string, string | null>) => ReadDay[]

/** The horses of a season's week, as `horseWeek` takes them. */
export async function readHorseWeek(plan: Plan): Promise<HorseWeek> {
  const [horses, facts] = await Promise.all([
    prisma.$queryRaw<HorseRow[]>`SELECT ${horseColumns()} FROM horses h WHERE h.is_active ORDER BY h.name`,
    factsOf(seatsOf(plan).map(({ seat }) => seat.riderId)),
  ])
  return horseWeek(plan, horses, facts)
}

/** Above the times of all riders of a day. */
const MOVES = 1_000

/**
 * The season's first whole week from Monday to Sunday, because limits are of such weeks. A rest counts on its days of that week: one that is over
 * when the season begins does not, one without an end does. Other work and hot days are of single days, and not of a season.
 */
export function horseWeek(plan: Plan, horses: readonly HorseRow[], facts: ReadonlyMap<string, RiderFacts>): HorseWeek {
  const days = weekDays(firstOn(1, plan.season.startsOn)).map((date) => ({
    date,
    lessons: plan.week.lessons.filter((lesson) => lesson.dayOfWeek === dayOfWeek(date)),
    horses: horses.map(({ rest, ...horse }) => ({
      ...{ ...horse, onRest: restsOn({ rest }, date) },
      ...{ otherDays: 0, work: [], weekWork: 0 },
    })),
  }))
  const seats = seatsOf(plan).map(({ seat }) => seat)
  const before = lessonsBefore(plan)
  const placeOf = new Map(seats.map(({ key }, i) => [key, i]))
  const times = new Map(seats.map((seat) => [seat.key, timesOf(plan, seat).length]))
  return (lessons) => {
    // Who stays comes first, and of those who move, whoever named the fewest times.
    const orderOf = ({ key }: { key: string }) =>
      lessons.get(key) === before.get(key) ? 0 : MOVES + (times.get(key) ?? 0)
    const asked = [...lessons.keys()].flatMap((key) => placeOf.get(key) ?? []).sort((a, b) => a - b)
    const seatsIn = groupBy(
      asked.flatMap((i) => seats[i] ?? []),
      ({ key }) => lessons.get(key) ?? null,
    )
    return days.flatMap((day): ReadDay[] => {
      const rides = day.lessons.flatMap(({ key: lesson, time, type, duration }) =>
        (seatsIn.get(lesson) ?? []).map(({ key, riderId }) => ({
          ...{ key, riderId, rider: '', time, type, duration, horseId: null, savedHorseId: null, proposed: false },
          ...{ note: null, away: false, begun: false, attendance: 'scheduled', version: '' },
          ...(facts.get(riderId) ?? NOTHING_KNOWN),
        })),
      )
      if (rides.length === 0) return []
      const { date, horses } = day
      // Which horse it is, the season does not say.
      return [{ date, rides, horses, goal: 'known', knownTo: () => [], orderOf }]
    })
  }
}
