import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { t } from '#text'
import { deleteMethod, setDefaultMethod } from '~/models/money/methods/default-method.server'
import { startSetup } from '~/models/money/methods/payment-methods.server'
import { openPaymentPortal } from '~/routes/portal/profile/open-payment-portal.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { byIntent, formAction } from '~/web/form-action.server'

const method = z.string().regex(/^\w{1,200}$/, 'Please choose a payment method.')
const shared = { guard: requireViewer, refusedTo: () => paths.portal() }

const setUp = (type: Parameters<typeof startSetup>[1]) =>
  formAction({
    ...shared,
    schema: z.object({}),
    failed: () => t('Payment Setup Failed'),
    async run({ viewer }) {
      const secret = await startSetup(viewer.id, type)
      return redirect(paths.subscribe({ client_secret: secret, setup_intent: 'true', redirectTo: paths.portal() }), 303)
    },
  })

export const loader = () => redirect(paths.portal())

/** The forms of the saved payment methods. */
export const action = byIntent({
  default: formAction({
    ...shared,
    schema: z.object({ intent: z.literal('default'), method }),
    failed: () => t('Failed to update default payment method.'),
    async run({ viewer, value }) {
      await setDefaultMethod(viewer.id, value.method)
      return { to: paths.portal(), title: t('Default Payment Method Updated') }
    },
  }),
  delete: formAction({
    ...shared,
    schema: z.object({ method }),
    confirms: true,
    failed: () => t('Failed to delete payment method.'),
    async run({ viewer, value }) {
      await deleteMethod(viewer.id, value.method)
      return { to: paths.portal(), title: t('Payment Method Deleted') }
    },
  }),
  'add-card': setUp('card'),
  'add-bank': setUp('us_bank_account'),
  portal: formAction({
    ...shared,
    schema: z.object({}),
    run: ({ viewer }) => openPaymentPortal(viewer, paths.portal(), t('Failed to open Stripe portal')),
  }),
})

/** An empty screen, on which the password can be requested. */
export default function NoScreen() {
  return null
}
