import { type Seats, sayBeyond, sayFree } from '~/models/places/free'

/** ` · 4 of 6 places, 2 free`; in red if more ride than there are places. */
export function PlacesWord(seats: Seats) {
  const { capacity, riding, held } = seats
  if (capacity === null) return null
  if (sayBeyond(seats)) return <strong className="text-bad"> · {sayBeyond(seats)} places</strong>
  const free = [held > 0 ? `${held} held` : null, sayFree(seats)].filter(Boolean).join(', ')
  return ` · ${riding} of ${capacity} places, ${free}`
}
