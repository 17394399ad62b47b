import { encoded, filledIn, formsIn, type HtmlForm } from './forms'
import { jsonBody } from './json-bodies'
import { oddJson, oddText } from './odd'
import { addressOf, encodedPart, type Making, queryOf, type Request } from './requests'
import type { KnownForm } from './school'

/** Reads a page again as the visitor of an input; empty if it shows nothing. */
export type ReadPage = (page: string) => Promise<string>

type Maker = (making: Making, read: ReadPage) => Request | Promise<Request>

const page: Maker = (making) => {
  const { chance, role, school } = making
  const link = chance.in(0.5) && school.links[role].length > 0
  const path = link
    ? chance.pick(school.links[role]).split('?', 1)[0]!
    : addressOf(chance.pick(school.addresses), making)
  return { method: chance.in(0.9) ? 'GET' : 'HEAD', target: path + queryOf(making), headers: [] }
}

/** The data of a page without the page, as Remix's own scripts would request it. */
const data: Maker = async (making, read) => {
  const asked = await page(making, read)
  const [path = '', query] = asked.target.split('?')
  const ending = making.chance.pick(['.data', '.data', '/.data', '_root.data'])
  return { ...asked, target: `${path}${ending}${query === undefined ? '' : `?${query}`}` }
}

const call: Maker = (making) => {
  const { chance, school } = making
  const { method, path, query, body } = chance.pick(school.calls)
  const type: [string, string] = ['Content-Type', chance.in(0.95) ? 'application/json' : oddType(making)]
  const text = body && jsonBody(chance, body, school.values)
  return {
    method,
    target: addressOf(path, making) + (query.length > 0 || chance.in(0.1) ? queryOf(making, query) : ''),
    headers: text === undefined ? [] : [type],
    body: text === undefined ? undefined : Buffer.from(text),
  }
}

const form: Maker = async (making, read) => {
  const { chance, role, school, visitor } = making
  const known = chance.pick(school.forms[role])
  const sent = (chance.in(0.3) && freshForm(known, await read(known.page))) || known.form
  const fields = filledIn(chance, sent, school.values, visitor.token)
  if (sent.method === 'GET') {
    const query = fields.map(([name, value]) => `${encodedPart(name)}=${encodedPart(value)}`).join('&')
    return { method: 'GET', target: `${sent.action.split('?', 1)[0]}?${query.slice(0, 6_000)}`, headers: [] }
  }
  const { type, body } = encoded(chance, fields, sent.isMultipart)
  return { method: 'POST', target: sent.action, headers: [['Content-Type', type]], body }
}

const freshForm = ({ page, at }: KnownForm, html: string): HtmlForm | undefined => formsIn(html, page)[at]

