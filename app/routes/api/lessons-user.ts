import type { LoaderFunctionArgs } from '@remix-run/node'
import { ridesAnswer } from '~/models/rides/ride-api.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** GET /api/lessons/user?upcoming=: one's own rides (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    return ridesAnswer(viewer.id, new URL(request.url).searchParams.get('upcoming'))
  })
