import type { ActionFunctionArgs } from '@remix-run/node'
import { linkRequestSchema } from '~/models/accounts/auth-token.schema'
import { countLinkRequest, requestLink } from '~/services/mail/account-links.server'
import { apiAnswer, methodNotAllowed, readJson, requireSameOrigin } from '~/web/api.server'
import { getViewer } from '~/web/auth.server'
import { apiTooManyTries } from '~/web/rate-limit.server'
import { clientIp } from '~/web/sign-in.server'

export const loader = () => methodNotAllowed('POST')

/** The answer is the same whether or not the address has an account. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return apiAnswer(request, async () => {
    requireSameOrigin(request)
    const { email } = await readJson(request, linkRequestSchema)
    const wait = await countLinkRequest('magic', email, clientIp(context))
    if (wait) return apiTooManyTries(wait)
    const { link, ...answer } = await requestLink('magic', email, await getViewer(request))
    return { ...answer, magicLink: link }
  })
}
