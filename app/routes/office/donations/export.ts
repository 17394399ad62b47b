import type { LoaderFunctionArgs } from '@remix-run/node'
import { donationPages } from '~/models/money/donations/donation.server'
import { DONATION_COLUMNS } from '~/models/money/donations/donation-report.server'
import { today } from '~/platform/clock.server'
import { csvResponse } from '~/platform/csv/csv.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

/** Returns all donations as a CSV file with the day in its name. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  return csvResponse(`donations_${today()}.csv`, DONATION_COLUMNS, donationPages())
}
