import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Refused } from '~/models/refused'
import { requireViewer } from '~/services/auth.server'
import { openPayment } from '~/services/subscriptions.server'
import { redirectWithToast } from '~/services/toast.server'
import { paths } from '~/utils/paths'

/** "Pay now": on to the open invoice of one's own subscription, wherever its payment stands. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  try {
    const clientSecret = await openPayment(viewer.id)
    if (clientSecret) return redirect(paths.subscribe({ client_secret: clientSecret }))
    return redirectWithToast(paths.subscription(), { type: 'info', title: 'Nothing is owed at the moment' })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return redirectWithToast(paths.subscription(), {
      type: 'error',
      title: 'Payment Error',
      description: error.message,
    })
  }
}
