import { json } from '@remix-run/node'
import type { z } from 'zod'
import { logError, loggedPath } from '~/platform/log.server'
import { Refused } from '~/platform/refused'
import { unavailable } from '~/platform/unavailable.server'
import { retryAfter } from './refusal.server'

/** An error of the API: `{"message"}`, and the input at fault where there is one. Throw it or return it. */
export const apiError = (status: number, message: string, field?: string): Response =>
  json(field ? { message, field } : { message }, { status, headers: { 'Cache-Control': 'no-store' } })

/**
 * The body of a call, checked. No body at all counts as `{}`.
 * @throws Response JSON 415 where it is not JSON, 400 naming the first field that is not valid.
 */
export async function readJson<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const text = await request.text()
  const type = request.headers.get('content-type') ?? ''
  if (text && !/^application\/json\s*(;|$)/i.test(type)) throw apiError(415, 'The body must be application/json')
  let body: unknown = {}
  let cannotBeKept = false
  try {
    if (text) body = JSON.parse(text)
    cannotBeKept = holdsUnkept(text)
  } catch {
    throw apiError(400, 'The body is not valid JSON')
  }
  if (cannotBeKept) throw apiError(400, 'The body holds a character that cannot be kept')
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  throw apiError(400, field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The body is not valid'), field)
}

/** True for a zero or half a character, which JSON can write and the database does not take. */
function holdsUnkept(text: string): boolean {
  if (!/\\u(0000|d[89a-f])/i.test(text)) return false
  let found = false
  const look = (part: string) => {
    found ||= part.includes('\0') || /\p{Cs}/u.test(part)
  }
  JSON.parse(text, (key, value) => {
    look(key)
    if (typeof value === 'string') look(value)
    return value
  })
  return found
}

/** The answer to a method that a path does not have: 405 with the methods it has. */
export function methodNotAllowed(allow: string): Response {
  const response = apiError(405, 'Method Not Allowed')
  response.headers.set('Allow', allow)
  return response
}

/**
 * Answers a call with what `work` returns, as JSON unless it is a Response. A refusal keeps its message, field and status;
 * anything unexpected is logged and answers 500 without a detail, but with the specification's words for it in `fault`.
 */
export async function apiAnswer(
  request: Request,
  work: () => Promise<unknown>,
  fault = 'Something went wrong. Please try again.',
): Promise<Response> {
  try {
    const answer = await work()
    return answer instanceof Response ? answer : json(answer, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof Response) return error
    const away = unavailable(error)
    if (error instanceof Refused && !away) return refusalAnswer(error)
    if (!request.signal.aborted) {
      logError(error, { method: request.method, path: loggedPath(new URL(request.url).pathname) })
    }
    return away ? refusalAnswer(away) : apiError(500, fault)
  }
}

function refusalAnswer(refused: Refused): Response {
  const response = apiError(refused.status, refused.message, refused.field)
  for (const [name, value] of Object.entries(retryAfter(refused) ?? {})) response.headers.set(name, value)
  return response
}
