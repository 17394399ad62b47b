import { type RouteConfig, z } from '@hono/zod-openapi'
import { meaningOf, REFUSAL_CODES, statusOf } from '~/platform/refused'
import type { Call } from './call'
import { problem } from './fields'

/** The name of the security scheme: the cookie that signing in sets. */
export const SESSION = 'session'

const codes = REFUSAL_CODES.map((code) => `- \`${code}\` (${statusOf(code)}): ${meaningOf(code)}`)
const code = z.enum(REFUSAL_CODES).openapi('RefusalCode', { description: codes.join('\n') })
const named = z.strictObject({ ...problem.shape, code }).openapi('Problem')
const refusal = (description: string) => ({ description, content: { 'application/json': { schema: named } } })

/** What a call answers, as OpenAPI describes it. */
function responsesOf({ status = 200, ...call }: Call): RouteConfig['responses'] {
  const responses: RouteConfig['responses'] = {
    [status]: {
      description: status === 302 ? 'The address is in `Location`.' : 'It is done.',
      content: call.answer && { [call.contentType ?? 'application/json']: { schema: call.answer } },
    },
    default: refusal('Any other refusal: `code` says which; 429 and some 503 come with `Retry-After`.'),
  }
  if (call.params || call.query || call.body) responses[400] = refusal('An input is not valid; `field` names it.')
  if (call.for !== 'anyone') responses[401] = refusal('Nobody is signed in.')
  const not = [
    call.for === 'admin' && 'For the office alone.',
    (call.for === 'admin' || call.method !== 'get') && 'Not from a page of another site.',
    call.mayConfirm && 'It wants a sign-in of the last ten minutes.',
  ].filter(Boolean)
  if (not.length) responses[403] = refusal(not.join(' '))
  if (call.params) responses[404] = refusal('Not found, or someone else’s.')
  if (call.body) responses[415] = refusal('The body is not JSON.')
  return responses
}

/** A call as OpenAPI describes it. */
export const routeOf = (call: Call, subject: string): RouteConfig => ({
  method: call.method,
  path: `/api${call.path}`,
  tags: [subject],
  summary: call.summary,
  security: call.for === 'anyone' ? [] : [{ [SESSION]: [] }],
  request: {
    params: call.params,
    query: call.query,
    body: call.body && { content: { 'application/json': { schema: call.body } } },
  },
  responses: responsesOf(call),
})
