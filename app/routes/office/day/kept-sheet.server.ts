import type { HeadersFunction } from '@remix-run/node'
import { listHorses } from '~/models/schedule/horses/horse.server'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { displayName, type SignedIn } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { formatDayShort, type LocalDate } from '~/utils/dates'
import { formatTimeInZone } from '~/utils/time-of-day'

export type KeptSheet = Awaited<ReturnType<typeof keptSheet>>

/** Whether copies may lie on this device: its people said so on a shared one. The cookie is the script's. */
const isKeptBy = (request: Request) => !/(^|; )keep_sheets=no(;|$)/.test(request.headers.get('Cookie') ?? '')

/** The address of a sheet that works without a signal, without its day: the office's, or that of an instructor. */
export type Sheet = '/admin/day' | '/teaching'

/** What the script of a sheet is told, so that it can be marked without a signal. */
export async function keptSheet(request: Request, viewer: SignedIn, sheet: Sheet, date: LocalDate) {
  const zone = getEnv().schoolTimezone
  const time = formatTimeInZone(zone, now())
  const horses = await listHorses()
  return {
    /** When it was read: a copy of it says so. */
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

/** The service worker keeps a page that says whose sheet of which day it is. At any other it deletes what it has. */
export const sheetHeaders = (request: Request, { id }: SignedIn, date: LocalDate): Record<string, string> =>
  isKeptBy(request) ? { 'Day-Sheet': `${date} ${id}` } : {}

/** The page says what its loader does. */
export const pageHeaders: HeadersFunction = ({ loaderHeaders }) => {
  const sheet = loaderHeaders.get('Day-Sheet')
  return new Headers(sheet ? { 'Day-Sheet': sheet } : {})
}
