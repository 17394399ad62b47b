import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { secretOf } from '~/models/money/paying/payments.server'
import { storeToken } from '~/models/people/accounts/links/auth-token.server'
import { newToken } from '~/models/people/accounts/token'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { inRequest } from '~/platform/request-memo.server'
import { seedCatalog } from '../../prisma/seed/catalog'
import { whileBroken } from '../../test/broken-table'
import { admin, emptyTables, recordedRide, rider, rideTypes, signedIn, weeklyPlace } from '../../test/factories'
import { openTestProvider, packageId, saveMethod } from '../../test/payments'
import { type Answer, Visitor } from '../../test/visitor'
import * as auth from './auth/auth'
import * as forgot from './auth/forgot-password'
import * as logout from './auth/logout'
import * as magic from './auth/magic-link'
import * as donationLink from './office/donations/link'
import * as lesson from './office/lessons/lesson/lesson'
import * as mark from './office/lessons/mark'
import * as newLesson from './office/lessons/new/new-lesson'
import * as manage from './office/lessons/rider/rider'
import * as undoing from './office/lessons/undo'
import * as remove from './office/students/remove-student'
import * as reset from './office/students/reset-usage'
import * as methods from './portal/pay/methods'
import { action as review } from './portal/purchase/review'

const { provider } = openTestProvider()
let office: Visitor
let emma: Awaited<ReturnType<typeof rider>>
let logged: string[]
const NUMBER = 'If it happens again, give us this code: r-17'
const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }

beforeEach(async () => {
  setClock('2026-11-20T15:00:00Z')
  await emptyTables()
  await rideTypes()
  await seedCatalog()
  office = await signedIn(await admin())
  emma = await rider({ email: 'emma@stone.example' })
  logged = []
  vi.spyOn(console, 'error').mockImplementation((line) => logged.push(String(line)))
})
afterEach(() => {
  setClock(null)
  vi.restoreAllMocks()
})

/** What a form answers while a table cannot be written, in a request with an id. */
async function failing(table: string, send: () => Promise<Answer>): Promise<Answer> {
  const answer = await whileBroken(table, () => inRequest('r-17', send))
  expect(JSON.parse(logged.at(-1) ?? '{}')).toMatchObject({
    requestId: 'r-17',
    message: expect.stringContaining('fire'),
  })
  expect(JSON.stringify(answer.body)).not.toContain('fire')
  return answer
}

