import { factsOf, NOTHING_KNOWN } from '~/models/schedule/match/rider-facts.server'
import { type HorseRow, horseColumns, lockHorses } from '~/models/schedule/snapshot/horse-lock.server'
import { isToCome } from '~/models/schedule/vocabulary/ahead.server'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { baseTypeOf } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { rideKey } from '~/models/schedule/week/week'
import { otherWorkIn } from '~/models/schedule/workload/other-work-rows.server'
import { isAway } from '~/models/vocabulary/away'
import { prisma } from '~/platform/db.server'
import type { Db, Tx } from '~/platform/tx.server'
import { addDays, type LocalDate, toDbDate, weekStart } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import type { TimeOfDay } from '~/utils/time-of-day'
import { findFirstGoal } from './first-goal.server'
import { mayGoOut, type PlanHorse, type PlanRide } from './horse-plan'
import { type DayPlan, type DayRide, type Proposing, type ReadDay, solveDay } from './solve-day.server'
import { goodWith } from './suitable'

/** Some rides of a day, and the others that have a horse, since horses are shared. */
export interface ShownPlan extends DayPlan {
  others: PlanRide[]
}

/** Horses that a rider knows: the last ones ridden within a year. */
const MOST_KNOWN = 5
const DAYS_BACK = 365

/** Every ride of a day with its horse, or with the rider's usual one as a proposal. */
export const loadDayPlan = async (date: LocalDate, proposing: Proposing = {}): Promise<DayPlan> =>
  (await solveDay(await readDay(date, proposing), proposing)).explained()

/** What a day's plan is made from. */
export async function readDay(
  date: LocalDate,
  { lastWeek = false, insteadOf, change = insteadOf !== undefined }: Proposing = {},
): Promise<ReadDay> {
  const lessons = await lessonsOn(date)
  const riders = lessons.flatMap((lesson) => lesson.riders)
  const isAsked = (horseId: number | null) => horseId === (insteadOf ?? null)
  const [goal, horses, facts, ridden, hadBefore] = await Promise.all([
    findFirstGoal(),
    horsesOfDay(date),
    factsOf(riders.map(({ riderId }) => riderId)),
    lastRidden(
      riders
        .filter((rider) => (isAsked(rider.horse?.id ?? null) || change) && !isAway(rider))
        .map(({ riderId }) => riderId),
      date,
    ),
    lastWeek ? horsesOn(addDays(date, -7)) : () => undefined,
  ])
  const rides = lessons.flatMap(({ time, type, duration, riders }) =>
    riders.map(({ riderId, name, horse, attendance, version }) => ({
      key: rideKey({ date, time, riderId }),
      riderId,
      rider: name,
      time,
      type,
      duration,
      horseId: horse?.id ?? null,
      savedHorseId: horse?.id ?? null,
      proposed: false,
      note: null,
      away: isAway({ attendance }),
      begun: !isToCome({ date, time }),
      attendance,
      version,
      ...(facts.get(riderId) ?? NOTHING_KNOWN),
    })),
  )
  const knownTo = (ride: DayRide) => {
    const { riderId, wishes } = ride
    const before = hadBefore(ride)
    const known = ridden.get(riderId) ?? []
    const good = goodWith({ wishes })
    const wished = [...known.filter((id) => good.includes(id)), ...good]
    return [...new Set([...(before === undefined ? [] : [before]), ...wished, ...known])]
  }
  return { date, rides, horses, goal, knownTo, hadBefore, lastOf: ({ riderId }) => ridden.get(riderId)?.[0] }
}

/** Its lessons in parts of whole lessons, with so many rides a part at most if no lesson has more. */
export function partsOfPlan({ rides }: DayPlan, most: number): DayRide[][] {
  const parts: DayRide[][] = []
  for (const lesson of groupBy(rides, slotKeyOf).values()) {
    const last = parts.at(-1)
    if (last && last.length + lesson.length <= most) last.push(...lesson)
    else parts.push([...lesson])
  }
  return parts
}

const slotKeyOf = ({ time, type }: DayRide) => `${time} ${type}`

/** These rides of a plan. */
export function partOfPlan(plan: DayPlan, shown: readonly DayRide[]): ShownPlan {
  const keys = new Set(shown.map(({ key }) => key))
  return {
    ...plan,
    rides: plan.rides.filter(({ key }) => keys.has(key)),
    others: plan.rides.flatMap(({ key, rider, time, duration, horseId, proposed }) =>
      keys.has(key) || proposed || horseId === null ? [] : [{ key, rider, time, duration, horseId }],
    ),
  }
}

