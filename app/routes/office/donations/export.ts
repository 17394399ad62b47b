import type { LoaderFunctionArgs } from '@remix-run/node'
import { donationReport } from '~/models/money/donations/donation-report.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'

/** Returns all donations as a CSV file with the day in its name. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  return donationReport()
}
