import { counterOf } from '~/models/allowance'
import { allowancesOf } from '~/models/allowance.server'
import type { LocalDate } from '~/utils/dates'
import { loadRoster, type RosterRider } from './roster.server'

export interface SheetRider extends Pick<RosterRider, 'riderId' | 'name' | 'attendance' | 'version'> {
  horse: string | null
  /** Used and allowed of the lesson's counter; absent where the type is logged only. */
  used?: number
  allowed?: number
}

export interface SheetLesson {
  time: string
  type: string
  color: string
  riders: SheetRider[]
}

/** One day for the arena: its lessons with riders, horses and what is left. Two queries, however many lessons. */
export async function loadDaySheet(date: LocalDate): Promise<SheetLesson[]> {
  const { days, types } = await loadRoster({ from: date, to: date })
  const lessons = days[0]?.lessons ?? []
  const riderIds = lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId))
  const allowances = await allowancesOf(riderIds, date, date)
  return lessons.map(({ time, type, riders }) => {
    const rideType = types.find(({ name }) => name === type)
    return {
      time,
      type,
      color: rideType?.color ?? '',
      riders: riders.map(({ riderId, name, attendance, version, horse }) => {
        const month = allowances.get(riderId)?.[0]
        return {
          riderId,
          name,
          attendance,
          version,
          horse: horse?.name ?? null,
          ...(month && counterOf(month, rideType?.counter ?? null)),
        }
      }),
    }
  })
}
