import type { ShownPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { horseOfVersion } from '~/models/schedule/horses/plan/horse-plan'
import type { DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { NO_HORSE_VALUE } from '~/models/vocabulary/attendance'
import { assignedTo, type ShownRide } from './horse-selects.island'

interface Typed {
  version: string
  value: string
}

/** Returns the choices of a refused form, by time and rider. */
export function typedHorses(rides: unknown): Map<string, Typed> {
  const rows = Array.isArray(rides) ? rides : []
  return new Map(
    rows.flatMap((row: { ride?: unknown; horseId?: unknown } | null | undefined) => {
      if (typeof row?.ride !== 'string') return []
      const [time, version = '', ...riderId] = row.ride.split(' ')
      const value = typeof row.horseId === 'string' ? row.horseId : NO_HORSE_VALUE
      return [[`${time} ${riderId.join(' ')}`, { version, value }] as const]
    }),
  )
}

/**
 * Returns the chosen horse; undefined for the loader's horse, if nothing was chosen or someone else changed a ride that
 * this form didn't.
 */
function typedHorse(ride: DayRide, typed: Map<string, Typed>): number | null | undefined {
  const chosen = typed.get(`${ride.time} ${ride.riderId}`)
  if (!chosen) return undefined
  const horseId = chosen.value === NO_HORSE_VALUE ? null : Number(chosen.value)
  const left = horseId === horseOfVersion(chosen.version) && chosen.version !== ride.version
  return left ? undefined : horseId
}

/** Adds the initially selected horse to each ride. */
export const shownRides = ({ rides }: ShownPlan, typed: Map<string, Typed>): ShownRide[] =>
  rides.map((ride) => {
    const chosen = ride.away ? undefined : typedHorse(ride, typed)
    const first = ride.away ? assignedTo(ride) : ride.horseId
    return { ...ride, chosen: chosen === undefined ? first : chosen }
  })
