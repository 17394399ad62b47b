import { type ActionFunctionArgs, json } from '@remix-run/node'
import { apiAnswer, methodNotAllowed, requireSameOrigin } from '~/web/api.server'
import { endSession } from '~/web/session.server'

export const loader = () => methodNotAllowed('POST')

/** Succeeds whether or not anybody was signed in. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return apiAnswer(request, async () => {
    requireSameOrigin(request)
    return json({ success: true }, { headers: { 'Set-Cookie': await endSession(request) } })
  })
}
