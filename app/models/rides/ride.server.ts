import { loadRoster, type Roster } from '~/models/schedule/roster.server'
import { isMarked } from '~/models/schedule/week'
import { addMonths, type LocalDate } from '~/utils/dates'
import { filterRides, NO_INSTRUCTOR, type Ride, type RideFilters } from './ride'

export type { Ride }

const MONTHS_AHEAD = 3

export const lastDayAhead = (today: LocalDate): LocalDate => addMonths(today, MONTHS_AHEAD)

export const ridesOf = ({ days }: Pick<Roster, 'days'>, riderId: string): Ride[] =>
  days.flatMap(({ lessons }) =>
    lessons.flatMap(({ date, time, type, duration, instructor, riders }) =>
      riders
        .filter((rider) => rider.riderId === riderId)
        .map((rider) => ({
          date,
          time,
          type,
          duration,
          attendance: rider.attendance,
          horseAssignment: rider.horse?.name ?? 'Not assigned',
          instructor: instructor?.name ?? NO_INSTRUCTOR,
          source: rider.source,
        })),
    ),
  )

/** From today to three months ahead, the next one first. */
export async function upcomingRides(riderId: string, today: LocalDate): Promise<Ride[]> {
  return ridesOf(await loadRoster({ from: today, to: lastDayAhead(today), riderId }), riderId)
}

/** Rides before today and those recorded already, the latest first. */
export async function rideHistory(riderId: string, today: LocalDate, filters: RideFilters = {}): Promise<Ride[]> {
  // A ride may be recorded ahead, such as an absence that the family has announced.
  const roster = await loadRoster({ to: lastDayAhead(today), riderId })
  const past = ridesOf(roster, riderId).filter((ride) => ride.date < today || isMarked(ride.attendance))
  return filterRides(past.reverse(), filters)
}
