import type { RouteConfigEntry } from '@remix-run/route-config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { table } from '~/api'
import { problem } from '~/api/table/fields'
import routes from '~/routes'
import { PlainBrowser } from '../harness/plain-browser'
import { ACTORS, type Actor, type Answer, type DoorSchool, openDoorSchool } from './school'
import { DEMO, DEMO_REST, DOORS, type Door, REST, type Same, type Who } from './table'

const OTHERS = ['PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS']
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'Content-Type': 'application/json' }
const FOREIGN = { Origin: 'https://evil.example' }
const AT_ONCE = 6
/**
 * One actor of each role, who also sends HEAD, which is GET without a body, and the methods that an address lacks: whether
 * it has one does not depend on which visitor or which family asks.
 */
const SENDS_EVERY_METHOD: readonly Actor[] = ['nobody', 'rider', 'instructor', 'admin']

let school: DoorSchool
let tried = 0

beforeAll(async () => {
  school = await openDoorSchool('production')
})
afterAll(async () => {
  await school?.stop()
  console.info(`doors tried: ${tried}`)
})

/** Returns every address of the route map: every route with a path of its own. */
function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    return [...(path !== undefined || index ? [`/${address}`] : []), ...addressesOf(children, address)]
  })
}

const isSignedOut = (actor: Actor) => ['nobody', 'forged', 'blocked'].includes(actor)
function mayEnter(who: Who, actor: Actor): boolean {
  if (who === 'anyone') return true
  if (who === 'signed-in') return !isSignedOut(actor)
  if (who === 'staff') return actor === 'instructor' || actor === 'admin'
  if (who === 'instructor' || actor === 'instructor') return who === actor
  return who === 'viewer' ? !isSignedOut(actor) : actor === 'admin'
}
/** Returns the status of a refused actor: signed-out visitors are redirected to sign in; a family gets the access-denied screen. */
const turnedAway = (actor: Actor) => (isSignedOut(actor) ? 302 : 403)

function expectedLook({ look, answers = {} }: Door, actor: Actor): number {
  if (typeof look === 'number') return look
  return mayEnter(look, actor) ? (answers[actor] ?? 200) : turnedAway(actor)
}

/** Returns the status of a form without its token: 403, even for those who may send it. */
function expectedForm({ form, guarded }: Door, actor: Actor): number {
  if (form) return mayEnter(form, actor) ? 403 : turnedAway(actor)
  return guarded && isSignedOut(actor) ? 302 : 405
}

/** Sends a request, and checks what every answer must have: it is never stored, and no other site may read it. */
async function ask(school: DoorSchool, ...given: Parameters<DoorSchool['ask']>): Promise<Answer> {
  tried++
  const answer = await school.ask(...given)
  const told = `${given.slice(0, 3).join(' ')}: ${answer.status}`
  expect(answer.headers['cache-control'], told).toContain('no-store')
  // A page of ours calls the sandbox across origins, as it would the provider.
  if (!given[2].startsWith('/sandbox/')) expect(answer.headers['access-control-allow-origin'], told).toBeUndefined()
  expect(answer.status, told).toBeLessThan(500)
  expect(answer.body.split('<main').length - 1, told).toBeLessThanOrEqual(1)
  return answer
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const take = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
}

/** Sends GET and POST as every actor, and the other methods as one of each role. */
async function opens(school: DoorSchool, pattern: string, row: Door): Promise<void> {
  const at = row.at?.(school.ids) ?? pattern
  await inTurns(ACTORS, async (actor) => {
    const look = await ask(school, actor, 'GET', at)
    expect([actor, 'GET', look.status]).toEqual([actor, 'GET', expectedLook(row, actor)])
    const form = await ask(school, actor, 'POST', at, FORM, 'intent=nothing')
    expect([actor, 'POST', form.status]).toEqual([actor, 'POST', expectedForm(row, actor)])
    const foreign = await ask(school, actor, 'POST', at, { ...FORM, ...FOREIGN }, 'intent=nothing')
    expect([actor, 'POST from elsewhere', foreign.status]).toEqual([actor, 'POST from elsewhere', 403])
    if (!SENDS_EVERY_METHOD.includes(actor)) return
    const head = await ask(school, actor, 'HEAD', at)
    expect([actor, 'HEAD', head.status, head.body]).toEqual([actor, 'HEAD', look.status, ''])
    for (const method of OTHERS) {
      const { status, headers } = await ask(school, actor, method, at)
      expect([actor, method, status]).toEqual([actor, method, 405])
      expect(headers.allow, `${method} ${at}`).toContain('GET')
    }
  })
}

async function isTheSame(school: DoorSchool, pattern: string, { at = pattern, get, post, foreign = 403 }: Same) {
  await inTurns(ACTORS, async (actor) => {
    const look = await ask(school, actor, 'GET', at)
    const form = await ask(school, actor, 'POST', at, FORM, 'a=b')
    expect([actor, look.status, form.status]).toEqual([actor, get, post])
    expect((await ask(school, actor, 'POST', at, { ...FORM, ...FOREIGN }, 'a=b')).status).toBe(foreign)
    expect((await ask(school, actor, 'TRACE', at)).status).toBe(405)
  })
}

