import type { LoaderFunctionArgs } from '@remix-run/node'
import { byMonthKey, yearSchema } from '~/models/payments/offline-payment.schema'
import { yearlyRecords } from '~/models/payments/student-payment.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'
import { pathNumber } from '~/web/path-number.server'

/** GET /api/payments/{year}: the yearly payment records, whole dollars by month (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const year = pathNumber(yearSchema, params.year, 'year')
    const records = await yearlyRecords(year)
    return records.map(({ userId, paymentMethod, amounts }) => ({
      userId,
      year,
      paymentMethod,
      ...byMonthKey(amounts),
    }))
  })
