import { redirect } from '@remix-run/node'
import { t } from '#text'
import type { SubscriptionOutcome } from '~/models/money/subscribing/subscriptions.server'
import { paths } from '~/utils/paths'
import { redirectWithToast } from './toast.server'

/**
 * Redirects a family that asked for a subscription: to `done`, to the payment that it has to make, or to saving a
 * method first and from there back to `again` with its choice. `more` is what it continues with once it has paid.
 */
export async function redirectToNextStep(
  outcome: SubscriptionOutcome,
  done: string,
  again: string,
  more?: string,
): Promise<Response> {
  switch (outcome.state) {
    case 'done':
      return redirectWithToast(done, { type: 'success', title: t('Subscription Created') })
    case 'payment':
      return redirect(paths.subscribe({ client_secret: outcome.clientSecret, more }), 303)
    case 'setup':
      return redirectWithToast(
        paths.subscribe({ client_secret: outcome.setupClientSecret, setup_intent: 'true', redirectTo: again }),
        {
          type: 'info',
          title: t('Add Payment Method First'),
          description: t('You’ll need a saved card or bank account to subscribe. We’ve saved your selection.'),
        },
        { status: 303 },
      )
  }
}
