import type { ActionFunctionArgs } from '@remix-run/node'
import { setDefaultMethod } from '~/services/stripe/default-method.server'

import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** POST /api/payment-methods/{id}/set-default: what one pays with from now on (specification, section 7). */
export const action = ({ request, params }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiViewer(request)
    await setDefaultMethod(viewer.id, params.id ?? '')
    return { success: true, message: 'Default Payment Method Updated' }
  })

export const loader = () => methodNotAllowed('POST')
