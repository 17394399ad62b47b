import type { MakeupOfRide } from '~/models/schedule/vocabulary/ride'
import { prisma } from '~/platform/db.server'
import { fromDbDate, toDbDate } from '~/utils/dates'

/** Adds to called-off rides the makeup that replaces them. One query, and none without such a ride. */
export async function withMakeups<Of extends { riderId: string; date: string; time: string; attendance: string }>(
  rides: readonly Of[],
): Promise<(Of & { makeup?: MakeupOfRide | null })[]> {
  const off = rides.filter(({ attendance }) => attendance === 'reschedule')
  if (!off.length) return [...rides]
  const makeups = await prisma.makeup.findMany({
    where: {
      revokedAt: null,
      OR: off.map(({ riderId, date, time }) => ({ studentId: riderId, rideDate: toDbDate(date), rideTime: time })),
    },
    select: {
      studentId: true,
      rideDate: true,
      rideTime: true,
      validTo: true,
      booking: { select: { lessonDate: true } },
    },
  })
  return rides.map((ride) => {
    const made = makeups.find(
      ({ studentId, rideDate, rideTime }) =>
        studentId === ride.riderId && rideDate && fromDbDate(rideDate) === ride.date && rideTime === ride.time,
    )
    if (ride.attendance !== 'reschedule') return ride
    if (!made) return { ...ride, makeup: null }
    const bookedFor = made.booking && fromDbDate(made.booking.lessonDate)
    return { ...ride, makeup: { until: fromDbDate(made.validTo), bookedFor } }
  })
}
