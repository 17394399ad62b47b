import type { LoaderFunctionArgs } from '@remix-run/node'
import { byMonthKey, yearSchema } from '~/models/payments/offline-payment.schema'
import { offlinePaymentsOf } from '~/models/payments/offline-payment.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'
import { pathNumber } from '~/web/path-number.server'

/** GET /api/admin/offline-payments/{year}, optionally of one student: whole dollars by month (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const year = pathNumber(yearSchema, params.year, 'year')
    const studentId = new URL(request.url).searchParams.get('studentId')
    const years = await offlinePaymentsOf(year, studentId ? [studentId] : undefined)
    return [...years].map(([userId, months]) => ({ userId, year, ...byMonthKey(months) }))
  })
