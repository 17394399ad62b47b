import type { Unsent } from '~/models/unsent/unsent'
import type { Sheet } from '~/routes/office/day/kept-sheet.server'

type Ride = Pick<Unsent, 'date' | 'time' | 'type' | 'riderId'>

/** The API call that each sheet sends its changes to. */
export const CALLS: Record<Sheet, string> = {
  '/admin/day': '/api/day-sheet/changes',
  '/teaching': '/api/teaching/changes',
}

export const addressOn = (sheet: Sheet, date: string): string => `${sheet}?date=${date}`

/** Returns the address of a ride's page. */
export function rideAddress(sheet: Sheet, { date, time, type, riderId }: Ride): string {
  const [lesson, rider] = [`${date}/${time}/${encodeURIComponent(type)}`, encodeURIComponent(riderId)]
  return sheet === '/teaching' ? `/teaching/${lesson}/${rider}` : `/admin/lessons/${lesson}/riders/${rider}?back=sheet`
}
