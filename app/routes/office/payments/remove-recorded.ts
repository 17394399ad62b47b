import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { methodLabel } from '~/models/money/payments/offline/record-payment.schema'
import { removeRecordedPayment } from '~/models/money/payments/offline/record-payment.server'
import { findStudent } from '~/models/people/families/student.server'
import { monthAndYear, monthKey } from '~/models/vocabulary/month'
import { formatDay } from '~/utils/dates'
import { MAX_ID } from '~/utils/fields'
import { decimalOf, formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

const listOf = (request: Request) => `${paths.payments()}${new URL(request.url).search}`

/** Removes a recorded payment from the list of offline payments. Undo records it again. */
export const action = formAction({
  guard: requireAdmin,
  schema: z.object({}),
  failed: 'The payment was not removed',
  refusedTo: ({ request }) => listOf(request),
  async run({ viewer, request, params }) {
    const id = /^\d{1,10}$/.test(params.id ?? '') ? Math.min(Number(params.id), MAX_ID) : 0
    const { userId, month, amount, method, paidOn } = await removeRecordedPayment(viewer.id, id)
    const name = (await findStudent(userId))?.name ?? ''
    const how = `${methodLabel(method)?.toLowerCase()}, ${formatDay(paidOn)}`
    return {
      to: listOf(request),
      title: 'Payment removed',
      description: `${name}: ${formatCents(amount)} (${how}) for ${monthAndYear(month)}. Lessons of that month stay.`,
      undo: {
        label: 'Undo',
        action: paths.recordPaymentOfStudent(userId, Object.fromEntries(new URL(request.url).searchParams)),
        fields: { amount: decimalOf(amount), month: monthKey(month), method, paidOn },
      },
    }
  },
})

export const loader = () => redirect(paths.payments())
