import type { LoaderFunctionArgs } from '@remix-run/node'
import { rideColumns, weekPages } from '~/models/schedule/rides/ride-report.server'
import { shownWeek } from '~/models/schedule/week/week-address'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv/csv.server'
import { addDays } from '~/utils/dates'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

/** Returns everyone's rides in the week on the screen as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const { week } = shownWeek(new URL(request.url).searchParams, undefined, today())
  return csvResponse(`rides_${week}_to_${addDays(week, 6)}.csv`, rideColumns(), weekPages(week))
}
