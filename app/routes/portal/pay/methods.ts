import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { deleteMethod, setDefaultMethod } from '~/models/money/methods/default-method.server'
import { startSetup } from '~/models/money/methods/payment-methods.server'
import { openPaymentPortal } from '~/routes/portal/profile/open-payment-portal.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { type Done, formAction } from '~/web/form-action.server'

const method = z.string().regex(/^\w{1,200}$/, 'Please choose a payment method.')
const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('default'), method }),
  z.object({ intent: z.literal('delete'), method }),
  z.object({ intent: z.literal('add-card') }),
  z.object({ intent: z.literal('add-bank') }),
  z.object({ intent: z.literal('portal') }),
])
type Asked = z.infer<typeof schema>

const FAILED = new Map<string, string>([
  ['default', 'Failed to update default payment method.'],
  ['delete', 'Failed to delete payment method.'],
  ['add-card', 'Payment Setup Failed'],
  ['add-bank', 'Payment Setup Failed'],
] satisfies [Asked['intent'], string][])

export const loader = () => redirect(paths.portal())

/** The forms of the saved payment methods. */
export const action = formAction({
  guard: requireViewer,
  schema,
  failed: (intent) => FAILED.get(intent),
  refusedTo: () => paths.portal(),
  confirms: ({ value }) => value.intent === 'delete',
  run: ({ viewer, value }) =>
    value.intent === 'portal'
      ? openPaymentPortal(viewer, paths.portal(), 'Failed to open Stripe portal')
      : act(viewer.id, value),
})

/** An empty screen, on which the password can be requested. */
export default function NoScreen() {
  return null
}

async function act(userId: string, asked: Exclude<Asked, { intent: 'portal' }>): Promise<Done | Response> {
  switch (asked.intent) {
    case 'default':
      await setDefaultMethod(userId, asked.method)
      return { to: paths.portal(), title: 'Default Payment Method Updated' }
    case 'delete':
      await deleteMethod(userId, asked.method)
      return { to: paths.portal(), title: 'Payment Method Deleted' }
    default: {
      const type = asked.intent === 'add-card' ? 'card' : 'us_bank_account'
      const secret = await startSetup(userId, type)
      return redirect(paths.subscribe({ client_secret: secret, setup_intent: 'true', redirectTo: paths.portal() }), 303)
    }
  }
}
