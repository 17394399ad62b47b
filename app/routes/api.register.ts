import { type ActionFunctionArgs, json } from '@remix-run/node'
import { registerSchema } from '~/models/user.schema'
import { register } from '~/models/user.server'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/services/api.server'
import { startSession } from '~/services/session.server'
import { apiCountSignInTry, clientIp } from '~/services/sign-in.server'

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
