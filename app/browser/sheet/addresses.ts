import type { Unsent } from '~/models/unsent/unsent'
import type { Sheet } from '~/routes/office/day/kept-sheet.server'

type Ride = Pick<Unsent, 'date' | 'time' | 'type' | 'riderId'>

/** Where each sends what was made on it. */
export const CALLS: Record<Sheet, string> = {
  '/admin/day': '/api/day-sheet/changes',
  '/teaching': '/api/teaching/changes',
}

export const addressOn = (sheet: Sheet, date: string): string => `${sheet}?date=${date}`

const RIDE = /^\/(?:admin\/lessons|teaching)\/([^/]+)\/([^/]+)\/([^/]+)\/(?:riders\/)?([^/?]+)/

/** Date, time, type and rider of the address of a ride; nothing if it is none. */
export const rideAt = (address: string): string[] => RIDE.exec(address)?.slice(1).map(decodeURIComponent) ?? []

/** Of a ride's own page. */
export function rideAddress(sheet: Sheet, { date, time, type, riderId }: Ride): string {
  const [lesson, rider] = [`${date}/${time}/${encodeURIComponent(type)}`, encodeURIComponent(riderId)]
  return sheet === '/teaching' ? `/teaching/${lesson}/${rider}` : `/admin/lessons/${lesson}/riders/${rider}?back=sheet`
}
