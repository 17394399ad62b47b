import type { ActionFunctionArgs } from '@remix-run/node'
import { getEnv } from '~/platform/env.server'
import { loader as rootLoader } from '~/root'
import { action as apiAction, loader as apiLoader } from '~/routes/api'

type Handler = (args: ActionFunctionArgs) => unknown

/** The answer of a loader or action, whether returned, thrown or wrapped in `data()`. */
export interface Answer {
  status: number
  headers: Headers
  // The test knows what it expects of it.
  // biome-ignore lint/suspicious/noExplicitAny: as `Response.json()` has it
  body: any
  /** The cached HTML that a loader returned. */
  html?: string[] | undefined
}

/** A browser without scripts: it stores cookies, fetches the form token and sends forms and JSON to routes. */
export class Visitor {
  readonly cookies = new Map<string, string>()

  constructor(readonly ip = '192.0.2.1') {}

  get(handler: Handler, path: string, params = {}): Promise<Answer> {
    return this.send(handler, path, {}, params)
  }

  /** Posts a form with its token. */
  async post(handler: Handler, path: string, fields: Record<string, string>, params = {}): Promise<Answer> {
    const { csrf } = await this.page()
    return this.send(handler, path, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) }, params)
  }

  /** Makes a call below `/api`, as a page of ours would. */
  api(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}): Promise<Answer> {
    if (method === 'GET') return this.sendApi(path, {})
    const headers = { 'Content-Type': 'application/json', Origin: getEnv().appUrl }
    return this.sendApi(path, { method, headers, body: JSON.stringify(body) })
  }

  /** Makes a call below `/api` exactly as given. Remix passes requests that change something to the action, and others to the loader. */
  sendApi(path: string, init: RequestInit): Promise<Answer> {
    const changes = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(init.method ?? 'GET')
    return this.send(changes ? apiAction : apiLoader, path, init)
  }

  /** Returns the root loader's data: viewer, form token, toast. */
  async page(): Promise<Awaited<ReturnType<typeof rootLoader>>['data']> {
    return (await this.get(rootLoader, '/')).body
  }

  async send(handler: Handler, path: string, init: RequestInit, params = {}): Promise<Answer> {
    const request = new Request(new URL(path, getEnv().appUrl), init)
    if (this.cookies.size) {
      request.headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const context: ActionFunctionArgs['context'] = { ip: this.ip }
    const answer = await answerOf(handler, { request, params, context })
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie)
    return { ...answer, html: context.html }
  }

  #keep(cookie: string) {
    const [pair = '', ...attributes] = cookie.split('; ')
    const name = pair.slice(0, pair.indexOf('='))
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(name.length + 1))
  }
}

async function answerOf(handler: Handler, args: ActionFunctionArgs): Promise<Answer> {
  let answer: unknown
  try {
    answer = await handler(args)
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    answer = thrown
  }
  if (answer instanceof Response) {
    const text = await answer.text()
    const isJson = text !== '' && answer.headers.get('Content-Type')?.includes('json')
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
  }
  if (isData(answer)) {
    const { status = 200, headers } = answer.init ?? {}
    return { status, headers: new Headers(headers), body: answer.data }
  }
  return { status: 200, headers: new Headers(), body: answer }
}

/** Whether an answer is wrapped in Remix's `data()`. */
const isData = (answer: unknown): answer is { type: string; data: unknown; init: ResponseInit | null } =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'DataWithResponseInit'
