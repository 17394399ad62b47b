import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Undone } from '~/models/schedule/change/undo.server'
import { FIRST_RANK } from '~/models/schedule/horses/plan/best-horses'
import { horsesOfDay, partOfPlan, readDay, type ShownPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { limitOf, type PlanHorse, sayNone } from '~/models/schedule/horses/plan/horse-plan'
import type { RestPlanForm } from '~/models/schedule/horses/plan/horse-plan.schema'
import type { DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { suitableFor } from '~/models/schedule/horses/plan/suitable'
import { horsesInstead } from '~/models/schedule/horses/rest/instead-of'
import { refuseOlder } from '~/models/schedule/lessons/decide/older-plan'
import { lockWeek, lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import { askedAhead } from '~/models/schedule/vocabulary/ahead.server'
import { describeLessonChange } from '~/models/schedule/week/lesson-changes'
import { fewerOn } from '~/models/schedule/workload/hot-days.server'
import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { dayOfWeek, formatDay, type LocalDate, toDbDate } from '~/utils/dates'
import { refuseUndone, undoRides } from './rest-horse.server'
import { factsOfDay } from './rest-plan.server'
import { assignHorsesOnDays } from './set-horses.server'

const action = 'horse.hot'

interface HotPlan {
  date: LocalDate
  /** The number of rides to take off each horse's limit, and the number taken off so far. */
  fewer: number
  saved: number
  /** The rides that change horses or lose theirs. */
  day: ShownPlan
  /** The horses that go out too often then all the same: with rides that have begun, or other work. */
  over: string[]
  /** What the plan was made from. */
  version: string
}

/** Which rides of a day lose their horse, or get another, if each horse goes out so many times less. @throws Refused if the day is over. */
export async function loadHotPlan(date: LocalDate, fewer: number): Promise<HotPlan> {
  refusePast(date)
  const [read, saved, horses, usual] = await Promise.all([
    readDay(date, { change: true }),
    fewerOn(date),
    horsesOfDay(date, prisma, fewer),
    prisma.horse.findMany({ select: { id: true, dayLimit: true } }),
  ])
  const ridesOf = ({ id }: PlanHorse) => read.rides.filter((ride) => ride.horseId === id && !ride.away)
  const isOver = (horse: PlanHorse) => limitOf(horse, ridesOf(horse).length - 1)?.span === 'that day'
  const isLower = ({ id, dayLimit }: PlanHorse) => usual.some((horse) => horse.id === id && dayLimit < horse.dayLimit)
  // What a hot day has left beyond its limit comes again.
  const tired = fewer >= saved ? horses.filter((horse) => isLower(horse) && isOver(horse)) : []
  const isTired = (id: number | null) => tired.some((horse) => horse.id === id)
  // A reason that was given to go beyond the limit of the week stands.
  const planned = horses.map((horse) => {
    const inWeek = horse.otherDays + horse.work.length + ridesOf(horse).length
    return isTired(horse.id) && horse.weekLimit > 0 ? { ...horse, weekLimit: Math.max(horse.weekLimit, inWeek) } : horse
  })
  const mayChange = (ride: DayRide) =>
    ride.horseId !== null && !ride.away && !ride.begun && ride.attendance === 'scheduled'
  const isOpen = (ride: DayRide) => mayChange(ride) && isTired(ride.horseId)
  const suitable = new Map(
    read.rides
      .filter((ride) => isOpen(ride) || (mayChange(ride) && askedAhead({ date, time: ride.time }) !== null))
      .map((ride) => {
        const others = suitableFor(ride, planned, read.knownTo(ride)).filter(({ horseId }) => horseId !== ride.horseId)
        // It keeps its own horse if it can.
        const own = { horseId: ride.horseId as number, rank: 0 }
        return [ride.key, [own, ...others.map((one) => ({ ...one, rank: FIRST_RANK[read.goal] + one.rank }))]]
      }),
  )
  const open = read.rides.map((ride) => (isOpen(ride) ? { ...ride, horseId: null } : ride))
  const given = tired.length > 0 ? await horsesInstead(open, suitable, planned, read.goal) : new Map<string, number>()
  const after = open.map((ride) => ({ ...ride, horseId: given.get(ride.key) ?? ride.horseId }))
  const offered = planned.filter(({ isActive }) => isActive)
  const nameOf = (id: number | null) => horses.find((horse) => horse.id === id)?.name
  const changed = read.rides.flatMap((ride, i): DayRide[] => {
    const horseId = after[i]?.horseId ?? null
    if (horseId === ride.horseId) return []
    const fits = new Set(suitable.get(ride.key)?.map((one) => one.horseId))
    const why = horseId === null && sayNone(ride, fits, offered, after)
    const from = `Changes from ${nameOf(ride.horseId)}${isOpen(ride) ? '' : ', so that more riders have a horse'}`
    return [{ ...ride, horseId, proposed: true, note: why ? `Loses ${nameOf(ride.horseId)}. ${why}` : from }]
  })
  const keys = new Set(changed.map(({ key }) => key))
  const kept = after.filter(({ key }) => !keys.has(key))
  return {
    ...{ date, fewer, saved },
    day: partOfPlan(
      {
        ...{ date, horses: planned, goal: read.goal, isMost: false, isBest: false },
        rides: read.rides.map((ride) => changed.find(({ key }) => key === ride.key) ?? ride),
      },
      changed,
    ),
    over: tired
      .filter((horse) => {
        const rides = [...kept, ...changed].filter((ride) => ride.horseId === horse.id && !ride.away)
        return limitOf(horse, rides.length - 1)?.span === 'that day'
      })
      .map(({ name }) => name),
    version: await hotVersion(date, prisma),
  }
}

function refusePast(date: LocalDate): void {
  if (date < today()) throw new Refused('date_out_of_range', 'This day is over', 'date')
}

const hotVersion = async (date: LocalDate, db: Db) =>
  createHash('sha256')
    .update(await factsOfDay(date, db))
    .digest('base64url')

const writeHot = (tx: Tx, date: LocalDate, fewer: number) => {
  const where = { date: toDbDate(date) }
  return fewer > 0
    ? tx.hotDay.upsert({ where, create: { ...where, fewer }, update: { fewer } })
    : tx.hotDay.deleteMany({ where })
}

/**
 * Makes a day hot, or with 0 as any other, and changes the horses of its rides, in one change.
 * @returns how many rides changed, and the line of the log, by which it can be undone.
 * @throws Refused if the day is over, or as `refuseOlder` and `assignHorsesOnDays`.
 */
export const saveHotDay = (
  actorId: string,
  date: LocalDate,
  fewer: number,
  { days, overReason, version }: RestPlanForm,
): Promise<{ assigned: number; changes: number[] }> =>
  withTx(async (tx) => {
    refusePast(date)
    await lockWeekdays(tx, [dayOfWeek(date)])
    refuseOlder(version, await hotVersion(date, tx))
    const from = await fewerOn(date, tx)
    await writeHot(tx, date, fewer)
    const ofDay = days.filter((day) => day.date === date)
    const { assigned, changes } = await assignHorsesOnDays(actorId, ofDay, overReason, { kept: true })
    const detail = { from, to: fewer, changes }
    return { assigned, changes: [await audit(tx, { actorId, action, entity: 'horse', entityId: date, detail })] }
  })

const lineSchema = z.object({ from: z.number(), to: z.number(), changes: z.array(z.number()) })

/**
 * Puts the limits of a hot day back as they were, and the horses that changed with them, also if the limits are back already. Its own line of the log can be undone as well.
 * @throws Refused 404 if the log does not know it; 409 if the day was changed since.
 */
export const undoHotDay = (actorId: string, line: number): Promise<Undone & { changes: number[] }> =>
  withTx(async (tx) => {
    const entry = await tx.auditEntry.findFirst({ where: { id: line, action } })
    if (!entry) throw notFound('This change is too old to undo')
    const { entityId } = entry
    const { from, to, changes } = lineSchema.parse(entry.detail)
    await lockWeek(tx)
    await refuseUndone(tx, action, line)
    const fewer = await fewerOn(entityId, tx)
    if (fewer !== to && fewer !== from) {
      throw new Outdated(`Someone has changed ${formatDay(entityId)} since. Nothing was undone.`)
    }
    if (fewer !== from) await writeHot(tx, entityId, from)
    const rides = await undoRides(tx, actorId, changes)
    const what = [describeLessonChange({ action, entityId, detail: { from, to, changes } }, today())]
    const detail = { from: fewer, to: from, changes: rides?.changes ?? [], of: [line], what }
    const undone = await audit(tx, { actorId, action, entity: 'horse', entityId, detail })
    return { what, kept: rides?.kept ?? 0, off: rides?.off ?? [], day: entityId, changes: [undone] }
  })
