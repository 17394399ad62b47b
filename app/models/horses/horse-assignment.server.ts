import { displayName } from '~/models/accounts/user'
import { type OpenRide, openRide, type RideRef, refuseStale } from '~/models/attendance/open-ride.server'
import { NAME_LENGTH } from '~/models/lessons/slot.server'
import { lockHorses } from '~/models/schedule/lock.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { violates } from '~/platform/violation.server'
import { formatDay, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { takeHorse } from './horse-limit.server'

/** A lesson's time on a day. */
interface When {
  date: LocalDate
  time: TimeOfDay
  duration: number
}

/**
 * Assigns a horse to a rider's lesson, or with null takes it back. `version` is what the form has seen of the ride.
 * @returns whether anything changed.
 * @throws Refused 409 where the horse is on rest, in an overlapping lesson or beyond its limit without a reason, or somebody else has changed the ride meanwhile.
 */
export async function assignHorse(
  actorId: string,
  ref: RideRef,
  { horseId, version, overReason }: { horseId: number | null; version?: string; overReason?: string },
): Promise<boolean> {
  return refusingBusyHorse(horseId, ref, () =>
    withTx(async (tx) => {
      const ride = await openRide(tx, ref)
      if ((ride.rider.horse?.id ?? null) === horseId) return false
      await refuseStale(tx, ride, version)
      await setHorse(tx, actorId, ride, horseId, overReason)
      return true
    }),
  )
}

/** Gives an open ride its horse and writes who did it. The database refuses a horse that is in an overlapping lesson. */
export async function setHorse(
  tx: Tx,
  actorId: string,
  ride: OpenRide,
  horseId: number | null,
  reason?: string,
): Promise<void> {
  const { lesson, rider, key } = ride
  const usageDate = toDbDate(lesson.date)
  await lockHorses(
    tx,
    [rider.horse?.id, horseId].filter((id) => typeof id === 'number'),
  )
  await tx.horseUsage.deleteMany({ where: { studentId: rider.riderId, usageDate, lessonTime: lesson.time } })
  const taken = horseId === null ? null : await takeHorse(tx, horseId, lesson.date, reason)
  const horse = taken?.horse
  if (horse) {
    await tx.horseUsage.create({
      data: {
        horseId: horse.id,
        horseName: horse.name,
        usageDate,
        lessonTime: lesson.time,
        studentId: rider.riderId,
        studentName: rider.name.slice(0, NAME_LENGTH),
        lessonType: lesson.type,
        duration: lesson.duration,
        overReason: taken.overReason,
      },
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

/** Names the lesson in which the database found the horse. */
export async function refusingBusyHorse<T>(
  horseId: number | null | undefined,
  ref: RideRef,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const busy = ['horse_usage_horse_once', 'horse_usage_horse_id_usage_date_lesson_time_key'].some((name) =>
      violates(error, name),
    )
    if (!busy || horseId === null || horseId === undefined) throw error
    const uses = await horseUsesOn(ref.date)
    const other = uses.find(
      (use) =>
        use.horseId === horseId &&
        use.riderId !== ref.riderId &&
        Math.abs(minuteOfDay(use.time) - minuteOfDay(ref.time)) < use.duration,
    )
    const where = other ? `with ${other.rider} at ${formatTimeOfDay(other.time)}` : 'in another lesson at that time'
    throw new Refused(`${other?.horse ?? 'The horse'} is already ${where} on ${formatDay(ref.date)}`, 'horseId', 409)
  }
}

export interface HorseUse extends Omit<When, 'date'> {
  horseId: number
  horse: string
  riderId: string
  rider: string
}

/** Which horse is in which lesson of a day. */
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
