import type { HeadersFunction } from '@remix-run/node'
import { listHorses } from '~/models/schedule/horses/horse.server'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { displayName, type SignedIn } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { formatDayShort, type LocalDate } from '~/utils/dates'
import { formatTimeInZone } from '~/utils/time-of-day'

export type KeptSheet = Awaited<ReturnType<typeof keptSheet>>

/** Whether this device may store copies: on a shared one its users turned that off. The script sets the cookie. */
const isKeptBy = (request: Request) => !/(^|; )keep_sheets=no(;|$)/.test(request.headers.get('Cookie') ?? '')

/** The path, without the day, of a sheet that works offline: the office's or an instructor's. */
export type Sheet = '/admin/day' | '/teaching'

/** Returns what a sheet's script needs for marks offline. */
export async function keptSheet(request: Request, viewer: SignedIn, sheet: Sheet, date: LocalDate) {
  const zone = getEnv().schoolTimezone
  const time = formatTimeInZone(zone, now())
  const horses = await listHorses()
  return {
    /** When the page was read, which a copy shows. */
    asOf: date === today() ? time : `${formatDayShort(today())}, ${time}`,
    barn: {
      sheet,
      userId: viewer.id,
      who: displayName(viewer),
      date,
      zone,
      keeps: isKeptBy(request),
      horses: horses.map(({ id, name, rest }) => ({ id, name, onRest: restsOn({ rest }, date) })),
    },
  }
}

/**
 * Returns headers that tell the service worker whose sheet of which day a page is. Pages of other users make it delete
 * its copies.
 */
export const sheetHeaders = (request: Request, { id }: SignedIn, date: LocalDate): Record<string, string> =>
  isKeptBy(request) ? { 'Day-Sheet': `${date} ${id}` } : {}

/** Passes the loader's headers on. */
export const pageHeaders: HeadersFunction = ({ loaderHeaders }) => {
  const sheet = loaderHeaders.get('Day-Sheet')
  return new Headers(sheet ? { 'Day-Sheet': sheet } : {})
}
