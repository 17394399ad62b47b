import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { METHOD_TYPES } from '~/models/payments/pricing'
import { startSetup } from '~/services/stripe/payment-methods.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

const bodySchema = z.object({
  payment_method_types: z
    .array(z.enum(METHOD_TYPES))
    .length(1, 'must name one of card and us_bank_account')
    .default(['card']),
})

/** POST /api/setup-intent {payment_method_types}: opens the saving of a card or bank account (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiViewer(request)
    const { payment_method_types } = await readJson(request, bodySchema)
    return { clientSecret: await startSetup(viewer.id, payment_method_types[0]!) }
  })

export const loader = () => methodNotAllowed('POST')
