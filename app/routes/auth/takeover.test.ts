import { expect, test } from 'vitest'
import { addFamilyRider } from '~/models/people/families/family-change.server'
import { updateContact } from '~/models/people/families/student.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { admin, rider, signedIn } from '../../../test/factories'
import { beginWithNobody, email, follow, linkFor, reset, stored, tokenOf, viewerOf } from '../../../test/links'
import { Visitor } from '../../../test/visitor'
import { action, loader } from './auth'
import { action as confirmAction, loader as confirmLoader } from './confirm-address'

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
  expect(answer).toRedirect('/')
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
  const curious = new Visitor('198.51.100.10')
  const ask = (to: string) => curious.api('/api/auth/magic-link', { method: 'POST', body: { email: to } })
  for (let i = 0; i < 30; i++) expect((await ask(`nobody${i}@lee.example`)).status).toBe(200)
  expect((await ask(email)).status).toBe(429)
})

/** Someone registers an address that may not be theirs. */
async function stranger() {
  const visitor = new Visitor()
  const body = { firstName: 'F', lastName: 'L', email, phone: '5550100', password: 'the-strangers' }
  expect((await visitor.api('/api/register', { method: 'POST', body })).status).toBe(201)
  return visitor
}
const signIn = (password: string) =>
  new Visitor().api('/api/login', { method: 'POST', body: { email, password } }).then(({ status }) => status)
const mailed = async () => prisma.outboxEmail.findFirstOrThrow({ where: { recipient: email }, orderBy: { id: 'desc' } })
const confirmToken = async () => /confirm-address\?token=([\w-]{43})/.exec((await mailed()).text)?.[1] ?? ''
const confirm = (visitor: Visitor, token: string) =>
  visitor.post(confirmAction, `/confirm-address?token=${token}`, { intent: 'confirm', token })

test('The first link of a parent ends the session and the password of a stranger who registered the address before', async () => {
  const other = await stranger()
  const parent = new Visitor()
  const answer = await follow(parent, await linkFor('magic'))
  expect(await viewerOf(other)).toBeUndefined()
  expect(await signIn('the-strangers')).toBe(401)
  expect(await viewerOf(parent)).toBe(email)
  const to = answer.headers.get('Location') ?? ''
  expect(to).toMatch(/^\/auth\?reset=[\w-]{43}&ended=1$/)
  expect((await parent.get(loader, to)).body).toMatchObject({ mode: 'reset', isEnded: true })
  expect((await reset(parent, tokenOf(new URL(to, getEnv().appUrl).href, 'reset'))).status).toBe(302)
  expect(await signIn('new-secret')).toBe(200)
  const [line] = await prisma.auditEntry.findMany({
    where: { action: 'account.confirm', entityId: (await stored()).id },
  })
  expect(line?.detail).toEqual({ ended: expect.any(String) })
})

test('The second link of an address ends nothing', async () => {
  await stranger()
  await follow(new Visitor(), await linkFor('magic'))
  const phone = new Visitor()
  await follow(phone, await linkFor('magic'))
  await follow(new Visitor(), await linkFor('magic'))
  expect(await viewerOf(phone)).toBe(email)
})

test('A link into an address that nobody proved ends the password by a call too', async () => {
  const other = await stranger()
  const parent = new Visitor()
  const token = await linkFor('magic')
  expect((await parent.api('/api/auth/magic-login', { method: 'POST', body: { token } })).status).toBe(200)
  expect([await viewerOf(other), await signIn('the-strangers')]).toEqual([undefined, 401])
})

test('Who registers is mailed a link, and keeps password and session by opening it there', async () => {
  const family = await stranger()
  expect((await family.page()).viewer).toMatchObject({ email })
  const token = await confirmToken()
  expect((await family.get(confirmLoader, `/confirm-address?token=${token}`)).body.link).toMatchObject({
    isTheirs: true,
  })
  expect(await confirm(family, token)).toRedirect('/')
  expect([await viewerOf(family), await signIn('the-strangers')]).toEqual([email, 200])
  expect((await stored()).emailVerifiedAt).not.toBeNull()
  expect((await confirm(family, token)).status).toBe(400)
})

test('The link of another’s registration, opened in the mailbox that it came to, puts the other one out', async () => {
  const other = await stranger()
  const parent = new Visitor()
  const token = await confirmToken()
  expect((await parent.get(confirmLoader, `/confirm-address?token=${token}`)).body.link).toMatchObject({
    isTheirs: false,
  })
  expect((await confirm(parent, token)).headers.get('Location')).toContain('ended=1')
  expect([await viewerOf(other), await signIn('the-strangers'), await viewerOf(parent)]).toEqual([
    undefined,
    401,
    email,
  ])
})

test('The link is mailed again to whoever asks, by form and call, and the one before ends', async () => {
  const family = await stranger()
  const first = await confirmToken()
  expect((await family.post(confirmAction, '/confirm-address', { intent: 'send' })).status).toBe(302)
  expect(await confirmToken()).not.toBe(first)
  expect((await confirm(family, first)).status).toBe(400)
  expect((await family.api('/api/auth/address-link', { method: 'POST' })).body).toEqual({ emailSent: true })
  const body = { token: await confirmToken() }
  expect((await family.api('/api/auth/confirm-address', { method: 'POST', body })).body).toMatchObject({ email })
  expect((await family.api('/api/auth/address-link', { method: 'POST' })).body).toEqual({ emailSent: false })
  expect(
    (await new Visitor().post(confirmAction, '/confirm-address', { intent: 'send' })).headers.get('Location'),
  ).toContain('/auth?redirectTo=')
})

test('Children are not given to whoever registered the address of their parent', async () => {
  const other = await stranger()
  const office = await admin()
  await addFamilyRider(office.id, (await stored()).id, { firstName: 'Lia', lastName: 'Lee', birthDate: null })
  expect([await viewerOf(other), await signIn('the-strangers')]).toEqual([undefined, 401])
})

test('An address that the office gives an account is not opened by the password from before', async () => {
  const other = await stranger()
  const [office, { id }] = [await admin(), await stored()]
  await withTx((tx) => updateContact(tx, office.id, id, { email: `moved.${email}` }))
  expect(await viewerOf(other)).toBeUndefined()
  const after = await prisma.user.findUniqueOrThrow({ where: { id } })
  expect(after).toMatchObject({ password: 'none', emailVerifiedAt: expect.any(Date) })
})
