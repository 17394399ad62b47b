import type { LoaderFunctionArgs } from '@remix-run/node'
import { userAddOns } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** GET /api/user-addons: one's own add-ons from today on (specification, sections 3 and 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    return userAddOns(viewer.id, today())
  })
