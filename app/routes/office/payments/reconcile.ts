import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { reconcilePayments } from '~/services/stripe/sync/reconcile.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const loader = () => redirect(paths.payments())

/** The office's button: looks at the provider now instead of within a quarter of an hour. */
export async function action({ request }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  await csrfForm(request)
  try {
    const { checked, failed } = await translateProviderErrors(() => reconcilePayments(0))
    await audit(prisma, {
      actorId: admin.id,
      action: 'payments.reconcile',
      entity: 'payments',
      entityId: 'all',
      detail: { checked, failed },
    })
    return redirectWithToast(paths.payments(), {
      type: failed ? 'error' : 'success',
      title: 'Payments compared with the provider',
      description: failed
        ? `${failed} of ${checked} could not be settled. They are tried again every 15 minutes.`
        : `Everything agrees (${checked} looked at).`,
    })
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(paths.payments(), { type: 'error', title: 'Error', description: refused.message })
  }
}
