import { type ActionFunctionArgs, json, redirect } from '@remix-run/node'
import { loginSchema } from '~/models/user.schema'
import { verifyLogin } from '~/models/user.server'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/services/api.server'
import { startSession } from '~/services/session.server'
import { apiCountSignInTry, clientIp, forgetSignInTries } from '~/services/sign-in.server'
import { paths } from '~/utils/paths'

/** Where a browser that follows this address is sent (specification, section 7). */
export const loader = () => redirect(paths.auth())

export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('GET, POST')
  return apiAnswer(request, async () => {
    requireSameOrigin(request)
    const login = await readJson(request, loginSchema)
    await apiCountSignInTry(login.email, clientIp(context))
    const user = await verifyLogin(login)
    await forgetSignInTries(login.email)
    return json({ user }, { headers: { 'Set-Cookie': await startSession(request, user.id) } })
  })
}
