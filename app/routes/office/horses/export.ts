import type { LoaderFunctionArgs } from '@remix-run/node'
import { readTracking, trackedRides } from '~/models/schedule/horses/horse-week.server'
import { HORSE_COLUMNS } from '~/models/schedule/rides/ride-report.server'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv/csv.server'
import { addDays } from '~/utils/dates'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

/** The rides of the week's horses, or of one, as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const asked = readTracking(new URL(request.url).searchParams, today())
  const { rides } = await trackedRides(asked)
  return csvResponse(`horse_usage_${asked.week}_to_${addDays(asked.week, 6)}.csv`, HORSE_COLUMNS, [rides])
}
