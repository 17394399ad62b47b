import { type ActionFunctionArgs, json } from '@remix-run/node'
import { magicLoginSchema } from '~/models/auth-token.schema'
import { redeemMagicLink } from '~/models/auth-token.server'
import { countTokenTry } from '~/services/account-links.server'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/services/api.server'
import { apiTooManyTries } from '~/services/rate-limit.server'
import { startSession } from '~/services/session.server'
import { clientIp } from '~/services/sign-in.server'

export const loader = () => methodNotAllowed('POST')

export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return apiAnswer(request, async () => {
    requireSameOrigin(request)
    const { token } = await readJson(request, magicLoginSchema)
    const wait = await countTokenTry(clientIp(context))
    if (wait) return apiTooManyTries(wait)
    const user = await redeemMagicLink(token)
    return json(user, { headers: { 'Set-Cookie': await startSession(request, user.id) } })
  })
}
