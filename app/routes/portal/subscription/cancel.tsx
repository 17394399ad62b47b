import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { t } from '#text'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { cancelSubscription } from '~/models/money/subscribing/subscriptions.server'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { endsAtOnce } from '~/models/vocabulary/subscription'
import { today } from '~/platform/clock.server'
import { formatDayShort } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: t('Cancel Subscription') }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const asked = new URL(request.url).searchParams.get('rider')
  const { rider } = await subscriptionRider(viewer.id, asked)
  const subscription = await subscriptionOf(viewer.id, today(), rider.id)
  if (!subscription || subscription.cancelAtPeriodEnd) throw redirect(paths.subscription({ rider: asked }))
  return { rider: asked, atOnce: endsAtOnce(subscription), lastDay: formatDayShort(subscription.endsOn) }
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireViewer,
  schema: confirmSchema,
  failed: () => t('Failed to cancel subscription'),
  refusedTo: ({ request }) => paths.subscription({ rider: new URL(request.url).searchParams.get('rider') }),
  async run({ viewer, query }) {
    const { rider } = await subscriptionRider(viewer.id, query.get('rider'))
    await cancelSubscription(viewer.id, { riderId: rider.id })
    return { to: paths.subscription({ rider: query.get('rider') }), title: t('Subscription cancelled successfully') }
  },
})

export default function CancelSubscription() {
  const { rider, atOnce, lastDay } = useLoaderData<typeof loader>()
  return (
    <DialogForm
      title={t('Cancel your subscription?')}
      closeTo={paths.subscription({ rider })}
      above={
        <p className="mb-5">
          {atOnce
            ? t("You haven't paid for this month, so it ends now. You won't be charged.")
            : t(
                "Your subscription will end on {day}. You can use your lessons until then, and you won't be charged again.",
                { day: lastDay },
              )}
        </p>
      }
      answer={useAnswer(confirmSchema)}
      submit={t('Cancel Subscription')}
      cancel={t('Keep it')}
      danger
    />
  )
}
