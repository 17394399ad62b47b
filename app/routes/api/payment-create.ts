import type { ActionFunctionArgs } from '@remix-run/node'
import { purchaseSchema } from '~/models/payments/order.schema'
import { newNonce } from '~/models/payments/order.server'
import { buy } from '~/services/stripe/payments.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

const bodySchema = purchaseSchema.extend({
  items: purchaseSchema.shape.items.refine(
    (items) => items.every(({ paymentType }) => paymentType !== 'recurring'),
    'What is bought every month goes to /api/subscriptions/create',
  ),
  nonce: purchaseSchema.shape.nonce.default(newNonce),
})

/**
 * POST /api/payment/create {items, startDate}: opens a one-time payment (specification, section 7). `method` chooses card
 * or bank; `nonce` names the call, so that a repeated one does not buy twice. Amounts in the body are not read.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiViewer(request)
    const payment = await buy(viewer.id, await readJson(request, bodySchema))
    const open = 'clientSecret' in payment
    return {
      success: true,
      requiresPayment: open,
      clientSecret: open ? payment.clientSecret : null,
      paymentIntentId: payment.paymentIntentId,
      message: open ? 'Payment created' : 'This purchase is paid already',
    }
  })

export const loader = () => methodNotAllowed('POST')
