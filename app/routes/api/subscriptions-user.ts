import type { LoaderFunctionArgs } from '@remix-run/node'
import { subscriptionAnswer, subscriptionOf } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

/** GET /api/subscriptions/user: one's own subscription, or null (specification, sections 3 and 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const subscription = await subscriptionOf(viewer.id, today())
    return subscription && subscriptionAnswer(subscription)
  })
