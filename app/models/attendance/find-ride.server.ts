import { parseRideId, type RideRef } from '~/models/schedule/ride-id'
import { prisma } from '~/platform/db.server'
import { fromDbDate } from '~/utils/dates'

/** By the API's own id or by the number of its row; null if there is none. */
export async function findRideRef(id: string): Promise<RideRef | null> {
  if (!/^\d{1,9}$/.test(id)) return parseRideId(id)
  const row = await prisma.ride.findUnique({ where: { id: Number(id) } })
  return row && { riderId: row.studentId, date: fromDbDate(row.scheduledDate), time: row.scheduledTime, type: row.type }
}
