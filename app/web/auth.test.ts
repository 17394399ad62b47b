import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { canViewRider } from '~/models/people/accounts/viewer.server'
import { forgetShownSchool, getSchool } from '~/models/school/current-school.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { countTry, sweepRateLimits } from '~/platform/rate-limit.server'
import { Refused } from '~/platform/refused'
import { inRequest } from '~/platform/request-memo.server'
import { headers as rootHeaders, loader as rootLoader } from '~/root'
import { loader as customer } from '~/routes/to-portal'
import { statementsOf } from '../../test/statements'
import { Visitor } from '../../test/visitor'
import { apiAnswer, checkedBody, readJson } from './api.server'
import { getViewer, requireAdmin, requireViewer } from './auth.server'
import { redirectWithToast } from './toast.server'

const password = 'grey-pony'

const hash = await hashPassword(password)
beforeEach(async () => {
  await prisma.session.deleteMany()
  await prisma.user.deleteMany({ where: { guardianId: { not: null } } })
  await prisma.user.deleteMany()
  await prisma.rateLimit.deleteMany()
  await prisma.school.deleteMany()
  await prisma.school.create({ data: { id: 1, name: 'Meadow School' } })
  forgetShownSchool()
})

async function somebody(role = 'customer') {
  const email = `${randomUUID()}@school.example`
  const user = await prisma.user.create({ data: { email, password: hash, firstName: 'Ann', lastName: 'Lee', role } })
  const visitor = new Visitor()
  expect((await visitor.api('/api/login', { method: 'POST', body: { email, password } })).status).toBe(200)
  return { user, email, visitor }
}

const page = async ({ request }: { request: Request }) => (await requireViewer(request)).email
const office = async ({ request }: { request: Request }) => (await requireAdmin(request)).email

describe('pages', () => {
  test('A signed-out visitor is sent to sign in, told why, and comes back', async () => {
    const visitor = new Visitor()
    const { status, headers } = await visitor.get(page, '/ride-history?type=Hack')
    expect(status).toBe(302)
    expect(headers.get('Location')).toBe('/auth?redirectTo=%2Fride-history%3Ftype%3DHack')
    expect((await visitor.page()).toast).toMatchObject({
      type: 'error',
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
    })
    expect((await visitor.get(office, '/admin')).headers.get('Location')).toBe('/auth?redirectTo=%2Fadmin')
  })

  test('A return address of 14 kB is dropped, because no proxy would pass on the redirect', async () => {
    const { status, headers } = await new Visitor().get(page, `/ride-history?type=${'ä'.repeat(2_300)}`)
    expect([status, headers.get('Location')]).toEqual([302, '/auth'])
  })

  test('A customer on an admin page is refused and sent on to the portal', async () => {
    const { visitor } = await somebody()
    const { status, headers, body } = await visitor.get(office, '/admin')
    expect(status).toBe(403)
    expect(headers.get('Refresh')).toBe('1; url=/')
    expect(body).toBe('Admin privileges required to access this page.')
    const sent = rootHeaders({ errorHeaders: headers } as Parameters<typeof rootHeaders>[0])
    expect(new Headers(sent).get('Refresh')).toBe('1; url=/')
    expect((await visitor.page()).toast).toMatchObject({ type: 'error', title: 'Access Denied', description: body })
  })

  test('An admin may open an admin page', async () => {
    const { visitor, email } = await somebody('admin')
    expect((await visitor.get(office, '/admin')).body).toBe(email)
  })

  test('The return addresses of payment flows keep their query', async () => {
    const { status, headers } = await new Visitor().get(customer, '/customer?tab=history')
    expect([status, headers.get('Location')]).toEqual([302, '/?tab=history'])
  })
})

test('A rider may be viewed by themselves, their guardian and admins', async () => {
  const [parent, stranger, admin] = [await somebody(), await somebody(), await somebody('admin')]
  const child = await prisma.user.create({ data: { firstName: 'Bo', guardianId: parent.user.id } })
  const may = async ({ visitor }: { visitor: Visitor }, id: string) => {
    const answer = await visitor.get(async ({ request }) => {
      const viewer = await requireViewer(request)
      return { may: await canViewRider(viewer, id) }
    }, '/')
    return answer.body.may
  }
  expect([await may(parent, parent.user.id), await may(parent, child.id), await may(admin, child.id)]).toEqual([
    true,
    true,
    true,
  ])
  expect([
    await may(stranger, child.id),
    await may(stranger, parent.user.id),
    await may(parent, admin.user.id),
  ]).toEqual([false, false, false])
})

