import { expect, test } from 'vitest'
import { sweepExpiredTokens } from '~/models/people/accounts/links/auth-token.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { verifyPassword } from '~/platform/password.server'
import { admin, rider, signedIn } from '../../../test/factories'
import { beginWithNobody, email, follow, linkFor, reset, stored, tokenOf, viewerOf } from '../../../test/links'
import { Visitor } from '../../../test/visitor'
import { action, loader } from './auth'
import { action as forgotAction } from './forgot-password'
import { action as magicAction } from './magic-link'

const MINUTE = 60_000

beginWithNobody()

/** The sign-in form's message about an expired link. */
const EXPIRED = {
  status: 400,
  body: {
    title: 'Magic Link Error',
    lastResult: { error: { '': ['The magic link is invalid or has expired.'] } },
  },
}

test('a magic link signs in once, in whatever case the address was typed', async () => {
  await rider({ email })
  const token = await linkFor('magic', ` ${email.toUpperCase()} `)
  const visitor = new Visitor()
  expect((await visitor.get(loader, `/auth?token=${token}`)).body).toEqual({ mode: 'magic', token })
  const answer = await follow(visitor, token)
  expect(answer).toRedirect('/')
  expect(await viewerOf(visitor)).toBe(email)
  const again = new Visitor()
  expect(await follow(again, token)).toMatchObject(EXPIRED)
  expect(await viewerOf(again)).toBeUndefined()
  expect(await follow(visitor, token)).toRedirect('/auth')
  await expect(visitor).toToast('Magic Link Error')
})

test('an admin goes to the dashboard', async () => {
  await admin({ email })
  expect(await follow(new Visitor(), await linkFor('magic'))).toRedirect('/admin')
})

test('a magic link works for 15 minutes, a reset link for 60, and only the latest of each', async () => {
  await rider({ email })
  const first = await linkFor('magic')
  const token = await linkFor('magic')
  const resetToken = await linkFor('reset')
  const start = Date.now()
  expect(await follow(new Visitor(), first)).toMatchObject(EXPIRED)
  setClock(new Date(start + 15 * MINUTE))
  expect(await follow(new Visitor(), token)).toMatchObject(EXPIRED)
  setClock(new Date(start + 59 * MINUTE))
  expect((await reset(new Visitor(), resetToken)).status).toBe(302)
  setClock(null)
  const late = await linkFor('reset')
  setClock(new Date(Date.now() + 61 * MINUTE))
  expect(await reset(new Visitor(), late)).toMatchObject({
    status: 400,
    body: { lastResult: { error: { '': ['The reset link is invalid or has expired. Please ask for a new one.'] } } },
  })
})

test('a reset sets the password, ends every session and every link, and works once', async () => {
  const user = await rider({ email })
  const old = await signedIn(user)
  const [magic, token] = [await linkFor('magic'), await linkFor('reset')]
  await prisma.rateLimit.create({
    data: { key: `sign-in:email:${email}`, count: 10, resetAt: new Date(Date.now() + MINUTE) },
  })
  const visitor = new Visitor()
  expect((await visitor.get(loader, `/auth?reset=${token}`)).body).toMatchObject({ mode: 'reset', token })
  const answer = await reset(visitor, token)
  expect(answer).toRedirect('/auth')
  await expect(visitor).toToast('Password Reset Successful!')
  expect(await verifyPassword('new-secret', (await stored()).password)).toBe(true)
  expect([await viewerOf(old), await viewerOf(visitor)]).toEqual([undefined, undefined])
  expect((await reset(new Visitor(), token)).status).toBe(400)
  expect(await follow(new Visitor(), magic)).toMatchObject(EXPIRED)
  const signIn = await new Visitor().post(action, '/auth', { intent: 'login', email, password: 'new-secret' })
  expect(signIn.status).toBe(302)
})

test.each([
  [{ newPassword: 'five5' }, 'newPassword', 'Password must be at least 6 characters long'],
  [{ confirmPassword: 'another' }, 'confirmPassword', "Passwords don't match"],
])('a reset with %j is refused and leaves the link as it is', async (change, field, message) => {
  await rider({ email })
  const token = await linkFor('reset')
  const { status, body } = await reset(new Visitor(), token, change)
  expect(status).toBe(400)
  expect(body.lastResult.error[field]).toEqual([message])
  expect(JSON.stringify(body)).not.toContain('new-secret')
  expect((await reset(new Visitor(), token)).status).toBe(302)
})

test('without email nobody but the demo is shown a link: the dialog says so, whoever asks', async () => {
  await rider({ email })
  Object.assign(getEnv(), { mode: 'production' })
  for (const [handler, path] of [
    [magicAction, '/auth/magic-link'],
    [forgotAction, '/auth/forgot-password'],
  ] as const) {
    const { body } = await new Visitor().post(handler, path, { email })
    expect(body.unavailable).toEqual({
      message: 'Email service unavailable. Please contact the school.',
      link: null,
    })
  }
  expect(await stored()).toMatchObject({ magicLinkToken: null, resetToken: null })
  const office = await signedIn(await admin())
  const { body } = await office.post(forgotAction, '/auth/forgot-password', { email })
  const token = tokenOf(body.unavailable.link, 'reset')
  expect((await reset(new Visitor(), token)).status).toBe(302)
  const family = await signedIn(await rider())
  expect((await family.api('/api/auth/forgot-password', { method: 'POST', body: { email } })).body.resetLink).toBeNull()
})

test('an admin is told where there is no account to open', async () => {
  const office = await signedIn(await admin())
  expect((await office.get(loader, '/auth/magic-link')).body.mode).toBe('form')
  expect(await office.get(loader, '/auth')).toRedirect('/admin')
  const { status, body } = await office.post(magicAction, '/auth/magic-link', { email: 'nobody@lee.example' })
  expect([status, body.lastResult.error.email]).toEqual([404, ['No active account has this email address.']])
})

test('the API signs in by a link and resets by one', async () => {
  await admin({ email })
  const visitor = new Visitor()
  const user = await visitor.api('/api/auth/magic-login', { method: 'POST', body: { token: await linkFor('magic') } })
  expect(user.body).toMatchObject({ email, role: 'admin' })
  expect(JSON.stringify(user.body)).not.toMatch(/password|Token/)
  expect(await viewerOf(visitor)).toBe(email)
  const done = await visitor.api('/api/auth/reset-password', {
    method: 'POST',
    body: {
      token: await linkFor('reset'),
      newPassword: 'new-secret-of-the-office',
    },
  })
  expect(done).toMatchObject({ status: 200, body: { message: 'Password Reset Successful!' } })
  expect(await visitor.api('/api/auth/magic-login', { method: 'POST', body: {} })).toMatchObject({ status: 400 })
})

test('what has expired is swept, what still works is kept', async () => {
  await rider({ email })
  await linkFor('magic')
  await linkFor('reset')
  setClock(new Date(Date.now() + 16 * MINUTE))
  expect(await sweepExpiredTokens()).toBe(1)
  expect(await stored()).toMatchObject({ magicLinkToken: null, resetToken: expect.any(String) })
})
