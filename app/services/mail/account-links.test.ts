import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { action as authAction } from '~/routes/auth/auth'
import { action as forgotAction } from '~/routes/auth/forgot-password'
import { action as magicAction } from '~/routes/auth/magic-link'
import { admin, rider, signedIn } from '../../../test/factories'
import { linkIn, startMailServer } from '../../../test/mail-server'
import { Visitor } from '../../../test/visitor'
import { requestLink } from './account-links.server'

const settings = getEnv()
const usual = { mode: settings.mode, smtpUrl: settings.smtpUrl }
const email = 'ann@lee.example'
const stops: (() => Promise<void>)[] = []

beforeEach(async () => {
  settings.mode = 'production'
  await prisma.session.deleteMany()
  await prisma.user.deleteMany()
  await prisma.outboxEmail.deleteMany()
  await prisma.rateLimit.deleteMany()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  Object.assign(settings, usual)
  vi.restoreAllMocks()
})

async function mailServer() {
  const server = await startMailServer()
  stops.push(server.stop)
  settings.smtpUrl = server.url
  return server
}

test('A magic link by email recovers an account', async () => {
  const { received } = await mailServer()
  await rider({ email, firstName: 'Ann' })
  const visitor = new Visitor()
  const answer = await visitor.post(magicAction, '/auth/magic-link', { email: 'ANN@lee.example' })
  expect(answer.headers.get('Location')).toBe('/auth')
  expect((await visitor.page()).toast).toMatchObject({ title: 'Magic Link Sent!' })
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]?.to).toEqual([email])
  const link = linkIn(received[0]?.source ?? '')
  expect(link.origin).toBe(settings.appUrl)
  const token = link.searchParams.get('token') ?? ''
  await visitor.post(authAction, '/auth', { intent: 'magic-login', token })
  expect((await visitor.page()).viewer).toMatchObject({ email })
})

test('A password reset link by email recovers an account', async () => {
  const { received } = await mailServer()
  await rider({ email })
  const visitor = new Visitor()
  await visitor.post(forgotAction, '/auth/forgot-password', { email })
  expect((await visitor.page()).toast).toMatchObject({ title: 'Password Reset Link Sent!' })
  await expect.poll(() => received.length).toBe(1)
  const token = linkIn(received[0]?.source ?? '').searchParams.get('reset') ?? ''
  const password = { newPassword: 'new-secret', confirmPassword: 'new-secret' }
  await visitor.post(authAction, `/auth?reset=${token}`, { intent: 'reset', token, ...password })
  await visitor.post(authAction, '/auth', { intent: 'login', email, password: 'new-secret' })
  expect((await visitor.page()).viewer).toMatchObject({ email })
})

test('Nothing is mailed to an address without an account, and the answer is the same', async () => {
  const { received } = await mailServer()
  await rider({ email })
  const ask = async (to: string) => {
    const { status, body } = await new Visitor().api('/api/auth/magic-link', { method: 'POST', body: { email: to } })
    return { status, body }
  }
  const known = await ask(email)
  await expect.poll(() => received.length).toBe(1)
  expect(await ask('nobody@lee.example')).toEqual(known)
  expect(known.body).toMatchObject({ emailSent: true, magicLink: null })
  expect(await prisma.outboxEmail.count()).toBe(1)
})

test('The answer does not wait for what depends on the account', async () => {
  let accept = () => {}
  const accepted = new Promise<void>((resolve) => {
    accept = resolve
  })
  let mails = 0
  const slow = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    async onData(stream, _, done) {
      await text(stream)
      await accepted
      mails++
      done()
    },
  })
  await once(slow.listen(0, '127.0.0.1'), 'listening')
  stops.push(() => new Promise((resolve) => slow.close(resolve)))
  settings.smtpUrl = `smtp://127.0.0.1:${(slow.server.address() as AddressInfo).port}`
  await rider({ email })
  expect((await requestLink('magic', email, null)).emailSent).toBe(true)
  expect(mails).toBe(0)
  accept()
  await expect.poll(() => prisma.outboxEmail.count({ where: { sentAt: { not: null } } })).toBe(1)
})

test('If the mail server does not answer, the message is the same for everyone and no link is shown', async () => {
  const { url, stop } = await startMailServer()
  await stop()
  settings.smtpUrl = url
  await rider({ email })
  for (const to of [email, 'nobody@lee.example']) {
    expect(await requestLink('reset', to, null)).toEqual({
      emailSent: false,
      isRepeated: false,
      message: 'Email service unavailable. Please contact the school.',
      link: null,
    })
  }
  expect((await prisma.user.findUniqueOrThrow({ where: { email } })).resetToken).toBeNull()
})

test('A link that the office requests is recorded, and one into another administrator’s account is never handed over', async () => {
  settings.smtpUrl = undefined
  const office = await signedIn(await admin())
  const family = await rider({ email })
  const other = await admin({ email: 'bea@school.example', password: 'scrypt$1' })
  const ask = (path: string, to: string) => office.api(path, { method: 'POST', body: { email: to } })
  expect((await ask('/api/auth/magic-link', email)).body.magicLink).toContain('/auth?token=')
  expect((await ask('/api/auth/forgot-password', email)).body.resetLink).toContain('/auth?reset=')
  for (const path of ['/api/auth/magic-link', '/api/auth/forgot-password']) {
    const { status, body } = await ask(path, 'bea@school.example')
    expect([status, JSON.stringify(body)]).toEqual([409, expect.not.stringContaining('/auth?')])
  }
  const views = await prisma.dataView.findMany({ select: { subjectId: true, kind: true } })
  expect(new Set(views.map(({ subjectId, kind }) => `${subjectId} ${kind}`))).toEqual(
    new Set([family.id, other.id].flatMap((id) => [`${id} sign-in link`, `${id} password link`])),
  )
})
