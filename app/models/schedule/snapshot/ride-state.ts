import { rideVersion } from '~/models/schedule/week/week'
import type { Slot } from '~/models/vocabulary/slot'
import type { Book, HorseUse, RideRow } from './book'

export interface RideAt extends Pick<Slot, 'date' | 'time'> {
  riderId: string
}

/** The mark and the horse of a ride. */
export interface RideState {
  record: RideRow | undefined
  horse: HorseUse | undefined
  attendance: string
  version: string
}

export function rideState(book: Book, at: RideAt): RideState {
  const isIt = (row: RideAt) => row.riderId === at.riderId && row.date === at.date && row.time === at.time
  const record = book.records.find(isIt)
  const horse = book.horses.find(isIt)
  const changed = record && Date.parse(String(record.updatedAt))
  return { record, horse, attendance: record?.attendance ?? 'scheduled', version: rideVersion(changed, horse?.horseId) }
}
