import type { RouteConfigEntry } from '@remix-run/route-config'
import { inlined } from '../../app/api/table/inlined'
import routes from '../../app/routes'
import { type Field, formsIn, type HtmlForm } from './forms'
import type { JsonSchema } from './json-bodies'
import { Values } from './values'
import { ROLES, type Role, type Visitors } from './visitors'

interface ApiCall {
  method: string
  /** The path, with its parameters in braces. */
  path: string
  query: string[]
  body?: JsonSchema
}

export interface KnownForm {
  page: string
  /** The index of the form on its page. */
  at: number
  form: HtmlForm
}

/** What inputs are made from. */
export interface School {
  /** Every address of the route map, with its parameters. */
  addresses: string[]
  calls: ApiCall[]
  values: Values
  /** Addresses of pages that links lead to. */
  links: Record<Role, string[]>
  forms: Record<Role, KnownForm[]>
}

const addressesOf = (entries: readonly RouteConfigEntry[], above = ''): string[] =>
  entries.flatMap(({ path = '', children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    return [`/${address}`, ...addressesOf(children, address)]
  })

const patternOf = (address: string) => new RegExp(`^${address.replace(/:\w+|\*/g, '[^/]+')}$`)

/** Reads the API's document and answers, and follows links as every role, visiting each address once. */
export async function survey(url: string, visitors: Visitors): Promise<School> {
  const get = (path: string, role: Role) =>
    fetch(url + path, { headers: { cookie: visitors.of(role).cookie }, redirect: 'manual' })
  const addresses = [...new Set(addressesOf(routes))]
  const calls = callsOf(inlined(await (await get('/api/openapi.json', 'nobody')).json()))
  const values = new Values()
  for (const { method, path, query } of calls) {
    if (method !== 'GET' || path.includes('{')) continue
    const days = query.includes('startDate') ? '?startDate=2026-11-01&endDate=2026-12-31' : ''
    const answer = await get(path + days, 'admin')
    if (answer.headers.get('content-type')?.includes('json')) values.learn(await answer.json())
  }
  const patterns = addresses
    .map((address) => ({ address, pattern: patternOf(address), fixed: address.replace(/:\w+|\*/g, '').length }))
    .sort((a, b) => b.fixed - a.fixed)
  const found = await Promise.all(ROLES.map((role) => walk((path) => get(path, role), patterns)))
  const byRole = <Part>(part: (seen: Walked) => Part) =>
    Object.fromEntries(ROLES.map((role, at) => [role, part(found[at]!)])) as Record<Role, Part>
  return { addresses, calls, values, links: byRole(({ links }) => links), forms: byRole(({ forms }) => forms) }
}

interface Walked {
  links: string[]
  forms: KnownForm[]
}

async function walk(
  get: (path: string) => Promise<Response>,
  patterns: { address: string; pattern: RegExp }[],
): Promise<Walked> {
  const patternFor = (path: string) => patterns.find(({ pattern }) => pattern.test(path))?.address
  const queue = patterns.map(({ address }) => address).filter((address) => !/[:*]/.test(address))
  const known = new Set(queue)
  const walked: Walked = { links: [], forms: [] }
  for (let page = queue.shift(); page; page = queue.shift()) {
    const answer = await get(page)
    if (answer.status !== 200 || !answer.headers.get('content-type')?.includes('html')) {
      await answer.body?.cancel()
      continue
    }
    const html = await answer.text()
    const here = page
    walked.links.push(here)
    walked.forms.push(...formsIn(html, here).map((form, at) => ({ page: here, at, form })))
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*href="(\/[^"#]*)/g)) {
      const link = href.replaceAll('&amp;', '&')
      const pattern = patternFor(link.split('?', 1)[0] ?? '')
      if (!pattern || known.has(pattern)) continue
      known.add(pattern)
      queue.push(link)
    }
  }
  // The demo's one-tap sign-ins, sent with another password, would lock these accounts.
  const forms = walked.forms.filter(({ form }) => !form.fields.some(isGivenPassword))
  // A list of riders has the same form in each row.
  const kinds = new Map(forms.map((one) => [kindOf(one), one]))
  return { links: walked.links, forms: [...kinds.values()] }
}

const isGivenPassword = ({ name, type }: Field) => name === 'password' && type === 'hidden'

const kindOf = ({ form: { action, fields, buttons } }: KnownForm) =>
  JSON.stringify([
    action.replace(/\?.*|[\w-]*\d[\w:-]*/g, ''),
    fields.map(({ name }) => name.replace(/\d+/g, '')),
    buttons.map(({ value }) => value.replace(/\d+/g, '')),
  ])

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string }[]
        requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
      }
    >
  >
}

const callsOf = ({ paths }: OpenApi): ApiCall[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      body: requestBody?.content['application/json'].schema,
    })),
  )
