import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ListedMakeup, pagesOfMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { formatWish } from '~/models/schedule/makeups/requests/request'
import { formatMakeup, MAKEUP_FILTERS, NO_END } from '~/models/vocabulary/makeup'
import { today } from '~/platform/clock.server'
import { type Columns, csvResponse } from '~/platform/csv/csv.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

const COLUMNS: Columns<ListedMakeup> = [
  ['Student', ({ rider }) => rider],
  ['Why', formatMakeup],
  ['Type', ({ type }) => type],
  ['Until', ({ until }) => (until === NO_END ? null : until)],
  ['State', ({ state }) => state],
  ['Booked For', ({ bookedDate }) => bookedDate],
  ['Booked At', ({ bookedTime }) => bookedTime],
  ['Asked For', ({ request }) => (request?.state === 'open' ? formatWish(request) : null)],
  ['Extended Because', ({ extendReason }) => extendReason],
  ['Reason Removed', ({ revokeReason }) => revokeReason],
]

/** Returns the makeups in the list as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const query = new URL(request.url).searchParams
  const filter = MAKEUP_FILTERS.find((one) => one === query.get('show')) ?? 'open'
  const riderId = query.get('student')
  const riderIds = riderId === null ? undefined : [riderId]
  return csvResponse(`makeups-${filter}.csv`, COLUMNS, pagesOfMakeups({ today: today(), filter, riderIds }))
}
