import type { LoaderFunctionArgs } from '@remix-run/node'
import { t } from '#text'
import { adoptFirstMethod } from '~/models/money/methods/default-method.server'
import { savedBy } from '~/models/money/paying/open-payment.server'
import { sayReason } from '~/models/money/payments/payment-transaction'

import { paths } from '~/utils/paths'
import { safeRedirect } from '~/utils/safe-redirect'
import { requireViewer } from '~/web/auth.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

/** Handles the return after a card or bank account was saved: with scripts, after a bank's page, or from Checkout. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireViewer(request)
  const query = new URL(request.url).searchParams
  const next = safeRedirect(query.get('redirectTo'), paths.portal())
  const fail = (description: string) =>
    redirectWithToast(next, { type: 'error', title: t('Payment Setup Failed'), description })
  try {
    const saved = await savedBy(viewer, {
      setupIntentId: query.get('setup_intent'),
      sessionId: query.get('session_id'),
    })
    if (!saved) return fail(t('No payment method was saved. Please try again.'))
    if ('waits' in saved) {
      return redirectWithToast(paths.portal(), {
        type: 'info',
        title: t('Bank account not verified yet'),
        description: t(
          'You’ll get two small deposits in one or two business days. Our payment provider will email you a link to enter the amounts. Then your account is saved.',
        ),
      })
    }
    if ('message' in saved)
      return fail(sayReason(saved.message ?? 'The payment method was not saved. Please try again.'))
    await adoptFirstMethod(viewer.id, saved.methodId)
    return redirectWithToast(next, { type: 'success', title: t('Payment Method Added') })
  } catch (error) {
    const refused = refusalOf(error)
    return fail(refused.message)
  }
}
