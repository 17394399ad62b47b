import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { getEnv } from '~/platform/env.server'
import { hasSecret, receiveNotice } from '~/services/zeffy/zeffy.server'
import { apiAnswer, apiError, checkedBody, methodNotAllowed, readJson } from '~/web/api.server'

/**
 * The fundraising platform's notices, as its automation partners send them: donations, tickets, events.
 * Answers 200 with what was done, 401 without the secret, 404 if none is configured.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const secret = getEnv().zeffyWebhookSecret
    if (!secret) return apiError('not_found', 'The webhook is not set up: ZEFFY_WEBHOOK_SECRET is missing')
    if (!hasSecret(request, secret)) return apiError('not_signed_in', 'Unauthorized')
    return receiveNotice(checkedBody(await readJson(request), z.record(z.string(), z.unknown())))
  })

export const loader = () => methodNotAllowed('POST')