/** A body that does not match its address nor, often, its own content type. */
const body: Maker = (making) => {
  const { chance, school } = making
  const path = chance.in(0.5) ? chance.pick(school.addresses) : chance.pick(school.calls).path
  const type = chance.in(0.6) ? chance.pick(['application/json', 'application/x-www-form-urlencoded']) : oddType(making)
  return {
    method: chance.pick(['POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'GET']),
    target: addressOf(path, making),
    headers: [['Content-Type', type]],
    body: junk(making),
  }
}

const BIG = Buffer.alloc(1_200_000, 'a=b&')

function junk({ chance, visitor }: Making): Buffer {
  const kind = chance.below(8)
  if (kind < 3) return Buffer.from(oddJson(chance))
  if (kind === 3) return Buffer.from(Array.from({ length: chance.pick([3, 3_000]) }, () => chance.below(256)))
  if (kind === 4)
    return Buffer.from(`csrf=${encodedPart(visitor.token)}&${'a[0].b=1&'.repeat(chance.pick([2, 6_000]))}`)
  if (kind === 5) return BIG.subarray(0, chance.pick([20_000, 300_000, 1_048_576, 1_048_577, 1_200_000]))
  if (kind === 6) return Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n')
  return Buffer.from(oddText(chance))
}

const oddType = ({ chance }: Making) =>
  chance.pick([
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-7',
    'application/x-www-form-urlencoded; charset=latin1',
    '*/*',
    '',
    'a'.repeat(300),
  ])

const path: Maker = (making) => {
  const { chance, school } = making
  const address = addressOf(chance.pick(school.addresses), making)
  const target = chance.pick([
    () => `/${address}`,
    () => `//${chance.pick(['%5C', '%5c/', 'evil.example', '@', ':80', '[', ''])}${address}`,
    () => `${chance.pick(['/%5c', '/%2e%2e/%5c', '/%2e%2e', '/..', '/./', '/.', '/%2f', '/;', '/\\'])}${address}`,
    () => address.replace('/', chance.pick(['/%00', '/%', '/%zz', '/%ff%fe', '/%c0%af', '/%ed%a0%80', '/%e0%80'])),
    () =>
      address +
      chance.pick([
        '/',
        '//',
        '/.',
        '/..',
        '%20',
        '%0d%0a',
        ';a=b',
        '%3F',
        '%23',
        '.json',
        '.data.data',
        '?',
        '?&',
        '?=',
        '?%',
        '?%ff',
        '#a',
      ]),
    () =>
      `${address}?${encodedPart(oddText(chance))
        .repeat(chance.pick([1, 40]))
        .slice(0, 12_000)}`,
    () => address.toUpperCase(),
    () =>
      `/${chance.pick(['assets', 'build', 'fonts', 'favicon.ico', '.env', '.git/config', '__manifest', 'healthz', 'metrics'])}${chance.pick(['', '/', '/../package.json', '/%2e%2e/%2e%2e/etc/passwd', '?p=/admin&version=1', '?p=%ff'])}`,
    () =>
      chance.pick([
        '*',
        'http://evil.example/',
        'http://',
        'https://:@/',
        'admin',
        '/\xff',
        '/a b',
        '?',
        `/${'a'.repeat(15_000)}`,
        `/${'a/'.repeat(3_000)}`,
      ]),
  ])()
  return { method: chance.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']), target, headers: [] }
}

const HEADERS: readonly string[] = [
  'Origin',
  'Host',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-For',
  'X-Request-Id',
  'Range',
  'Accept-Encoding',
  'Accept',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'Content-Length',
  'Content-Type',
  'Content-Encoding',
  'Transfer-Encoding',
  'Expect',
  'Connection',
  'Upgrade',
  'Referer',
  'Sec-Fetch-Site',
  'Sec-Fetch-Mode',
  'Authorization',
  'Purpose',
  'User-Agent',
  'Accept-Language',
  'X-HTTP-Method-Override',
  'Forwarded',
  'Date',
  'TE',
  'Trailer',
  'Keep-Alive',
  'X-Remix-Revalidate',
]
const HEADER_VALUES: readonly string[] = [
  '',
  'null',
  'x',
  'http://',
  'http://evil.example',
  'https://[::1',
  'evil.example',
  'localhost:99999',
  ':',
  'a, b, c',
  '*',
  '*/*',
  'bytes=0-',
  'bytes=-1',
  'bytes=9-1,0-0',
  'gzip;q=0, br;q=0, identity;q=0',
  'gzip, gzip, gzip',
  '"',
  'W/"a"',
  'Thu, 99 Xxx 9999 99:99:99 GMT',
  '-1',
  '5',
  '99999999999999999999',
  'chunked',
  'gzip, chunked',
  'identity',
  '100-continue',
  '200-ok',
  'upgrade',
  'websocket',
  'h2c',
  'close, keep-alive',
  'https',
  'http, https',
  'javascript',
  '1.2.3.4, unknown, ::1',
  'cross-site',
  'same-origin',
  'Basic Og==',
  'Bearer x',
  '\xff\xfe',
  'prefetch',
  'DELETE',
  'for="[::1]";host=evil.example',
  '%00',
  'ab'.repeat(4_000),
]

const header: Maker = async (making, read) => {
  const { chance } = making
  const asked = await chance.pick([page, page, call, form])(making, read)
  const odd = Array.from({ length: chance.pick([1, 1, 2, 5]) }, (): [string, string] => [
    chance.pick(HEADERS),
    chance.pick(HEADER_VALUES),
  ])
  const many = chance.in(0.05) ? Array.from({ length: 2_100 }, (_, n): [string, string] => [`X-${n}`, '']) : []
  const names = new Set(odd.map(([name]) => name))
  return { ...asked, headers: [...asked.headers.filter(([name]) => !names.has(name)), ...odd, ...many] }
}

const cookie: Maker = async (making, read) => {
  const { chance, visitor } = making
  const asked = await chance.pick([page, page, call, form])(making, read)
  const own = visitor.cookie || '__session=x.y; csrf=x.y'
  const value = chance.pick([
    () => own.slice(0, chance.below(own.length)),
    () => own.replace('__session', 'csrf').replace('csrf', '__session'),
    () => own.split('; ').reverse().join(';'),
    () => own.replaceAll('=', '=='),
    () => `${own}; ${'a=b; '.repeat(1_000)}`,
    () => `__session=${'a'.repeat(7_000)}`,
    () => `__session=${encodedPart(oddText(chance)).slice(0, 5_000)}`,
    () => `__session=${Buffer.from(oddJson(chance).slice(0, 3_000)).toString('base64')}.x`,
    () => `en_toast=${Buffer.from(oddJson(chance).slice(0, 3_000)).toString('base64')}; toast=%ff; theme=[]`,
    () => `${own}; __proto__=1; constructor=2; csrf=%; =; ;;`,
    () => own.toUpperCase(),
  ])()
  return { ...asked, headers: [...asked.headers, ['Cookie', value.replace(/[\r\n\0]/g, '')]] }
}

const method: Maker = (making) => {
  const { chance, school } = making
  return {
    method: chance.pick([
      'TRACE',
      'CONNECT',
      'PROPFIND',
      'PURGE',
      'SEARCH',
      'M-SEARCH',
      'OPTIONS',
      'OPTIONS',
      'PATCH',
      'PUT',
      'DELETE',
      'HEAD',
      'LOCK',
      'get',
      'QUERY',
      'FOO',
    ]),
    target: addressOf(chance.in(0.6) ? chance.pick(school.addresses) : chance.pick(school.calls).path, making),
    headers: [],
  }
}

/** Functions that make each kind of request, apart from those about the connection. */
export const MAKERS = { page, data, call, form, body, path, header, cookie, method } satisfies Record<string, Maker>
