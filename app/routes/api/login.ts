import { type ActionFunctionArgs, json, redirect } from '@remix-run/node'
import { loginSchema } from '~/models/accounts/user.schema'
import { verifyLogin } from '~/models/accounts/user.server'
import { paths } from '~/utils/paths'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/web/api.server'
import { startSession } from '~/web/session.server'
import { apiCountSignInTry, clientIp, forgetSignInTries } from '~/web/sign-in.server'

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
