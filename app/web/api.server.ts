import { json } from '@remix-run/node'
import type { z } from 'zod'
import { logError, loggedPath } from '~/platform/log.server'
import { type RefusalCode, Refused, statusOf } from '~/platform/refused'
import { unavailable } from '~/platform/unavailable.server'
import { whatIsWrong } from '~/utils/plain-words'
import { retryAfter } from './refusal.server'

/** An error of the API: `{"code","message"}`, and the input at fault where there is one. Throw it or return it. */
export const apiError = (code: RefusalCode, message: string, field?: string): Response =>
  json({ code, message, field }, { status: statusOf(code), headers: { 'Cache-Control': 'no-store' } })

/** Reads the body of a call. An empty body counts as `{}`. @throws Response JSON 415 if it is not JSON, 400 if it cannot be parsed. */
export async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  const type = request.headers.get('content-type') ?? ''
  if (text && !/^application\/json\s*(;|$)/i.test(type)) throw apiError('not_json', 'The body must be application/json')
  let body: unknown = {}
  let cannotBeKept = false
  try {
    if (text) body = JSON.parse(text)
    cannotBeKept = holdsUnkept(text)
  } catch {
    throw apiError('invalid', 'The body is not valid JSON')
  }
  if (cannotBeKept) throw apiError('invalid', 'The body has a character that can’t be saved')
  return body
}

/**
 * Validates a parsed body. `nameOf` returns the caller's name of a field.
 * @throws Response JSON 400 naming the first field that is not valid.
 */
export function checkedBody<Schema extends z.ZodType>(
  body: unknown,
  schema: Schema,
  nameOf: (field: string) => string | undefined = (field) => field,
): z.output<Schema> {
  const result = schema.safeParse(body, {
    error: (issue) => (issue.path?.length ? whatIsWrong(issue) : `The body ${whatIsWrong(issue)}`),
  })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.length ? nameOf(issue.path.join('.')) : undefined
  throw apiError('invalid', field ? `${field}: ${issue?.message}` : (issue?.message ?? 'The body is not valid'), field)
}

/** True for a NUL character or half a surrogate pair, which JSON can contain and the database cannot store. */
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

/** Answers a method that a path does not have: 405 with the methods it has. */
export function methodNotAllowed(allow: string): Response {
  const response = apiError('method_not_allowed', 'Method Not Allowed')
  response.headers.set('Allow', allow)
  return response
}

interface Answering {
  /** The message of a 500. */
  fault?: string
  /** Returns the caller's name of a field that a refusal names. */
  nameOf?: (field: string) => string | undefined
}

/**
 * Answers a call with what `work` returns, as JSON unless it is a Response. A refusal keeps its code and message, and its field
 * under the caller's name; anything unexpected is logged and answers 500 without a detail, but with the specification's words for it.
 */
export async function apiAnswer(
  request: Request,
  work: () => Promise<unknown>,
  { fault = 'Something went wrong. Please try again.', nameOf = (field) => field }: Answering = {},
): Promise<Response> {
  try {
    const answer = await work()
    return answer instanceof Response ? answer : json(answer, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof Response) return error
    const away = unavailable(error)
    if (error instanceof Refused && !away) return refusalAnswer(error, error.field && nameOf(error.field))
    if (!request.signal.aborted) {
      logError(error, { method: request.method, path: loggedPath(new URL(request.url).pathname) })
    }
    return away ? refusalAnswer(away) : apiError('fault', fault)
  }
}

function refusalAnswer(refused: Refused, field?: string): Response {
  const response = apiError(refused.code, refused.message, field)
  for (const [name, value] of Object.entries(retryAfter(refused) ?? {})) response.headers.set(name, value)
  return response
}
