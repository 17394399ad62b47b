import { parseRideId } from '~/models/schedule/ride-id'
import { isMarked, type Slot } from '~/models/schedule/week'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { formatDay, fromDbDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { attendanceLabel } from './attendance'
import type { RideRef } from './locked-ride.server'

/** Clears attendance and horse of rides that do not take place. */
export async function clearRides(tx: Tx, { date, time }: Slot, riderIds: readonly string[]): Promise<void> {
  const ids = [...riderIds]
  await tx.ride.updateMany({
    where: { scheduledDate: toDbDate(date), scheduledTime: time, studentId: { in: ids } },
    data: { attendance: 'scheduled', status: 'canceled' },
  })
  await tx.horseUsage.deleteMany({ where: { usageDate: toDbDate(date), lessonTime: time, studentId: { in: ids } } })
}

/** @throws Refused 409 if a ride on the slot's day or later is recorded, which the change would hide. */
export async function refuseMarkedRides(tx: Tx, { date, time, type }: Slot, riderId?: string): Promise<void> {
  const from = toDbDate(date)
  const theirs = riderId === undefined ? {} : { studentId: riderId }
  const rides = await tx.ride.findMany({
    where: { scheduledDate: { gte: from }, scheduledTime: time, type, ...theirs },
    orderBy: { scheduledDate: 'desc' },
    select: { scheduledDate: true, attendance: true },
  })
  const marked = rides.find((ride) => isMarked(ride.attendance) && ride.scheduledDate.getUTCDay() === from.getUTCDay())
  if (marked) {
    const day = formatDay(fromDbDate(marked.scheduledDate))
    throw new Refused(
      `The ride at ${formatTimeOfDay(time)} on ${day} is marked ${attendanceLabel(marked.attendance)}. ` +
        'Choose a later date, or set that ride back to Scheduled first.',
      undefined,
      409,
    )
  }
}

export async function freeHorses(tx: Tx, { date, time, type }: Slot, riderId?: string): Promise<void> {
  const from = toDbDate(date)
  const theirs = riderId === undefined ? {} : { studentId: riderId }
  const horses = await tx.horseUsage.findMany({
    where: { usageDate: { gte: from }, lessonTime: time, lessonType: type, ...theirs },
    select: { id: true, usageDate: true },
  })
  const ids = horses.filter((row) => row.usageDate.getUTCDay() === from.getUTCDay()).map((row) => row.id)
  await tx.horseUsage.deleteMany({ where: { id: { in: ids } } })
}

/** By the API's own id or by the number of its row; null if there is none. */
export async function findRideRef(id: string): Promise<RideRef | null> {
  if (!/^\d{1,9}$/.test(id)) return parseRideId(id)
  const row = await prisma.ride.findUnique({ where: { id: Number(id) } })
  return row && { riderId: row.studentId, date: fromDbDate(row.scheduledDate), time: row.scheduledTime, type: row.type }
}
