import { parseRideId, type RideRef } from '~/models/schedule/ride-id'
import { prisma } from '~/platform/db.server'
import { fromDbDate } from '~/utils/dates'

/** Finds a ride by the API's own ID or by its row's; null if there is none. */
export async function findRideRef(id: string): Promise<RideRef | null> {
  if (!/^\d{1,9}$/.test(id)) return parseRideId(id)
  const row = await prisma.ride.findUnique({ where: { id: Number(id) } })
  return row && { riderId: row.studentId, date: fromDbDate(row.scheduledDate), time: row.scheduledTime, type: row.type }
}
