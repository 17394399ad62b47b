import { displayName } from '~/models/accounts/user'
import { changeRides } from '~/models/attendance/change-rides.server'
import type { RideRef } from '~/models/schedule/ride-id'
import { prisma } from '~/platform/db.server'
import { type LocalDate, toDbDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/**
 * Null frees the horse. Returns the lines of the log, by which it can be undone; none if nothing changed.
 * @throws Refused 409 if the horse is on rest, busy or beyond its limit without a reason, or the ride changed since
 * `version`.
 */
export async function assignHorse(
  actorId: string,
  { date, ...ride }: RideRef,
  choice: { horseId: number | null; version?: string; overReason?: string },
): Promise<{ changes: number[] }> {
  const { changes } = await changeRides(actorId, date, [{ ...ride, ...choice }])
  return { changes }
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
