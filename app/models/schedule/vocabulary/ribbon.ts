import { RODE } from '~/models/vocabulary/away'

/** The rides for which a rider gets a ribbon. */
const RIBBONS = [10, 25, 50, 100] as const

export type Ribbon = (typeof RIBBONS)[number]

/** Returns the ribbons of a rider who has ridden this often. */
export const ribbonsOf = (ridden: number): Ribbon[] => RIBBONS.filter((ribbon) => ribbon <= ridden)

/** Counts the rides of a list that were ridden. */
export const countRidden = (rides: readonly { attendance: string }[]): number =>
  rides.filter(({ attendance }) => RODE.includes(attendance)).length

/** Returns each rider of a list of rides who has a ribbon, in the order of their names. */
export function ribbonsByRider(
  rides: readonly { riderId: string; rider: string; attendance: string }[],
): { riderId: string; rider: string; ribbons: Ribbon[] }[] {
  const riders = [...new Map(rides.map(({ riderId, rider }) => [riderId, rider]))]
  return riders
    .map(([riderId, rider]) => {
      return { riderId, rider, ribbons: ribbonsOf(countRidden(rides.filter((ride) => ride.riderId === riderId))) }
    })
    .filter(({ ribbons }) => ribbons.length)
    .sort((a, b) => a.rider.localeCompare(b.rider, 'en-US'))
}
