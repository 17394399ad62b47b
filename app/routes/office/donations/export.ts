import type { LoaderFunctionArgs } from '@remix-run/node'
import { DONATION_REPORT_HEADER, donationReportRows } from '~/models/donations/donation-report.server'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv.server'
import { getEnv } from '~/platform/env.server'
import { requireAdmin } from '~/web/auth.server'

/** Export Report: every donation as a file named with the day (decisions, "Screens and paths"). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return csvResponse(`donations_${today()}.csv`, DONATION_REPORT_HEADER, donationReportRows(getEnv().schoolTimezone))
}
