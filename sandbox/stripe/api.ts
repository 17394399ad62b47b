import type { Context } from './engine/context'
import { ApiError, isDecline } from './engine/errors'
import { expand } from './engine/expand'
import { type Faults, failBefore, failWithin, NoAnswer } from './engine/requests/faults'
import { decodeParams } from './engine/requests/form'
import { type Answer, once } from './engine/requests/idempotency'
import type { Traffic } from './engine/requests/traffic'
import { match } from './engine/router'
import { randomText } from './engine/store'
import { includable, routes } from './resources'
import { API_VERSION } from './version'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': '*',
}

interface Surroundings {
  acceptKey: (key: string) => boolean
  faults: Faults
  traffic: Traffic
  /** Called when the request has been carried out, before its answer travels. */
  afterChange: () => void
}

/** The part of the way back during which a call still locks its key and the object it changes. */
const HELD_PART = 0.5

/**
 * Answers a request to the API. It runs in one turn of the event loop and one transaction, so concurrent requests
 * cannot see each other half done.
 * @param path the path from `/v1/` on.
 * @throws NoAnswer for an ordered timeout.
 */
export async function answerApi(
  ctx: Context,
  request: Request,
  path: string,
  { acceptKey, faults, traffic, afterChange }: Surroundings,
): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  const text = request.method === 'GET' ? '' : await request.text()
  const fault = faults.take(request.method, path)
  await traffic.travel()
  const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null
  const objects = request.method === 'GET' ? [] : changedObjects(path, text)
  let letGo = () => {}
  try {
    failBefore(fault)
    if (key) traffic.refuseKeyInUse(key)
    const { replayed, ...answer } = execute(ctx, request, path, text, acceptKey, () => {
      for (const object of objects) traffic.refuseLocked(object)
      letGo = traffic.hold(key, objects)
      failWithin(fault)
    })
    if (fault === 'timeout_after') throw new NoAnswer(true)
    return reply(answer, replayed ? { 'idempotent-replayed': 'true' } : {})
  } catch (error) {
    if (error instanceof ApiError) return reply({ status: error.status, body: error.body })
    throw error
  } finally {
    afterChange()
    const held = traffic.travel(HELD_PART)
    if (held) await held
    letGo()
    if (held) await traffic.travel(1 - HELD_PART)
  }
}

const ID = /^[a-z]+_(test_)?[A-Za-z0-9]{14,}$/

/** Returns the objects that a request locks: the one in its path, and the one that a refund or an item is for. */
function changedObjects(path: string, text: string): string[] {
  const [, , resource, ...rest] = path.split('/')
  const form = new URLSearchParams(text)
  const named =
    resource === 'refunds' || resource === 'subscription_items'
      ? [form.get('payment_intent'), form.get('charge'), form.get('subscription')]
      : []
  return [...rest, ...named].filter((each): each is string => each !== null && ID.test(each))
}

function execute(
  ctx: Context,
  request: Request,
  path: string,
  text: string,
  acceptKey: (key: string) => boolean,
  begin: () => void,
): Answer & { replayed: boolean } {
  const form = new URLSearchParams(request.method === 'GET' ? new URL(request.url).search : text)
  const key = keyOf(request, form)
  form.delete('key')
  if (!acceptKey(key)) throw new ApiError(401, 'invalid_request_error', 'Invalid API Key provided.')
  const found = match(routes, request.method, path)
  if (!found) {
    throw new ApiError(404, 'invalid_request_error', `Unrecognized request URL (${request.method}: ${path}).`)
  }
  const { route, ids } = found
  const publishable = key.startsWith('pk_')
  if (publishable && !route.publishable) {
    throw new ApiError(403, 'invalid_request_error', 'This API call cannot be made with a publishable API key.', {
      code: 'secret_key_required',
    })
  }
  const params = decodeParams(route.params, form)
  const work = () => {
    begin()
    return ctx.store.transaction(() =>
      keepingDeclines(() => {
        const [id = '', otherId = ''] = ids
        const result = route.handle(ctx, { params, id, otherId, publishable, url: path })
        const paths = 'expand' in params ? params.expand : undefined
        return { status: 200, body: expand(ctx.store, includable(ctx), result, paths) }
      }),
    )
  }
  const idempotencyKey = request.method === 'POST' ? request.headers.get('idempotency-key') : null
  return once(ctx, idempotencyKey, `${request.method} ${path} ${text}`, work)
}

/** A decline is an answer whose changes stay; every other error rolls its changes back. */
function keepingDeclines(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (isDecline(error)) return { status: error.status, body: error.body }
    throw error
  }
}

function keyOf(request: Request, form: URLSearchParams): string {
  const [scheme, credentials = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme === 'Bearer') return credentials
  if (scheme === 'Basic') return Buffer.from(credentials, 'base64').toString().split(':')[0] ?? ''
  return form.get('key') ?? ''
}

const isLocked = (body: unknown) => (body as { error?: { code?: string } }).error?.code === 'lock_timeout'

function reply({ status, body }: Answer, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': `req_${randomText(14)}`,
      'stripe-version': API_VERSION,
      ...(isLocked(body) && { 'stripe-should-retry': 'true' }),
      ...CORS,
      ...headers,
    },
  })
}
