import { formatFreePlaces, formatOverCapacity, type Seats } from '~/models/places/free'

/** ` · 4 of 6 places, 2 free`; in red if more ride than there are places. */
export function PlacesWord({ heldFor, ...seats }: Seats & { heldFor: string[] }) {
  const { capacity, riding } = seats
  if (capacity === null) return null
  if (formatOverCapacity(seats)) return <strong className="text-bad"> · {formatOverCapacity(seats)} places</strong>
  return ` · ${riding} of ${capacity} places, ${formatFreePlaces(seats, heldFor)}`
}
