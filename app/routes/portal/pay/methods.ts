import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { getEnv } from '~/platform/env.server'
import { deleteMethod, setDefaultMethod } from '~/services/stripe/default-method.server'
import { openPortal, startSetup } from '~/services/stripe/payment-methods.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

const method = z.string().regex(/^\w{1,200}$/)
const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('default'), method }),
  z.object({ intent: z.literal('delete'), method }),
  z.object({ intent: z.literal('add-card') }),
  z.object({ intent: z.literal('add-bank') }),
  z.object({ intent: z.literal('portal') }),
])
type Asked = z.infer<typeof schema>

/** What the toast says where it does not work (specification, section 8). */
const FAILURES: Record<Asked['intent'], string> = {
  default: 'Failed to update default payment method.',
  delete: 'Failed to delete payment method.',
  'add-card': 'Payment Setup Failed',
  'add-bank': 'Payment Setup Failed',
  portal: 'Failed to open Stripe portal',
}

export const loader = () => redirect(paths.portal())

/** The forms of the saved payment methods. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireViewer(request)
  const parsed = schema.safeParse(Object.fromEntries(await csrfForm(request)))
  if (!parsed.success) throw new Response('Please choose a payment method.', { status: 400, statusText: 'Bad Request' })
  try {
    return await act(viewer.id, parsed.data)
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(paths.portal(), {
      type: 'error',
      title: FAILURES[parsed.data.intent],
      description: refused.message,
    })
  }
}

async function act(userId: string, asked: Asked): Promise<Response> {
  switch (asked.intent) {
    case 'default':
      await setDefaultMethod(userId, asked.method)
      return redirectWithToast(paths.portal(), { type: 'success', title: 'Default Payment Method Updated' })
    case 'delete':
      await deleteMethod(userId, asked.method)
      return redirectWithToast(paths.portal(), { type: 'success', title: 'Payment Method Deleted' })
    case 'portal':
      return redirect(await openPortal(userId, `${getEnv().appUrl}${paths.portal()}`), 303)
    default: {
      const type = asked.intent === 'add-card' ? 'card' : 'us_bank_account'
      const secret = await startSetup(userId, type)
      return redirect(paths.subscribe({ client_secret: secret, setup_intent: 'true', redirectTo: paths.portal() }), 303)
    }
  }
}
