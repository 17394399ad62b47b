import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { amountSchema, monthSchema, yearSchema } from '~/models/payments/offline-payment.schema'
import { updateYearlyRecord } from '~/models/payments/student-payment.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

const bodySchema = z.object({ userId: z.string(), year: yearSchema, month: monthSchema, amount: amountSchema })

/** POST /api/payments/update-amount {userId, year, month, amount} (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiAdmin(request)
    const { userId, year, month, amount } = await readJson(request, bodySchema)
    await updateYearlyRecord(viewer.id, { userId, year }, { month, amount })
    return { message: 'Manual Payment Updated' }
  })

export const loader = () => methodNotAllowed('POST')
