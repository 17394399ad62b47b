import { createHmac, randomBytes } from 'node:crypto'
import { phonesPage } from './page'
import type { SandboxText, TextSandbox } from './types'

export type { TextSandbox } from './types'

export const SANDBOX_ACCOUNT = 'AC00000000000000000000000000005a4d'
export const SANDBOX_TOKEN = 'sandbox-token-of-texts'
export const SANDBOX_FROM = '+18455550100'

/** The faults of numbers with these last digits. */
const FAULTS = {
  /** The text is accepted, and the connection is lost before the answer. */
  lost: '0901',
  /** Every first try is answered with "too many requests". */
  busy: '0902',
  /** Every first try is answered with an internal error. */
  broken: '0903',
  /** The phone has replied STOP. */
  stopped: '0904',
  /** The number does not exist. */
  unknown: '0905',
} as const

interface Options {
  /** The address that gets the phones' replies. */
  webhookUrl: string
  post?: (request: Request) => Promise<Response>
  now?: () => Date
}

const STOPS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT']
const STARTS = ['START', 'YES', 'UNSTOP']

const sidOf = () => `SM${randomBytes(16).toString('hex')}`

const answer = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers })
const refuse = (status: number, code: number, message: string, headers = {}) =>
  answer({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, status, headers)

/** Simulates the provider of texts in this process: nothing leaves the machine. */
export function createTextSandbox({ webhookUrl, post = fetch, now = () => new Date() }: Options): TextSandbox {
  const sandbox: TextSandbox = { handle, texts: [], reply, report, tries: 0 }
  const stopped = new Set<string>()
  const tried = new Map<string, number>()
  const callbacks = new Map<string, string>()

  async function handle(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/sandbox\/texts/, '')
    if (path === '' || path === '/') return phonesPage(request, sandbox)
    const [, account, id] = /^\/2010-04-01\/Accounts\/(\w+)\/Messages(?:\/(\w+))?\.json$/.exec(path) ?? []
    if (!account) return refuse(404, 20404, 'The requested resource was not found')
    const basic = `Basic ${btoa(`${SANDBOX_ACCOUNT}:${SANDBOX_TOKEN}`)}`
    if (account !== SANDBOX_ACCOUNT || request.headers.get('authorization') !== basic) {
      return refuse(401, 20003, 'Authenticate')
    }
    if (request.method === 'POST' && !id) return create(new URLSearchParams(await request.text()))
    const to = url.searchParams.get('To')
    const messages = sandbox.texts.filter((text) => text.direction === 'outbound-api' && (!to || text.to === to))
    if (!id)
      return answer({ messages: [...messages].reverse().slice(0, Number(url.searchParams.get('PageSize') ?? 50)) })
    const found = messages.find(({ sid }) => sid === id)
    return found ? answer(found) : refuse(404, 20404, 'The requested resource was not found')
  }

  function create(form: URLSearchParams): Response {
    const [to, body] = [form.get('To') ?? '', form.get('Body') ?? '']
    const from = form.get('From') ?? form.get('MessagingServiceSid')
    if (!from) return refuse(400, 21603, "A 'From' phone number is required.")
    if (!body) return refuse(400, 21602, 'Message body is required.')
    if (!/^\+[1-9]\d{7,14}$/.test(to) || to.endsWith(FAULTS.unknown)) {
      return refuse(400, 21211, "Invalid 'To' Phone Number")
    }
    if (stopped.has(to) || to.endsWith(FAULTS.stopped)) {
      return refuse(400, 21610, 'Attempt to send to unsubscribed recipient')
    }
    const what = `${to} ${body}`
    const times = (tried.get(what) ?? 0) + 1
    tried.set(what, times)
    const isFirst = times === 1
    if (isFirst && to.endsWith(FAULTS.busy)) {
      sandbox.tries++
      return refuse(429, 20429, 'Too Many Requests', { 'Retry-After': '5' })
    }
    if (isFirst && to.endsWith(FAULTS.broken)) {
      sandbox.tries++
      return refuse(500, 20500, 'Internal Server Error')
    }
    const text: SandboxText = {
      sid: sidOf(),
      from,
      to,
      body,
      status: 'queued',
      direction: 'outbound-api',
      date_created: now().toUTCString(),
    }
    sandbox.texts.push(text)
    const callback = form.get('StatusCallback')
    if (callback) callbacks.set(text.sid, callback)
    if (to.endsWith(FAULTS.lost)) {
      sandbox.tries++
      throw new TypeError('fetch failed')
    }
    return answer(text, 201)
  }

  /** Signs like the provider: the address, then each field with its value, ordered by name. */
  async function send(url: string, fields: Record<string, string>): Promise<number> {
    const signed =
      url +
      Object.keys(fields)
        .sort()
        .map((name) => name + fields[name])
        .join('')
    const signature = createHmac('sha1', SANDBOX_TOKEN).update(signed).digest('base64')
    const request = new Request(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'X-Twilio-Signature': signature },
    })
    return (await post(request)).status
  }

  async function reply(from: string, body: string, sid = sidOf()): Promise<number> {
    const word = body.trim().toUpperCase()
    if (STOPS.includes(word)) stopped.add(from)
    if (STARTS.includes(word)) stopped.delete(from)
    const text = { sid, from, to: SANDBOX_FROM, body, status: 'received', direction: 'inbound' } as const
    sandbox.texts.push({ ...text, date_created: now().toUTCString() })
    return send(webhookUrl, { MessageSid: sid, AccountSid: SANDBOX_ACCOUNT, From: from, To: SANDBOX_FROM, Body: body })
  }

  async function report(sid: string, status: string, errorCode?: number): Promise<number> {
    const text = sandbox.texts.find((one) => one.sid === sid)
    if (!text) return 404
    text.status = status
    const code: Record<string, string> = errorCode === undefined ? {} : { ErrorCode: String(errorCode) }
    const fields = { MessageSid: sid, AccountSid: SANDBOX_ACCOUNT, MessageStatus: status, To: text.to, From: text.from }
    return send(callbacks.get(sid) ?? webhookUrl, { ...fields, ...code })
  }

  return sandbox
}
