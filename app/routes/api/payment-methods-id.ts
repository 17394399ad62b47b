import type { ActionFunctionArgs } from '@remix-run/node'
import { deleteMethod } from '~/services/stripe/default-method.server'

import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** DELETE /api/payment-methods/{id}: one's own, unless it pays a running subscription (specification, section 7). */
export const action = ({ request, params }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'DELETE') return methodNotAllowed('DELETE')
    const viewer = await requireApiViewer(request)
    await deleteMethod(viewer.id, params.id ?? '')
    return { success: true, message: 'Payment Method Deleted' }
  })

export const loader = () => methodNotAllowed('DELETE')
