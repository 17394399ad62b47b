import type { ActionFunctionArgs } from '@remix-run/node'
import { getEnv } from '~/platform/env.server'
import { openPortal } from '~/services/stripe/payment-methods.server'
import { paths } from '~/utils/paths'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** POST /api/create-portal-session: the provider's own page for methods and invoices (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiViewer(request)
    return { url: await openPortal(viewer.id, `${getEnv().appUrl}${paths.portal()}`) }
  })

export const loader = () => methodNotAllowed('POST')
