import type { ActionFunctionArgs } from '@remix-run/node'
import { isSigned, receiveText } from '~/services/texts/receive-texts.server'
import { textProvider } from '~/services/texts/text-provider.server'
import { apiAnswer, apiError, methodNotAllowed } from '~/web/api.server'

/** What the provider of texts says: what became of one, or what a phone wrote. It answers STOP and START to the phone itself. */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const provider = textProvider()
    if (!provider) return apiError('not_found', 'The webhook is not set up: TEXTS_AUTH_TOKEN is missing')
    const fields = new URLSearchParams(await request.text())
    if (!isSigned(provider, request, fields)) return apiError('forbidden', 'Invalid signature')
    await receiveText(new URL(request.url).searchParams.get('text'), fields)
    return new Response('<Response/>', { headers: { 'Content-Type': 'text/xml', 'Cache-Control': 'no-store' } })
  })

export const loader = () => methodNotAllowed('POST')
