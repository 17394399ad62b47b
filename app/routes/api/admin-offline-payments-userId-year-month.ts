import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { amountSchema, monthSchema, yearSchema } from '~/models/payments/offline-payment.schema'
import { setOfflinePayment } from '~/models/payments/offline-payment.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'
import { pathNumber } from '~/web/path-number.server'

/** PUT /api/admin/offline-payments/{userId}/{year}/{month} {amount}: whole dollars (specification, section 7). */
export const action = ({ request, params }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'PUT') return methodNotAllowed('PUT')
    const viewer = await requireApiAdmin(request)
    const year = pathNumber(yearSchema, params.year, 'year')
    const month = pathNumber(monthSchema, params.month, 'month')
    const { amount } = await readJson(request, z.object({ amount: amountSchema }))
    await setOfflinePayment(viewer.id, { userId: params.userId ?? '', year, month }, amount)
    return { userId: params.userId, year, month, amount, message: 'Offline Payment Updated' }
  })

export const loader = () => methodNotAllowed('PUT')