describe('Every address of the route map', () => {
  test('Every address has a row in the table, and each row has an address', () => {
    const addresses = new Set(addressesOf(routes as RouteConfigEntry[]))
    addresses.delete('/api/*')
    const rows = [DOORS, REST, DEMO, DEMO_REST].flatMap((table) => Object.keys(table))
    expect(rows.sort()).toEqual([...addresses].sort())
  })

  test.each(Object.entries(DOORS))('%s answers those whom it serves, by the methods it has', (pattern, row) =>
    opens(school, pattern, row),
  )

  test.each(Object.entries(REST))('%s is the same for everyone', (pattern, row) => isTheSame(school, pattern, row))

  test.each([...Object.keys(DEMO), ...Object.values(DEMO_REST).map(({ at = '' }) => at)])(
    '%s does not exist in production',
    async (at) => {
      await inTurns(ACTORS, async (actor) => {
        const look = await ask(school, actor, 'GET', at)
        expect([actor, look.status]).toEqual([actor, 404])
        expect((await ask(school, actor, 'POST', at, FORM, 'intent=nothing')).status).toBeOneOf([404, 405])
      })
    },
  )

  test('A form with the token of another browser is refused', async () => {
    const [, token = ''] =
      /name="csrf" value="([^"]+)"/.exec((await ask(school, 'rider', 'GET', '/profile/edit')).body) ?? []
    expect(token).not.toBe('')
    const forms = Object.entries(DOORS).filter(([, { form }]) => form)
    await inTurns(forms, async ([pattern, { at }]) => {
      const body = new URLSearchParams({ csrf: token, intent: 'nothing' }).toString()
      expect([pattern, (await ask(school, 'admin', 'POST', at?.(school.ids) ?? pattern, FORM, body)).status]).toEqual([
        pattern,
        403,
      ])
    })
  })
})

describe('Every call of the API', () => {
  const calls = Object.values(table).flat()
  const paths = [...new Set(calls.map(({ path }) => path))]

  test.each(paths)('The call %s answers those whom it serves, by the methods it has', async (path) => {
    const at = `/api${path.replace(/\{(id|userId)\}/, school.ids.rider).replace(/\{\w+\}/g, '1')}`
    await inTurns(ACTORS, async (actor) => {
      for (const method of ['GET', 'HEAD', 'POST', ...OTHERS]) {
        const call = calls.find(
          (one) => one.path === path && one.method === (method === 'HEAD' ? 'get' : method.toLowerCase()),
        )
        const cell = `${actor} ${method}`
        if (!call) {
          if (!SENDS_EVERY_METHOD.includes(actor)) continue
          expect([cell, (await ask(school, actor, method, at)).status]).toEqual([cell, 405])
          continue
        }
        const who: Who = call.for === 'admin' ? 'office' : call.for
        const changes = !['GET', 'HEAD'].includes(method)
        if (changes) {
          const { status } = await ask(school, actor, method, at, { ...JSON_BODY, ...FOREIGN }, '{}')
          expect([cell, 'from elsewhere', status]).toEqual([cell, 'from elsewhere', 403])
        }
        if (!mayEnter(who, actor)) {
          const { status, body } = await ask(school, actor, method, at, JSON_BODY, changes ? '{}' : undefined)
          expect([cell, status]).toEqual([cell, isSignedOut(actor) ? 401 : 403])
          if (method !== 'HEAD') expect(problem.safeParse(JSON.parse(body)).error?.message, cell).toBeUndefined()
        } else if (!changes) {
          // What each call answers is checked by its own test; here only access is.
          expect([cell, [401, 403, 405].includes((await ask(school, actor, method, at)).status)]).toEqual([cell, false])
        }
      }
    })
  })
})

describe('Addresses that only the demo has', () => {
  let demo: DoorSchool
  beforeAll(async () => {
    demo = await openDoorSchool('demo')
  })
  afterAll(() => demo?.stop())

  test.each(Object.entries(DEMO))(
    'In the demo %s answers those whom it serves, by the methods it has',
    (pattern, row) => opens(demo, pattern, row),
  )

  test.each(Object.entries(DEMO_REST))('In the demo %s is the same for everyone', (pattern, row) =>
    isTheSame(demo, pattern, row),
  )

  test('The demo reports the result of its own forms in the specification’s words', async () => {
    const browser = new PlainBrowser(demo.url)
    const link = { press: 'Generate Magic Link', fill: { email: 'rider@stirrup.example' } }
    const { text: made } = await browser.send('/auth/magic-link', link)
    for (const words of ['Email service unavailable', 'Magic Link Generated', 'Close']) expect(made).toContain(words)
    const { text: reset } = await browser.send('/auth/forgot-password', { ...link, press: 'Send Reset Link' })
    expect(reset).toContain('Password Reset Link Generated')
    const logIn = async (fill: Record<string, string>) =>
      (await browser.send('/test-login', { press: 'Log In', fill })).text
    expect(await logIn({})).toContain('Please select a user')
    expect(await logIn({ userId: 'nobody' })).toContain('Login failed: Unable to authenticate test user.')
    const { status, body } = await browser.call('POST', '/api/auth/test-login', {})
    expect([status, body.message]).toEqual([400, expect.stringContaining('Please select a user')])
    expect(await logIn({ userId: demo.ids.rider })).toContain('Login successful')
    const email = 'portal@doors.example'
    const person = { firstName: 'Dora', lastName: 'Portal', phone: '845-555-0177', email, password: 'a-door-for-all' }
    expect((await browser.call('POST', '/api/register', person)).status).toBeLessThan(300)
    const { html } = await browser.open('/working-portal')
    const [, bought = ''] = /<option value="(\d+)"/.exec(html) ?? []
    const subscribe = async (fill: Record<string, string>) =>
      (await browser.send('/working-portal', { press: 'Start Subscription', fill })).text
    expect(await subscribe({ package: '' })).toContain('Please select a package first')
    expect(await subscribe({ package: bought, month: '' })).toContain('Please select a start month')
  })
})
