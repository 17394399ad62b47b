import type { ActionFunctionArgs } from '@remix-run/node'
import { removeHorse } from '~/models/horses/horse.server'
import { requireId } from '~/models/schedule/schedule-api.schema'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** DELETE /api/horses/{id}: removes a horse from what can be assigned; its history stays (specification, section 7). */
export const action = ({ request, params }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'DELETE') return methodNotAllowed('DELETE')
    const viewer = await requireApiAdmin(request)
    await removeHorse(viewer.id, requireId(params.id))
    return { message: 'Horse Removed' }
  })

export const loader = () => methodNotAllowed('DELETE')
