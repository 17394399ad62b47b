import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Call } from './call'
import { problem } from './fields'

/** The name of the security scheme: the cookie that signing in sets. */
export const SESSION = 'session'

/** Returns a name for generated clients: `GET /admin/students/{id}` becomes `getAdminStudentsById`. */
const operationIdOf = ({ method, path }: Call) => `${method}${capitalized(path.replaceAll(/{(\w+)}/g, 'by-$1'))}`
const capitalized = (path: string) =>
  path.replaceAll(/[^a-z0-9]*([a-z0-9]+)/gi, (_, word) => word[0].toUpperCase() + word.slice(1))

/** Names a schema after its call, unless it is shared with other calls. */
function named<Schema extends z.ZodType>(schema: Schema, name: string): Schema {
  return schema instanceof z.ZodObject && !schema.meta()?.id ? schema.meta({ ...schema.meta(), id: name }) : schema
}

const refusal = (description: string) => ({ description, content: { 'application/json': { schema: problem } } })

/** Describes what a call answers. */
function responsesOf({ status = 200, ...call }: Call, name: string): RouteConfig['responses'] {
  const responses: RouteConfig['responses'] = {
    [status]: {
      description: status === 302 ? 'The address is in `Location`.' : 'It is done.',
      content: call.answer && {
        [call.contentType ?? 'application/json']: { schema: named(call.answer, `${name}Answer`) },
      },
    },
    400: refusal('An input is not valid, or not known; `field` names it.'),
    default: refusal('Any other refusal: `code` says which; 429 and some 503 come with `Retry-After`.'),
  }
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

/** Describes a call. */
export function routeOf(call: Call, subject: string): RouteConfig {
  const operationId = operationIdOf(call)
  const name = capitalized(operationId)
  return {
    operationId,
    method: call.method,
    path: `/api${call.path}`,
    tags: [subject],
    summary: call.summary,
    security: call.for === 'anyone' ? [] : [{ [SESSION]: [] }],
    request: {
      params: call.params,
      query: call.query,
      body: call.body && { content: { 'application/json': { schema: named(call.body, `${name}Body`) } } },
    },
    responses: responsesOf(call, name),
  }
}
