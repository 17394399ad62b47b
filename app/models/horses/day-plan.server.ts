import { concernsOf, isBeyond, type RiderFacts } from '~/models/match/match'
import { factsOf, NOTHING_KNOWN } from '~/models/match/rider-facts.server'
import { lessonsOn } from '~/models/schedule/roster.server'
import { rideKey } from '~/models/schedule/week'
import { otherWorkIn } from '~/models/workload/other-work-rows.server'
import { prisma } from '~/platform/db.server'
import type { Db, Tx } from '~/platform/tx.server'
import { addDays, fromDbDate, type LocalDate, toDbDate, weekStart } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { lockHorses } from './horse-lock.server'
import { mayGoOut, type PlanHorse, type PlanRide, proposeHorses } from './horse-plan'

export interface DayRide extends PlanRide, RiderFacts {
  riderId: string
  type: string
  /** `horseId` is a proposal, not assigned yet. */
  proposed: boolean
  /** The rider is absent or rides another time: no horse is asked for. */
  away: boolean
  attendance: string
  version: string
}

export interface DayPlan {
  date: LocalDate
  /** By time. Of every lesson of the day, because horses are shared. */
  rides: DayRide[]
  horses: PlanHorse[]
}

const WISHES = 2
const DAYS_BACK = 365

/**
 * Every ride of a day with its horse, or with the rider's usual one as a proposal. `lastWeek` proposes the horse of the same
 * ride seven days before first.
 */
export async function loadDayPlan(date: LocalDate, { lastWeek = false } = {}): Promise<DayPlan> {
  const lessons = await lessonsOn(date)
  const riderIds = lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId))
  const [horses, facts, ridden, weekAgo] = await Promise.all([
    horsesOfDay(date),
    factsOf(riderIds),
    lastRidden(riderIds, date),
    lastWeek ? horsesOn(addDays(date, -7)) : new Map<string, number>(),
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
      proposed: false,
      away: attendance === 'absent' || attendance === 'reschedule',
      attendance,
      version,
      ...(facts.get(riderId) ?? NOTHING_KNOWN),
    })),
  )
  const wishes = rides
    .filter(({ away }) => !away)
    .map(({ key, riderId, time, type, ...ride }) => {
      const before = weekAgo.get(`${time} ${riderId} ${type}`)
      const wished = [...(before === undefined ? [] : [before]), ...(ridden.get(riderId) ?? [])]
      const suits = (id: number) => !horses.some((horse) => horse.id === id && concernsOf(horse, ride).some(isBeyond))
      return [key, wished.filter(suits)] as const
    })
  const proposed = proposeHorses(rides, new Map(wishes), horses)
  return {
    date,
    horses: horses.filter(({ id, isActive }) => isActive || rides.some(({ horseId }) => horseId === id)),
    rides: rides.map((ride) => {
      const horseId = proposed.get(ride.key)
      return horseId === undefined ? ride : { ...ride, horseId, proposed: true }
    }),
  }
}

/** Removed ones too: rides that they had keep them. */
export async function horsesOfDay(date: LocalDate, db: Db = prisma): Promise<PlanHorse[]> {
  const monday = weekStart(date)
  const sunday = addDays(monday, 6)
  const [horses, rides, work] = await Promise.all([
    db.horse.findMany({ orderBy: { name: 'asc' } }),
    db.horseUsage.groupBy({
      by: ['horseId'],
      where: { usageDate: { gte: toDbDate(monday), lte: toDbDate(sunday), not: toDbDate(date) } },
      _count: true,
    }),
    otherWorkIn({ from: monday, to: sunday }, undefined, db),
  ])
  const counts = new Map(rides.map(({ horseId, _count }) => [horseId, _count]))
  return horses.map((horse) => {
    const ofWeek = work.filter(({ horseId }) => horseId === horse.id)
    const ofDay = ofWeek.filter((one) => one.date === date)
    return {
      ...horse,
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
  const rows = await prisma.horseUsage.groupBy({
    by: ['studentId', 'horseId'],
    where: { studentId: { in: riderIds }, usageDate: { lt: toDbDate(date), gte: toDbDate(addDays(date, -DAYS_BACK)) } },
    _max: { usageDate: true },
  })
  const latest = rows
    .map(({ studentId, horseId, _max }) => ({
      studentId,
      horseId,
      day: _max.usageDate ? fromDbDate(_max.usageDate) : '',
    }))
    .sort((a, b) => b.day.localeCompare(a.day) || a.horseId - b.horseId)
  return new Map(
    [...new Set(riderIds)].map((riderId) => [
      riderId,
      latest
        .filter(({ studentId }) => studentId === riderId)
        .slice(0, WISHES)
        .map(({ horseId }) => horseId),
    ]),
  )
}

async function horsesOn(date: LocalDate): Promise<Map<string, number>> {
  const uses = await prisma.horseUsage.findMany({
    where: { usageDate: toDbDate(date) },
    select: { studentId: true, lessonTime: true, lessonType: true, horseId: true },
  })
  const key = (time: TimeOfDay, riderId: string, type: string) => `${time} ${riderId} ${type}`
  return new Map(uses.map((use) => [key(use.lessonTime, use.studentId, use.lessonType), use.horseId]))
}
