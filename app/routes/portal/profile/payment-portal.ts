import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { openPaymentPortal } from '~/web/payment-portal.server'

export const loader = () => redirect(paths.profile())

/** Opens the payment provider's own page. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await csrfForm(request)
  const viewer = await requireViewer(request)
  return form.get('from') === 'setup'
    ? openPaymentPortal(viewer, paths.profile({ step: 2 }), 'Failed to open payment setup portal')
    : openPaymentPortal(viewer, paths.profile(), 'Failed to open Stripe portal')
}
