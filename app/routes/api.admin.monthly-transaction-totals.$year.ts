import type { LoaderFunctionArgs } from '@remix-run/node'
import { byMonthKey, yearSchema } from '~/models/offline-payment.schema'
import { portalTotals } from '~/models/payment-year.server'
import { apiAnswer } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { pathNumber } from '~/services/path-number.server'
import { dollarsOf } from '~/utils/money'

/** GET /api/admin/monthly-transaction-totals/{year}: portal amounts by student and month, in dollars (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const totals = await portalTotals(pathNumber(yearSchema, params.year, 'year'))
    return [...totals].map(([userId, months]) => ({ userId, ...byMonthKey(months.map(dollarsOf)) }))
  })