describe('a fault of ours is said in the words of the specification, and the form stays', () => {
  it('in the dialogs for sign-in links', async () => {
    const cases = [
      [magic, 'Failed to generate magic link.'],
      [forgot, 'Failed to send password reset link.'],
    ] as const
    for (const [{ action }, message] of cases) {
      const { status, body } = await failing('users', () =>
        office.post(action, '/auth/magic-link', { email: 'emma@stone.example' }),
      )
      expect(status).toBe(500)
      expect(body.lastResult.error).toEqual({ '': [`${message} ${NUMBER}`] })
      expect(body.lastResult.initialValue.email).toBe('emma@stone.example')
    }
  })

  it('where a new password cannot be saved, and the link still works', async () => {
    const token = newToken()
    await storeToken('reset', 'emma@stone.example', token)
    const fields = { intent: 'reset', token, newPassword: 'new-secret', confirmPassword: 'new-secret' }
    const send = () => new Visitor().post(auth.action, `/auth?reset=${token}`, fields)
    const { status, body } = await failing('users', send)
    expect([status, body.lastResult.error]).toEqual([500, { '': [`Failed to reset password. ${NUMBER}`] }])
    expect((await send()).status).toBe(302)
  })

  it('where the month cannot be reset', async () => {
    await recordedRide(emma.id, '2026-11-10')
    const send = () => office.post(reset.action, '/students-management/reset?month=2026-11', { intent: 'reset' })
    const { status, body } = await failing('usage_adjustments', send)
    expect([status, body.lastResult.error['']]).toEqual([500, [`Something went wrong on our end. ${NUMBER}`]])
    expect((await send()).status).toBe(302)
    await prisma.usageAdjustment.deleteMany()
    const answer = await failing('usage_adjustments', () =>
      office.api('/api/reset-monthly-usage', { method: 'POST', body: {} }),
    )
    expect(answer).toMatchObject({ status: 500, body: { message: 'Failed to reset monthly usage' } })
  })

  it('where a link for a donation cannot be made', async () => {
    const env = getEnv()
    const form = env.zeffyFormUrl
    env.zeffyFormUrl = 'no address'
    try {
      const send = () => office.post(donationLink.action, '/donations/link', { purpose: 'General fund' })
      const { status, body } = await inRequest('r-17', send)
      expect([status, body.title]).toEqual([500, 'Failed to generate donation link. Please try again.'])
    } finally {
      env.zeffyFormUrl = form
    }
  })

  it('where nobody can be signed out', async () => {
    const family = await signedIn(emma)
    await failing('sessions', () => family.post(logout.action, '/logout', {}))
    expect((await family.page()).toast).toMatchObject({
      title: 'Logout failed',
      description: expect.stringContaining(NUMBER),
    })
    const answer = await failing('sessions', () => family.api('/api/logout', { method: 'POST' }))
    expect(answer).toMatchObject({ status: 500, body: { message: 'Logout failed' } })
  })

  it.each([
    ['weekly_schedule', '/api/lessons/user', 'Failed to fetch lessons'],
    ['weekly_schedule', '/api/admin/lessons/today', 'Failed to fetch lessons'],
    ['package_purchases', '/api/admin/students', 'Failed to fetch students'],
  ])('where %s cannot be read for %s', async (table, path, message) => {
    await prisma.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO away`)
    try {
      expect(await office.api(path)).toMatchObject({ status: 500, body: { message } })
    } finally {
      await prisma.$executeRawUnsafe(`ALTER TABLE away RENAME TO ${table}`)
    }
  })

  it('where a record of the year cannot be changed', async () => {
    const change = (path: string, body: object) =>
      failing('student_payments', () =>
        office.api(`/api/payments/${path}`, { method: 'POST', body: { userId: emma.id, year: 2026, ...body } }),
      )
    expect((await change('update-amount', { month: 3, amount: 45.5 })).body).toEqual({
      code: 'fault',
      message: 'Error: Failed to update manual payment amount.',
    })
    expect((await change('update-method', { paymentMethod: 'cash' })).body).toEqual({
      code: 'fault',
      message: 'Error: Failed to update payment method.',
    })
  })

  it('where a subscription cannot be made', async () => {
    await saveMethod(provider, emma.id, 'pm_card_visa')
    const family = await signedIn(emma)
    const id = await packageId()
    const fields = { package: String(id), start: 'this-month', method: 'card', paymentType: 'recurring' }
    const { status, body } = await failing('orders', async () =>
      family.post(review, '/purchase/review', { ...fields, nonce: 'a-nonce-of-sixteen-letters' }),
    )
    expect(status).toBe(500)
    expect(body.error).toBe(`There was an error creating your subscription. ${NUMBER}`)
    const answer = await failing('orders', () =>
      family.api('/api/subscriptions/create', {
        method: 'POST',
        body: { items: [{ type: 'package', id, quantity: 1 }] },
      }),
    )
    expect(answer).toMatchObject({ status: 500, body: { message: 'Failed to create subscription' } })
  })
})

describe('in the week, what failed is named', () => {
  beforeEach(async () => {
    await weeklyPlace({ riderId: emma.id, startDate: '2026-11-03' })
  })

  it('for one date and for every week', async () => {
    const send = (scope: string) => office.post(lesson.action, '/x', { scope }, slot)
    const once = await failing('lesson_removals', () => send('one-time'))
    expect(once).toMatchObject({ status: 500, body: { title: 'Failed to remove lesson for this date' } })
    const weekly = await failing('weekly_schedule', () => send('weekly'))
    expect(weekly).toMatchObject({ status: 500, body: { title: 'Failed to delete lesson. Please try again.' } })
    const added = await failing('temporary_lessons', () =>
      office.post(newLesson.action, '/admin/lessons/new', { ...slot, time: '10:00', scope: 'one-time' }),
    )
    expect(added).toMatchObject({
      status: 500,
      body: { lastResult: { initialValue: { scope: 'one-time', time: '10:00' } } },
    })
  })

  it('for a student and for attendance', async () => {
    const ride = { ...slot, riderId: emma.id }
    const removed = await failing('lesson_removals', () =>
      office.post(manage.action, '/x', { intent: 'remove-one-time' }, ride),
    )
    expect(removed).toMatchObject({ status: 500, body: { title: 'Failed to remove student from schedule.' } })
    await failing('lessons', () => office.post(mark.action, '/x', { intent: 'present', ahead: 'on' }, slot))
    expect((await office.page()).toast?.title).toBe('Failed to record attendance. Please try again.')
    await office.post(mark.action, '/x', { intent: 'present', ahead: 'on' }, slot)
    const { undo } = (await office.page()).toast ?? {}
    await failing('lessons', () => office.post(undoing.action, '/x', undo?.fields ?? {}))
    expect((await office.page()).toast?.title).toBe('Not undone')
    const { id } = await prisma.ride.findFirstOrThrow()
    const answer = await failing('lessons', () =>
      office.api(`/api/admin/lessons/${id}/attendance`, { method: 'PATCH', body: { attendance: 'absent' } }),
    )
    expect(answer.body).toEqual({ code: 'fault', message: 'Failed to update attendance. Please try again.' })
  })
})

test('a form sent after the session ended leads back to the page it stood on', async () => {
  const visitor = await signedIn(emma)
  await prisma.session.deleteMany()
  const { csrf } = await visitor.page()
  const send = (action: Parameters<Visitor['send']>[0], referer: string) =>
    visitor.send(action, '/payment-methods', {
      method: 'POST',
      headers: { Referer: referer },
      body: new URLSearchParams({ csrf, intent: 'add-card' }),
    })
  const answer = await send(methods.action, 'http://127.0.0.1:3000/?tab=payment')
  expect(answer.headers.get('Location')).toBe(`/auth?redirectTo=${encodeURIComponent('/?tab=payment')}`)
  expect((await visitor.page()).toast).toMatchObject({
    title: 'Session Expired',
    description: 'Please log in again to continue.',
  })
  const foreign = await send(remove.action, 'https://evil.example/steal')
  expect(foreign.headers.get('Location')).toBe('/auth?redirectTo=%2Fpayment-methods')
  await visitor.get(remove.loader, '/students-management/x/remove')
  expect((await visitor.page()).toast).toMatchObject({ title: 'Unauthorized' })
})

test("a provider's answer without a secret is no payment", () => {
  expect(secretOf({ client_secret: 'pi_1_secret_2' })).toBe('pi_1_secret_2')
  expect(() => secretOf({ client_secret: null })).toThrow('Invalid payment response received.')
})
