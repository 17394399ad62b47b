import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { endsAtOnce } from '~/models/subscriptions/subscription'
import { subscriptionOf } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { cancelSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Cancel Subscription' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const subscription = await subscriptionOf(viewer.id, today())
  if (!subscription || subscription.cancelAtPeriodEnd) throw redirect(paths.subscription())
  return { atOnce: endsAtOnce(subscription), lastDay: formatDayShort(subscription.endsOn) }
}

export const action = formAction({
  guard: requireViewer,
  schema: z.object({}),
  failed: 'Failed to cancel subscription',
  refusedTo: () => paths.subscription(),
  async run({ viewer }) {
    await cancelSubscription(viewer.id)
    return { to: paths.subscription(), title: 'Subscription cancelled successfully' }
  },
})

export default function CancelSubscription() {
  const { atOnce, lastDay } = useLoaderData<typeof loader>()
  return (
    <DialogForm
      title="Cancel your subscription?"
      closeTo={paths.subscription()}
      above={
        <p className="mb-5">
          {atOnce
            ? "You haven't paid for this month, so it ends now. You won't be charged."
            : `Your subscription will end on ${lastDay}. You can use your lessons until then, and you won't be charged again.`}
        </p>
      }
      answer={useAnswer()}
      submit="Cancel Subscription"
      cancel="Keep it"
      danger
    />
  )
}
