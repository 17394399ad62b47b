import type { LoaderFunctionArgs } from '@remix-run/node'
import { byMonthKey, yearSchema } from '~/models/payments/offline-payment.schema'
import { portalTotals } from '~/models/payments/payment-year.server'
import { dollarsOf } from '~/utils/money'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'
import { pathNumber } from '~/web/path-number.server'

/** GET /api/admin/monthly-transaction-totals/{year}: portal amounts by student and month, in dollars (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const totals = await portalTotals(pathNumber(yearSchema, params.year, 'year'))
    return [...totals].map(([userId, months]) => ({ userId, ...byMonthKey(months.map(dollarsOf)) }))
  })
