import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { notFound } from '~/platform/refused'
import { type MonthPayment, syncOwnInvoice } from '~/services/stripe/open-payment.server'
import { findOwnPayment } from '~/services/stripe/payments.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { syncPayment } from '~/services/stripe/sync/sync-payment.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

const bodySchema = z.object({ paymentIntentId: z.string().regex(/^pi_\w{1,200}$/, 'is not a payment') })

const MESSAGES: Record<string, string> = {
  paid: 'Your purchase has been completed successfully.',
  processing: 'Bank Payment Processing',
}

/**
 * POST /api/payment/confirm {paymentIntentId}: settles a payment of one's own and says what became of it (specification,
 * section 7). What the provider says counts, not the caller.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiViewer(request)
    const { paymentIntentId } = await readJson(request, bodySchema)
    const settlement = await translateProviderErrors(async () =>
      (await findOwnPayment(viewer.id, paymentIntentId)) ? syncPayment(paymentIntentId) : null,
    )
    if (!settlement) return monthAnswer(await syncOwnInvoice(viewer, paymentIntentId))
    const status = settlement.outcome === 'synced' ? settlement.status : 'pending'
    const message = settlement.outcome === 'synced' ? settlement.message : null
    return { success: status in MESSAGES, message: MESSAGES[status] ?? message ?? 'The payment was not completed.' }
  })

/** The same for a month of a subscription. @throws Refused 404 where the payment is not one of the viewer's. */
function monthAnswer(month: MonthPayment | null) {
  if (!month) throw notFound('No such payment')
  const status = month.status === 'succeeded' ? 'paid' : month.status
  return { success: status in MESSAGES, message: MESSAGES[status] ?? month.message ?? 'The payment was not completed.' }
}

export const loader = () => methodNotAllowed('POST')
