import { type ActionFunctionArgs, json } from '@remix-run/node'
import { registerSchema } from '~/models/accounts/user.schema'
import { register } from '~/models/accounts/user.server'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/web/api.server'
import { startSession } from '~/web/session.server'
import { apiCountSignInTry, clientIp } from '~/web/sign-in.server'

export const loader = () => methodNotAllowed('POST')

export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return apiAnswer(request, async () => {
    requireSameOrigin(request)
    const person = await readJson(request, registerSchema)
    await apiCountSignInTry(person.email, clientIp(context))
    const user = await register(person)
    return json({ user }, { status: 201, headers: { 'Set-Cookie': await startSession(request, user.id) } })
  })
}
