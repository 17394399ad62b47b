import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useLoaderData, useNavigation } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { needsPayment } from '~/models/subscriptions/subscription'
import { subscriptionOf } from '~/models/subscriptions/subscription.server'
import { today } from '~/platform/clock.server'
import { cancelSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Cancel Subscription' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const subscription = await subscriptionOf(viewer.id, today())
  if (!subscription || subscription.cancelAtPeriodEnd) throw redirect(paths.subscription())
  return { atOnce: needsPayment(subscription.status), lastDay: formatDay(subscription.endsOn) }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireViewer(request)
  await csrfForm(request)
  try {
    await cancelSubscription(viewer.id)
    return redirectWithToast(paths.subscription(), { type: 'success', title: 'Subscription cancelled successfully' })
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(paths.subscription(), {
      type: 'error',
      title: 'Failed to cancel subscription',
      description: refused.message,
    })
  }
}

export default function CancelSubscription() {
  const { atOnce, lastDay } = useLoaderData<typeof loader>()
  const busy = useNavigation().state !== 'idle'
  return (
    <Dialog title="Cancel your subscription?" closeTo={paths.subscription()}>
      <p className="mb-5">
        {atOnce
          ? 'Nothing is paid for this month: it ends at once, and nothing is charged.'
          : `It ends with ${lastDay}. Until then your lessons stay as they are; after that nothing is charged.`}
      </p>
      <Form method="post" className="flex flex-wrap justify-end gap-3">
        <Csrf />
        <ButtonLink to={paths.subscription()} preventScrollReset variant="secondary">
          Keep it
        </ButtonLink>
        <Button variant="danger" disabled={busy}>
          Cancel Subscription
        </Button>
      </Form>
    </Dialog>
  )
}
