import { NO_HORSE, NO_INSTRUCTOR, type Ride } from '~/models/schedule/vocabulary/ride'
import { loadRoster, type Roster } from '~/models/schedule/week/roster.server'
import { isMarked } from '~/models/schedule/week/week'
import { addMonths, type LocalDate } from '~/utils/dates'

export type { Ride }

const MONTHS_AHEAD = 3

/** What a phone shows at once of a ride history; a family may have thousands. */
export const RIDES_OF_A_PAGE = 100

export const lastDayAhead = (today: LocalDate): LocalDate => addMonths(today, MONTHS_AHEAD)

/** A ride among those of several riders. */
export interface FamilyRide extends Ride {
  riderId: string
  rider: string
}

/** Returns the rides of these riders, by day and time. */
export function familyRidesOf({ days }: Pick<Roster, 'days'>, riderIds: Iterable<string>): FamilyRide[] {
  const wanted = new Set(riderIds)
  return days.flatMap(({ lessons }) =>
    lessons.flatMap(({ date, time, type, duration, instructor, arena, riders }) =>
      riders
        .filter(({ riderId }) => wanted.has(riderId))
        .map(({ riderId, name, attendance, horse, source, isMakeup }) => ({
          riderId,
          rider: name,
          date,
          time,
          type,
          duration,
          attendance,
          horseAssignment: horse?.name ?? NO_HORSE,
          instructor: instructor?.name ?? NO_INSTRUCTOR,
          instructorId: instructor?.id ?? null,
          source,
          ...(arena && { arena }),
          ...(isMakeup && { isMakeup }),
        })),
    ),
  )
}

const alone = ({ riderId: _, rider: __, ...ride }: FamilyRide): Ride => ride

export const ridesOf = (roster: Pick<Roster, 'days'>, riderId: string): Ride[] =>
  familyRidesOf(roster, [riderId]).map(alone)

/** Returns rides from today to three months ahead, the next one first. */
export async function upcomingFamilyRides(riderIds: readonly string[], today: LocalDate): Promise<FamilyRide[]> {
  return familyRidesOf(await loadRoster({ from: today, to: lastDayAhead(today), riderIds }), riderIds)
}

/** Returns rides before today and those recorded already, newest first. */
export async function familyRideHistory(riderIds: readonly string[], today: LocalDate): Promise<FamilyRide[]> {
  return historyOf(familyRidesOf(await loadRoster({ to: lastDayAhead(today), riderIds }), riderIds), today)
}

/** Of rides by day, those before today and those recorded already, such as an absence that the family has announced. */
const historyOf = <One extends Ride>(rides: readonly One[], today: LocalDate): One[] =>
  rides.filter((ride) => ride.date < today || isMarked(ride.attendance)).reverse()

/** Works like `upcomingFamilyRides`, for one rider. */
export const upcomingRides = async (riderId: string, today: LocalDate): Promise<Ride[]> =>
  (await upcomingFamilyRides([riderId], today)).map(alone)

/** Returns what `upcomingRides` and `rideHistory` do, from the roster up to `lastDayAhead`. */
export function ridesAround(roster: Roster, riderId: string, today: LocalDate): { upcoming: Ride[]; history: Ride[] } {
  const rides = ridesOf(roster, riderId)
  return { upcoming: rides.filter(({ date }) => date >= today), history: historyOf(rides, today) }
}

/** Works like `familyRideHistory`, for one rider. */
export const rideHistory = async (riderId: string, today: LocalDate): Promise<Ride[]> =>
  (await familyRideHistory([riderId], today)).map(alone)
