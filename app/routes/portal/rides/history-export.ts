import type { LoaderFunctionArgs } from '@remix-run/node'
import { familyRideHistory } from '~/models/schedule/rides/ride.server'
import { rideColumns, rideRows } from '~/models/schedule/rides/ride-report.server'
import { filterRides, readRideFilters } from '~/models/schedule/vocabulary/ride'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv/csv.server'
import { requireViewer } from '~/web/auth.server'
import { requireRiders } from '~/web/rider.server'

/** The history of a rider, or of a family, as it is filtered, as a file named with its first and last day. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { riderIds } = await requireRiders(await requireViewer(request), request)
  const all = await familyRideHistory(riderIds, today())
  const rides = filterRides(all, readRideFilters(new URL(request.url).searchParams))
  const last = rides[0]?.date ?? today()
  const first = rides.at(-1)?.date ?? last
  return csvResponse(`rides_${first}_to_${last}.csv`, rideColumns(), [rideRows(rides)])
}
