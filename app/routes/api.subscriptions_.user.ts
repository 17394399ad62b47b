import type { LoaderFunctionArgs } from '@remix-run/node'
import { subscriptionAnswer, subscriptionOf } from '~/models/subscription.server'
import { apiAnswer } from '~/services/api.server'
import { requireApiViewer } from '~/services/auth.server'
import { today } from '~/services/clock.server'

/** GET /api/subscriptions/user: one's own subscription, or null (specification, sections 3 and 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const subscription = await subscriptionOf(viewer.id, today())
    return subscription && subscriptionAnswer(subscription)
  })
