import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { rider, signedIn } from '../../../test/factories'
import { beginWithNobody, email, follow, linkFor, reset, stored, viewerOf } from '../../../test/links'
import { Visitor } from '../../../test/visitor'
import { action, loader } from './auth'

beginWithNobody()

test('a mail scanner that looks at the link does not use it up', async () => {
  await rider({ email })
  const token = await linkFor('magic')
  for (let i = 0; i < 3; i++) await new Visitor().get(loader, `/auth?token=${token}`)
  const visitor = new Visitor()
  await follow(visitor, token)
  expect(await viewerOf(visitor)).toBe(email)
})

test('of two who follow a link at the same moment one is signed in', async () => {
  await rider({ email })
  const token = await linkFor('magic')
  const visitors = [new Visitor(), new Visitor()]
  const answers = await Promise.all(visitors.map((visitor) => follow(visitor, token)))
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400])
})

test('the database holds hashes: what a copy of it shows opens nothing', async () => {
  await rider({ email })
  const token = await linkFor('magic')
  const { magicLinkToken } = await stored()
  expect(magicLinkToken).toMatch(/^[0-9a-f]{64}$/)
  expect(magicLinkToken).not.toContain(token)
  expect((await follow(new Visitor(), magicLinkToken ?? '')).status).toBe(400)
})

test('the session that a browser came with does not survive signing in by a link', async () => {
  const attacker = await signedIn(await rider())
  const planted = attacker.cookies.get('__session') ?? ''
  await rider({ email })
  const victim = new Visitor()
  victim.cookies.set('__session', planted)
  await follow(victim, await linkFor('magic'))
  expect(victim.cookies.get('__session')).not.toBe(planted)
  expect(await viewerOf(attacker)).toBeUndefined()
  expect(await viewerOf(victim)).toBe(email)
})

test('a magic token resets nothing and a reset token signs nobody in', async () => {
  await rider({ email })
  const [magic, token] = [await linkFor('magic'), await linkFor('reset')]
  expect((await reset(new Visitor(), magic)).status).toBe(400)
  expect((await follow(new Visitor(), token)).status).toBe(400)
})

test('links of a deactivated user open nothing, and none is made for them', async () => {
  await rider({ email })
  const [magic, token] = [await linkFor('magic'), await linkFor('reset')]
  await prisma.user.updateMany({ data: { active: false } })
  expect((await follow(new Visitor(), magic)).status).toBe(400)
  expect((await reset(new Visitor(), token)).status).toBe(400)
  const before = (await stored()).magicLinkToken
  await new Visitor().api('/api/auth/magic-link', { method: 'POST', body: { email } })
  expect((await stored()).magicLinkToken).toBe(before)
})

test.each([
  ['magic', '/api/auth/magic-link'],
  ['reset', '/api/auth/forgot-password'],
])('an answer about a %s link is the same for an address without an account', async (_, path) => {
  await rider({ email })
  const shapeOf = async (to: string) => {
    const { status, body } = await new Visitor().api(path, { method: 'POST', body: { email: to } })
    return { status, text: JSON.stringify(body).replace(/=[\w-]{43}/, '=token') }
  }
  for (const env of [{ mode: 'demo' }, { mode: 'production' }]) {
    Object.assign(getEnv(), env)
    expect(await shapeOf('nobody@lee.example')).toEqual(await shapeOf(email))
  }
})

test('the Host header of a request never gets into a link', async () => {
  await rider({ email })
  const visitor = new Visitor()
  for (const header of ['Host', 'X-Forwarded-Host', 'Forwarded']) {
    const { body } = await visitor.sendApi('http://evil.example/api/auth/magic-link', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [header]: 'evil.example' },
      body: JSON.stringify({ email }),
    })
    expect(body.magicLink.startsWith(`${getEnv().appUrl}/auth?token=`)).toBe(true)
  }
})

test('a link leads only to our own pages', async () => {
  await rider({ email })
  const token = await linkFor('magic')
  const path = '/auth?redirectTo=https%3A%2F%2Fevil.example'
  const answer = await new Visitor().post(action, path, { intent: 'magic-login', token, redirectTo: '//evil.example' })
  expect(answer.headers.get('Location')).toBe('/')
})

test('whoever tries tokens has to wait, and so does whoever asks for many links', async () => {
  await rider({ email })
  const token = await linkFor('magic')
  const guesser = new Visitor('198.51.100.9')
  for (let i = 0; i < 30; i++)
    expect((await guesser.api('/api/auth/magic-login', { method: 'POST', body: { token: `g${i}` } })).status).toBe(400)
  expect((await guesser.api('/api/auth/magic-login', { method: 'POST', body: { token } })).status).toBe(429)
  expect(
    (await guesser.api('/api/auth/reset-password', { method: 'POST', body: { token, newPassword: 'secret' } })).status,
  ).toBe(429)
  await prisma.rateLimit.deleteMany()
  const ask = (to: string) => new Visitor().api('/api/auth/magic-link', { method: 'POST', body: { email: to } })
  for (const to of [email, 'nobody@lee.example']) {
    for (let i = 0; i < 5; i++) expect((await ask(to)).status).toBe(200)
    expect((await ask(to)).status).toBe(429)
  }
})
