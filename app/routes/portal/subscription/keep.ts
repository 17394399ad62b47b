import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { t } from '#text'
import { keepSubscription } from '~/models/money/subscribing/subscriptions.server'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

/** An address that was reloaded leads back to the screen with the button. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(paths.subscription({ rider: new URL(request.url).searchParams.get('rider') }))

export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  failed: () => t('Failed to keep subscription'),
  refusedTo: ({ request }) => paths.subscription({ rider: new URL(request.url).searchParams.get('rider') }),
  async run({ viewer, query }) {
    const { rider } = await subscriptionRider(viewer.id, query.get('rider'))
    await keepSubscription(viewer.id, { riderId: rider.id })
    const subscription = await subscriptionOf(viewer.id, today(), rider.id)
    const description = subscription ? t('It renews on {day}.', { day: formatDay(subscription.renewsOn) }) : undefined
    return {
      to: paths.subscription({ rider: query.get('rider') }),
      title: t('Your subscription continues'),
      description,
    }
  },
})
