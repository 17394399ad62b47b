import type { Chance } from './chance'
import { oddText, TEXTS } from './odd'
import type { School } from './school'
import type { Role, Visitor } from './visitors'

/** What an input is made with. */
export interface Making {
  chance: Chance
  role: Role
  visitor: Visitor
  school: School
  /** The server's `host:port`. */
  host: string
}

export interface Request {
  method: string
  target: string
  headers: [name: string, value: string][]
  body?: Buffer
}

/** Returns the request's bytes. Default headers are added unless it names them itself. */
export function bytesOf({ method, target, headers, body }: Request, { host, visitor, chance }: Making): Buffer {
  const named = new Set(headers.map(([name]) => name.toLowerCase()))
  const usual: [string, string][] = [
    ['Host', host],
    ['Accept', 'text/html,application/json'],
    ['X-Forwarded-For', `198.51.${chance.below(100)}.${chance.below(250)}`],
    ['Connection', chance.in(0.5) ? 'close' : 'keep-alive'],
    ...(visitor.cookie ? [['Cookie', visitor.cookie] as [string, string]] : []),
    ...(chance.in(0.5) ? [['Accept-Encoding', 'gzip, br'] as [string, string]] : []),
    ...(method === 'GET' || !chance.in(0.7) ? [] : [['Origin', `http://${host}`] as [string, string]]),
    ...(body && !named.has('transfer-encoding') ? [['Content-Length', String(body.length)] as [string, string]] : []),
  ]
  const all = [...usual.filter(([name]) => !named.has(name.toLowerCase())), ...headers]
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

/** Works like `encodeURIComponent`, which throws at half a surrogate pair. */
export const encodedPart = (text: string): string =>
  text.replace(/[^\w.~!*()-]/gu, (one) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )

const SEGMENTS: Record<string, readonly string[]> = {
  kind: ['package', 'addon', 'packages'],
  date: ['2026-11-24', '2026-12-01'],
  time: ['16:00', '17:00', '09:00'],
  type: ['Group Lesson', 'Private Lesson'],
}

/** Returns an address of the route map, its parameters filled with existing values, and now and then with nonsense. */
export function addressOf(pattern: string, { chance, school }: Making): string {
  return pattern.replace(/:(\w+)|\{(\w+)\}|\*/g, (_, colon?: string, braces?: string) => {
    const name = colon ?? braces
    if (chance.in(0.3)) return encodedPart(oddText(chance))
    if (!name) return encodedPart(chance.pick(['v1/payment_intents', 'checkout', 'js/v3', 'nothing', ...TEXTS]))
    return encodedPart(SEGMENTS[name] ? chance.pick(SEGMENTS[name]) : school.values.textFor(chance, name))
  })
}

const QUERIES = [
  'tab',
  'week',
  'month',
  'year',
  'q',
  'status',
  'page',
  'date',
  'package',
  'redirectTo',
  'token',
  'reset',
  'later',
  'step',
  'sort',
  'email',
  'payment_intent',
  'session_id',
  '_data',
  '_routes',
  'index',
]

/** Returns a query with these names, or with any that a page of ours reads. */
export function queryOf({ chance, school }: Making, names: readonly string[] = []): string {
  const list = Array.from({ length: chance.pick([0, 1, 1, 2, 4]) }, () => {
    const name = names.length > 0 && chance.in(0.8) ? chance.pick(names) : chance.pick(QUERIES)
    const value = chance.in(0.5) ? school.values.textFor(chance, name) : oddText(chance)
    return `${encodedPart(name)}${chance.pick(['=', '=', '=', '[]=', ''])}${encodedPart(value.slice(0, 800))}`
  })
  return list.length > 0 ? `?${list.join('&')}` : ''
}
