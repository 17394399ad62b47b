import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { yearSchema } from '~/models/payments/offline-payment.schema'
import { updateYearlyRecord } from '~/models/payments/student-payment.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

const bodySchema = z.object({ userId: z.string(), year: yearSchema, paymentMethod: z.string().trim().min(1).max(40) })

/** POST /api/payments/update-method {userId, year, paymentMethod} (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiAdmin(request)
    const { userId, year, paymentMethod } = await readJson(request, bodySchema)
    await updateYearlyRecord(viewer.id, { userId, year }, { paymentMethod })
    return { message: 'Payment Method Updated' }
  })

export const loader = () => methodNotAllowed('POST')
