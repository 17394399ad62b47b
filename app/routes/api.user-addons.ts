import type { LoaderFunctionArgs } from '@remix-run/node'
import { userAddOns } from '~/models/subscription.server'
import { apiAnswer } from '~/services/api.server'
import { requireApiViewer } from '~/services/auth.server'
import { today } from '~/services/clock.server'

/** GET /api/user-addons: one's own add-ons from today on (specification, sections 3 and 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    return userAddOns(viewer.id, today())
  })
