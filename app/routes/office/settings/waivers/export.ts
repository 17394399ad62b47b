import type { LoaderFunctionArgs } from '@remix-run/node'
import { WAIVER_COLUMNS, waiverPages } from '~/models/waivers/waiver-report.server'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv/csv.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

/** Returns who signed what as a CSV file with the day in its name. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  return csvResponse(`waivers_${today()}.csv`, WAIVER_COLUMNS, waiverPages())
}
