import type { LoaderFunctionArgs } from '@remix-run/node'
import { readTracking, trackedRides } from '~/models/horse-week.server'
import { HORSE_HEADER, horseRows } from '~/models/ride-report.server'
import { requireAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'
import { csvResponse } from '~/services/csv.server'
import { addDays } from '~/utils/dates'

/** The rides of the week's horses, or of one, as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const asked = readTracking(new URL(request.url).searchParams, today())
  const rides = await trackedRides(asked)
  return csvResponse(`horse_usage_${asked.week}_to_${addDays(asked.week, 6)}.csv`, HORSE_HEADER, horseRows(rides))
}
