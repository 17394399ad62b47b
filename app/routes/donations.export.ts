import type { LoaderFunctionArgs } from '@remix-run/node'
import { REPORT_HEADER, reportRows } from '~/models/donation-report.server'
import { requireAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'
import { csvResponse } from '~/services/csv.server'
import { getEnv } from '~/services/env.server'

/** Export Report: every donation as a file named with the day (decisions, "Screens and paths"). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return csvResponse(`donations_${today()}.csv`, REPORT_HEADER, reportRows(getEnv().schoolTimezone))
}