test('The loaders of one request query the viewer once', async () => {
  const { visitor } = await somebody()
  const twice = ({ request }: { request: Request }) =>
    inRequest('r1', () => Promise.all([getViewer(request), getViewer(new Request(request))]))
  const { body } = await visitor.get(twice, '/')
  expect(body[0]).toBe(body[1])
})

test('A page reads the viewer and the school in one statement', async () => {
  const { visitor, email } = await somebody()
  const { answer, statements } = await statementsOf(() => visitor.get(rootLoader, '/'))
  expect(answer.body).toMatchObject({ viewer: { email }, school: 'Meadow School' })
  expect(statements).toHaveLength(1)
})

test('An expired session and a blocked account are signed out, and the page still names the school', async () => {
  const { visitor, user } = await somebody()
  const seen = async () => (await visitor.get(rootLoader, '/')).body
  forgetShownSchool()
  await prisma.user.update({ where: { id: user.id }, data: { active: false } })
  expect(await seen()).toMatchObject({ viewer: null, school: 'Meadow School' })
  await prisma.user.update({ where: { id: user.id }, data: { active: true } })
  expect(await seen()).toMatchObject({ viewer: { id: user.id } })
  await prisma.session.updateMany({ data: { expire: new Date(Date.now() - 1000) } })
  expect(await seen()).toMatchObject({ viewer: null, school: 'Meadow School' })
})

test('A visitor’s page shows a name at most a moment old, and at once what this process saved', async () => {
  const seen = async () => (await new Visitor().get(rootLoader, '/')).body.school
  forgetShownSchool()
  const before = await seen()
  await prisma.school.update({ where: { id: 1 }, data: { name: 'Valley School' } })
  expect(await seen()).toBe(before)
  forgetShownSchool()
  expect(await seen()).toBe('Valley School')
  await prisma.school.update({ where: { id: 1 }, data: { name: before } })
  forgetShownSchool()
})

test('An action reads the school as it is at that moment', async () => {
  const { visitor } = await somebody()
  const renamed = async ({ request }: { request: Request }) => {
    await requireViewer(request)
    await prisma.school.update({ where: { id: 1 }, data: { name: 'Hill School' } })
    return { name: (await getSchool()).name }
  }
  const { body } = await inRequest('r2', () => visitor.send(renamed, '/', { method: 'POST' }))
  expect(body).toEqual({ name: 'Hill School' })
})

