import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { subscriptionOf } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { keepSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

/** An address that was reloaded leads back to the screen with the button. */
export const loader = () => redirect(paths.subscription())

export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  failed: 'Failed to keep subscription',
  refusedTo: () => paths.subscription(),
  async run({ viewer }) {
    await keepSubscription(viewer.id)
    const subscription = await subscriptionOf(viewer.id, today())
    const description = subscription ? `It renews on ${formatDay(subscription.renewsOn)}.` : undefined
    return { to: paths.subscription(), title: 'Your subscription continues', description }
  },
})
