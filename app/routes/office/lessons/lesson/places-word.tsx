import { type Seats, sayBeyond, sayFree } from '~/models/places/free'

/** ` · 4 of 6 places, 2 free`; in red if more ride than there are places. */
export function PlacesWord({ heldFor, ...seats }: Seats & { heldFor: string[] }) {
  const { capacity, riding } = seats
  if (capacity === null) return null
  if (sayBeyond(seats)) return <strong className="text-bad"> · {sayBeyond(seats)} places</strong>
  return ` · ${riding} of ${capacity} places, ${sayFree(seats, heldFor)}`
}
