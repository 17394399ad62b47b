import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { t } from '#text'
import { openInvoiceSecret } from '~/models/money/subscribing/subscriptions.server'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

/** Leads "Pay now" to the open invoice of one's own subscription, wherever its payment is. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const asked = new URL(request.url).searchParams.get('rider')
  const back = paths.subscription({ rider: asked })
  try {
    const { rider } = await subscriptionRider(viewer.id, asked)
    const clientSecret = await openInvoiceSecret(viewer.id, { riderId: rider.id })
    if (clientSecret) return redirect(paths.subscribe({ client_secret: clientSecret }))
    return redirectWithToast(back, { type: 'info', title: t("You're all paid up") })
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(back, {
      type: 'error',
      title: t('Payment Error'),
      description: refused.message,
    })
  }
}
