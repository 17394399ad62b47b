import { type ActionFunctionArgs, json } from '@remix-run/node'
import { magicLoginSchema } from '~/models/accounts/auth-token.schema'
import { redeemMagicLink } from '~/models/accounts/auth-token.server'
import { countTokenTry } from '~/services/mail/account-links.server'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/web/api.server'
import { apiTooManyTries } from '~/web/rate-limit.server'
import { startSession } from '~/web/session.server'
import { clientIp } from '~/web/sign-in.server'

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
