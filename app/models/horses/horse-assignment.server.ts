import { displayName } from '~/models/accounts/user'
import { type LockedRide, lockRide, type RideRef, refuseStale } from '~/models/attendance/locked-ride.server'
import { NAME_LENGTH } from '~/models/lessons/slot.server'
import { overlaps } from '~/models/schedule/overlap'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { violates } from '~/platform/violation.server'
import { formatDay, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { checkLimits } from './horse-limit.server'
import { lockHorses } from './horse-lock.server'

/**
 * Null frees the horse. Returns true if that changed anything.
 * @throws Refused 409 if the horse is on rest, busy or beyond its limit without a reason, or the ride changed since
 * `version`.
 */
export async function assignHorse(
  actorId: string,
  ref: RideRef,
  { horseId, version, overReason }: { horseId: number | null; version?: string; overReason?: string },
): Promise<boolean> {
  return translateBusyHorse(() =>
    withTx(async (tx) => {
      const ride = await lockRide(tx, ref)
      if ((ride.rider.horse?.id ?? null) === horseId) return false
      await refuseStale(tx, ride, version)
      await setHorse(tx, actorId, ride, horseId, overReason)
      return true
    }),
  )
}

class HorseBusy extends Error {
  constructor(
    readonly horseId: number,
    readonly ride: LockedRide,
  ) {
    super('The horse is in an overlapping lesson')
  }
}

const BUSY = ['horse_usage_horse_once', 'horse_usage_horse_id_usage_date_lesson_time_key']

/** The database refuses a horse in an overlapping lesson; `translateBusyHorse` outside the transaction names it. */
export async function setHorse(
  tx: Tx,
  actorId: string,
  ride: LockedRide,
  horseId: number | null,
  reason?: string,
): Promise<void> {
  const { lesson, rider, key } = ride
  const usageDate = toDbDate(lesson.date)
  const locked = await lockHorses(
    tx,
    [rider.horse?.id, horseId].filter((id) => typeof id === 'number'),
  )
  await tx.horseUsage.deleteMany({ where: { studentId: rider.riderId, usageDate, lessonTime: lesson.time } })
  const chosen = locked.find(({ id }) => id === horseId)
  const taken = horseId === null ? null : await checkLimits(tx, chosen, lesson.date, reason)
  const horse = taken?.horse
  if (horse) {
    const data = {
      horseId: horse.id,
      horseName: horse.name,
      usageDate,
      lessonTime: lesson.time,
      studentId: rider.riderId,
      studentName: rider.name.slice(0, NAME_LENGTH),
      lessonType: lesson.type,
      duration: lesson.duration,
      overReason: taken.overReason,
    }
    await tx.horseUsage.create({ data }).catch((error) => {
      throw BUSY.some((name) => violates(error, name)) ? new HorseBusy(horse.id, ride) : error
    })
  }
  const detail = {
    name: rider.name,
    type: lesson.type,
    from: rider.horse?.name ?? null,
    to: horse?.name ?? null,
    reason: taken?.overReason ?? null,
  }
  await audit(tx, { actorId, action: 'ride.horse', entity: 'ride', entityId: key, detail })
}

/** Turns `HorseBusy` into a refusal that names the other lesson. */
export async function translateBusyHorse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HorseBusy)) throw error
    const { lesson, rider } = error.ride
    const uses = await horseUsesOn(lesson.date)
    const other = uses.find(
      (use) => use.horseId === error.horseId && use.riderId !== rider.riderId && overlaps(use, lesson),
    )
    const where = other ? `with ${other.rider} at ${formatTimeOfDay(other.time)}` : 'in another lesson at that time'
    throw new Refused(`${other?.horse ?? 'The horse'} is already ${where} on ${formatDay(lesson.date)}`, 'horseId', 409)
  }
}

export interface HorseUse {
  time: TimeOfDay
  duration: number
  horseId: number
  horse: string
  riderId: string
  rider: string
}

export async function horseUsesOn(date: LocalDate): Promise<HorseUse[]> {
  const rows = await prisma.horseUsage.findMany({
    where: { usageDate: toDbDate(date) },
    select: {
      horseId: true,
      lessonTime: true,
      duration: true,
      studentId: true,
      horse: { select: { name: true } },
      student: { select: { firstName: true, lastName: true, email: true } },
    },
    orderBy: { lessonTime: 'asc' },
  })
  return rows.map((row) => ({
    horseId: row.horseId,
    horse: row.horse.name,
    riderId: row.studentId,
    rider: displayName(row.student),
    time: row.lessonTime,
    duration: row.duration,
  }))
}
