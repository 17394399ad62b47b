import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { openInvoiceSecret } from '~/services/stripe/subscription/subscriptions.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

/** "Pay now": on to the open invoice of one's own subscription, wherever its payment stands. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  try {
    const clientSecret = await openInvoiceSecret(viewer.id)
    if (clientSecret) return redirect(paths.subscribe({ client_secret: clientSecret }))
    return redirectWithToast(paths.subscription(), { type: 'info', title: "You're all paid up" })
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(paths.subscription(), {
      type: 'error',
      title: 'Payment Error',
      description: refused.message,
    })
  }
}
