import type { ActionFunctionArgs } from '@remix-run/node'
import { resetSchema } from '~/models/accounts/auth-token.schema'
import { resetPassword } from '~/models/accounts/auth-token.server'
import { countTokenTry } from '~/services/mail/account-links.server'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/web/api.server'
import { apiTooManyTries } from '~/web/rate-limit.server'
import { clientIp, forgetSignInTries } from '~/web/sign-in.server'

export const loader = () => methodNotAllowed('POST')

export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return apiAnswer(request, async () => {
    requireSameOrigin(request)
    const { token, newPassword } = await readJson(request, resetSchema)
    const wait = await countTokenTry(clientIp(context))
    if (wait) return apiTooManyTries(wait)
    await forgetSignInTries(await resetPassword(token, newPassword))
    return { message: 'Password Reset Successful!' }
  })
}