describe('api', () => {
  test('The API registers, says who is signed in, and signs out', async () => {
    const visitor = new Visitor()
    const person = {
      email: 'Ann@Lee.example',
      password,
      firstName: 'Ann',
      lastName: 'Lee',
      phone: '555',
      parentName: 'Jo',
    }
    const made = await visitor.api('/api/register', { method: 'POST', body: person })
    expect(made.status).toBe(201)
    expect(made.body.user).toMatchObject({ email: 'ann@lee.example', parentName: 'Jo', role: 'customer' })
    expect(JSON.stringify(made.body)).not.toMatch(/password|scrypt|token/i)
    const { body } = await visitor.api('/api/auth/user')
    expect(body).toEqual(made.body.user)
    expect((await visitor.api('/api/logout', { method: 'POST', body: {} })).status).toBe(200)
    expect((await visitor.api('/api/auth/user')).status).toBe(401)
  })

  test('A role or an ID in a call changes nothing, and unknown fields of a registration are refused', async () => {
    const person = { email: 'ann@lee.example', password, firstName: 'Ann', lastName: 'Lee', phone: '555' }
    const register = (more: Record<string, unknown>) =>
      new Visitor().api('/api/register', { method: 'POST', body: { ...person, ...more } })
    const refused = await register({ isAdmin: true })
    expect([refused.status, refused.body.field]).toEqual([400, 'isAdmin'])
    expect(await prisma.user.count({ where: { email: person.email } })).toBe(0)
    const { body } = await register({ role: 'admin', id: 'mine', stripeCustomerId: 'cus_1' })
    expect(body.user).toMatchObject({ role: 'customer', stripeCustomerId: null })
    expect(body.user.id).not.toBe('mine')
  })

  test('A wrong password and an unknown address get the same answer', async () => {
    const { email } = await somebody()
    const refused = { code: 'sign_in_refused', message: 'Invalid email or password' }
    for (const login of [
      { email, password: 'guess' },
      { email: 'nobody@lee.example', password },
    ]) {
      const { status, body } = await new Visitor().api('/api/login', { method: 'POST', body: login })
      expect([status, body]).toEqual([401, refused])
    }
  })

  test('Too many tries are answered with 429 in JSON', async () => {
    const { email } = await somebody()
    const key = `sign-in:from:192.0.2.1:${email}`
    await prisma.rateLimit.create({ data: { key, count: 10, resetAt: new Date(Date.now() + 60_000) } })
    const { status, headers, body } = await new Visitor().api('/api/login', {
      method: 'POST',
      body: { email, password },
    })
    expect(status).toBe(429)
    expect(headers.get('Retry-After')).toBe('60')
    expect(body).toEqual({ code: 'too_many_tries', message: 'Too many attempts. Please try again in a minute.' })
  })

  test('Guards of the API answer 401 and 403 in JSON, never with a redirect', async () => {
    const nobody = await new Visitor().api('/api/admin/stats')
    expect([nobody.status, nobody.body]).toEqual([401, { code: 'not_signed_in', message: 'Unauthorized' }])
    const { visitor } = await somebody()
    const customer = await visitor.api('/api/admin/stats')
    expect([customer.status, customer.body]).toEqual([
      403,
      { code: 'forbidden', message: 'Access Denied - Admin privileges required' },
    ])
  })

  test.each([
    ['{"email"', 'application/json', 400, 'The body is not valid JSON'],
    ['{}', 'text/plain', 415, 'The body must be application/json'],
    ['email=a', 'application/x-www-form-urlencoded', 415, 'The body must be application/json'],
    ['{}', 'application/jsonp', 415, 'The body must be application/json'],
    ['[]', 'application/json', 400, 'The body must be an object'],
    ['{"email":"ann"}', 'application/json; charset=utf-8', 400, 'email: Please enter a valid email address'],
    ['', 'application/json', 400, 'email: Please enter a valid email address'],
  ])('The body %j of type %s is answered with %i', async (body, type, status, message) => {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body }
    const answer = await new Visitor().sendApi('/api/login', init)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  test('An unexpected error is answered with 500 without details, and a refusal with its message', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fail = ({ request }: { request: Request }) =>
      apiAnswer(request, async () => {
        throw new Error('the password is hunter2')
      })
    const { status, body } = await new Visitor().get(fail, '/api/x')
    expect([status, body]).toEqual([500, { code: 'fault', message: 'Something went wrong. Please try again.' }])
    expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
      path: '/api/x',
      message: 'the password is hunter2',
    })
    log.mockRestore()
    const refuse = ({ request }: { request: Request }) =>
      apiAnswer(request, async () => {
        throw new Refused('horse_unavailable', 'Not that horse', 'horseName')
      })
    const refused = await new Visitor().get(refuse, '/api/x')
    expect([refused.status, refused.body]).toEqual([
      409,
      { code: 'horse_unavailable', message: 'Not that horse', field: 'horseName' },
    ])
  })

  test('An empty body is an empty object', async () => {
    const read = async ({ request }: { request: Request }) =>
      checkedBody(await readJson(request), z.object({ a: z.string().default('b') }))
    const { body } = await new Visitor().send(read, '/api/x', { method: 'POST' })
    expect(body).toEqual({ a: 'b' })
  })

  test('Unknown methods and paths are answered with 405 and 404', async () => {
    const put = await new Visitor().api('/api/login', { method: 'PUT', body: {} })
    expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, POST'])
    expect((await new Visitor().api('/api/auth/user', { method: 'DELETE', body: {} })).status).toBe(405)
    expect((await new Visitor().api('/api/nothing', { method: 'POST', body: {} })).body).toEqual({
      code: 'not_found',
      message: 'Not Found',
    })
    const login = await new Visitor().api('/api/login')
    expect([login.status, login.headers.get('Location')]).toEqual([302, '/auth'])
  })
})

test('Simultaneous tries each count', async () => {
  const limit = { max: 3, seconds: 60 }
  const waits = await Promise.all(Array.from({ length: 8 }, () => countTry('key', limit)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  await prisma.rateLimit.updateMany({ data: { resetAt: new Date(0) } })
  expect(await sweepRateLimits()).toBe(1)
})

test('A toast too large for a cookie loses its undo, then its description', async () => {
  const show = async (length: number, descriptionLength = 5) => {
    const visitor = new Visitor()
    const undo = { label: 'Undo', action: '/admin', fields: { rows: 'x'.repeat(length) } }
    const description = 'd'.repeat(descriptionLength)
    await visitor.get(() => redirectWithToast('/', { type: 'info', title: 'Done', description, undo }), '/')
    return (await visitor.page()).toast
  }
  expect(await show(100)).toMatchObject({ description: 'ddddd', undo: { label: 'Undo' } })
  expect(await show(9000)).toMatchObject({ description: 'ddddd' })
  expect(await show(9000)).not.toHaveProperty('undo')
  expect(await show(9000, 9000)).toMatchObject({ title: 'Done' })
})
