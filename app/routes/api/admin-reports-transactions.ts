import type { LoaderFunctionArgs } from '@remix-run/node'
import { REPORT_HEADER, reportDaysSchema, reportName, reportRows } from '~/models/payments/transaction-report.server'
import { csvResponse } from '~/platform/csv.server'
import { Refused } from '~/platform/refused'
import { apiAnswer, apiError } from '~/web/api.server'
import { getViewer } from '~/web/auth.server'

/**
 * GET /api/admin/reports/transactions?format=csv&start_date&end_date: the transactions as a file named with the dates
 * (specification, sections 6 and 7).
 */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await getViewer(request)
    if (!viewer) return apiError(401, 'Authentication Required - Please log in as an admin to export transaction data')
    if (viewer.role !== 'admin')
      return apiError(403, 'Access Denied - Admin privileges required to export transaction data')
    const query = new URL(request.url).searchParams
    if ((query.get('format') ?? 'csv') !== 'csv') throw new Refused('format must be csv', 'format')
    const days = reportDaysSchema.safeParse({
      start: query.get('start_date') || undefined,
      end: query.get('end_date') || undefined,
    })
    if (!days.success) {
      const [issue] = days.error.issues
      throw new Refused(issue?.message ?? 'Not valid', `${String(issue?.path[0])}_date`)
    }
    const { start, end } = days.data
    return csvResponse(reportName(start, end), REPORT_HEADER, reportRows(start, end))
  })
