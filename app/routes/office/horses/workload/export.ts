import type { LoaderFunctionArgs } from '@remix-run/node'
import { WORKLOAD_COLUMNS, workloadPages } from '~/models/schedule/workload/workload.server'
import { readWorkload } from '~/models/schedule/workload/workload-range'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv/csv.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

/** Inspectors may ask for three years; a longer range can be asked for too. */
const MAX_DAYS = 366 * 10

/** Returns the daily record as CSV, for the days and the horse on the screen. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const { from, to, horse } = readWorkload(new URL(request.url).searchParams, today(), MAX_DAYS)
  return csvResponse(`workload_${from}_to_${to}.csv`, WORKLOAD_COLUMNS, workloadPages(from, to, today(), horse))
}
