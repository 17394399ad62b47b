import type { ActionFunctionArgs } from '@remix-run/node'
import { changeSchema } from '~/models/subscriptions/subscription.schema'
import { cancelSubscription, changeSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'
import { answerCreate } from '~/web/subscription-api.server'

const METHODS = 'POST, PUT, DELETE'

/** POST starts, PUT changes and DELETE cancels one's own subscription (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) => {
  switch (request.method) {
    case 'POST':
      return answerCreate(request)
    case 'PUT':
      return change(request)
    case 'DELETE':
      return cancel(request)
    default:
      return methodNotAllowed(METHODS)
  }
}

export const loader = () => methodNotAllowed(METHODS)

const change = (request: Request) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const outcome = await changeSubscription(viewer.id, await readJson(request, changeSchema))
    const clientSecret = outcome.state === 'payment' ? outcome.clientSecret : null
    return {
      success: true,
      redirectToPayment: clientSecret !== null,
      clientSecret,
      message: 'Subscription updated successfully!',
    }
  })

const cancel = (request: Request) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    await cancelSubscription(viewer.id)
    return { success: true, message: 'Subscription cancelled successfully' }
  })
