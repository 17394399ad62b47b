import type { LoaderFunctionArgs } from '@remix-run/node'
import { readRideFilters } from '~/models/rides/ride'
import { rideHistory } from '~/models/rides/ride.server'
import { RIDE_COLUMNS, rideRows } from '~/models/rides/ride-report.server'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv/csv.server'
import { requireViewer } from '~/web/auth.server'
import { requireRider } from '~/web/rider.server'

/** A rider's history as it is filtered, as a file named with its first and last day. */
export async function loader({ request }: LoaderFunctionArgs) {
  const rider = await requireRider(await requireViewer(request), request)
  const rides = await rideHistory(rider.id, today(), readRideFilters(new URL(request.url).searchParams))
  const last = rides[0]?.date ?? today()
  const first = rides.at(-1)?.date ?? last
  return csvResponse(`rides_${first}_to_${last}.csv`, RIDE_COLUMNS, [rideRows(rider.name, rides)])
}