/** Removed ones too: rides that they had keep them. `fewer`: as if the day were hot by so many rides. */
export async function horsesOfDay(date: LocalDate, db: Db = prisma, fewer?: number): Promise<PlanHorse[]> {
  const monday = weekStart(date)
  const sunday = addDays(monday, 6)
  const [horses, rides, work] = await Promise.all([
    db.$queryRaw<HorseRow[]>`SELECT ${horseColumns(date, fewer)} FROM horses h ORDER BY h.name`,
    db.horseUsage.groupBy({
      by: ['horseId'],
      where: { usageDate: { gte: toDbDate(monday), lte: toDbDate(sunday), not: toDbDate(date) } },
      _count: true,
    }),
    otherWorkIn({ from: monday, to: sunday }, undefined, db),
  ])
  const counts = new Map(rides.map(({ horseId, _count }) => [horseId, _count]))
  return horses.map(({ rest, ...horse }) => {
    const ofWeek = work.filter(({ horseId }) => horseId === horse.id)
    const ofDay = ofWeek.filter((one) => one.date === date)
    return {
      ...horse,
      onRest: restsOn({ rest }, date),
      otherDays: (counts.get(horse.id) ?? 0) + ofWeek.length - ofDay.length,
      work: ofDay.map(({ time, duration, kind }) => ({ time, duration, kind })),
      weekWork: ofWeek.length,
    }
  })
}

/** Whether rest and limits let each of these horses go out so many days later instead. */
export async function horsesThatMayGo(
  tx: Tx,
  uses: readonly { horseId: number; date: LocalDate }[],
  days: number,
  ridesOn: (horseId: number, date: LocalDate) => number,
): Promise<(horseId: number, date: LocalDate) => boolean> {
  const may = new Set<string>()
  await lockHorses(
    tx,
    uses.map(({ horseId }) => horseId),
  )
  for (const date of new Set(uses.map((use) => use.date))) {
    const to = addDays(date, days)
    const horses = await horsesOfDay(to, tx)
    // In the same week the ride that is left is among those of its other days.
    const left = weekStart(to) === weekStart(date) ? 1 : 0
    for (const { horseId } of uses.filter((use) => use.date === date)) {
      const horse = horses.find(({ id }) => id === horseId)
      if (horse && mayGoOut({ ...horse, otherDays: horse.otherDays - left }, ridesOn(horseId, to))) {
        may.add(`${horseId} ${to}`)
      }
    }
  }
  return (horseId, date) => may.has(`${horseId} ${date}`)
}

/** The horses that each rider had last before a day, the latest first. */
async function lastRidden(riderIds: string[], date: LocalDate): Promise<Map<string, number[]>> {
  const rows = await prisma.$queryRaw<{ riderId: string; horses: number[] }[]>`
    SELECT student_id AS "riderId", array_agg(horse_id ORDER BY place)::integer[] AS horses FROM (
      SELECT student_id, horse_id, row_number() OVER (PARTITION BY student_id ORDER BY max(usage_date) DESC, horse_id) AS place
      FROM horse_usage WHERE student_id = ANY(${riderIds}) AND usage_date < ${date}::date AND usage_date >= ${addDays(date, -DAYS_BACK)}::date
      GROUP BY student_id, horse_id
    ) ridden WHERE place <= ${MOST_KNOWN} GROUP BY student_id`
  return new Map(rows.map(({ riderId, horses }) => [riderId, horses]))
}

/** Returns the horse that a rider had at a time of that day, in a lesson of one kind. */
async function horsesOn(
  date: LocalDate,
): Promise<(ride: Pick<DayRide, 'time' | 'riderId' | 'type'>) => number | undefined> {
  const [uses, bases] = await Promise.all([
    prisma.horseUsage.findMany({
      where: { usageDate: toDbDate(date) },
      select: { studentId: true, lessonTime: true, lessonType: true, horseId: true },
    }),
    readBaseTypes(),
  ])
  const key = (time: TimeOfDay, riderId: string, type: string) => `${time} ${riderId} ${baseTypeOf(bases, type)}`
  const horses = new Map(uses.map((use) => [key(use.lessonTime, use.studentId, use.lessonType), use.horseId]))
  return ({ time, riderId, type }) => horses.get(key(time, riderId, type))
}
