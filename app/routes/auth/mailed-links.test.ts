import { afterAll, beforeEach, expect, test } from 'vitest'
import { printLink } from '~/models/people/accounts/links/print-link.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword } from '~/platform/password.server'
import { rider } from '../../../test/factories'
import { beginWithNobody, email, follow, viewerOf } from '../../../test/links'
import { startMailServer } from '../../../test/mail-server'
import { Visitor } from '../../../test/visitor'
import { action as magicAction } from './magic-link'

const word = 'secret word'

const mail = await startMailServer()
afterAll(() => mail.stop())
beginWithNobody()
beforeEach(() => void Object.assign(getEnv(), { mode: 'production', smtpUrl: mail.url }))

const mailsTo = (address: string) => mail.received.filter(({ to }) => to.includes(address)).length
const ask = (to: string, from = new Visitor()) =>
  from.api('/api/auth/magic-link', { method: 'POST', body: { email: to } })
const later = (minutes: number) => setClock(new Date(Date.now() + minutes * 60_000))

test('A link that is asked for again within minutes is not sent, and the answer says so', async () => {
  await rider({ email })
  for (const to of [email, 'nobody@lee.example']) {
    await ask(to)
    const { status, body } = await ask(to)
    expect([status, body.emailSent, body.message]).toEqual([200, true, expect.stringContaining('a moment ago')])
  }
  await expect.poll(() => mailsTo(email)).toBe(1)
  later(4)
  expect((await ask(email)).body.message).toContain('is on its way. It works once')
  await expect.poll(() => mailsTo(email)).toBe(2)
})

test('The form says so too', async () => {
  const visitor = new Visitor()
  await visitor.post(magicAction, '/auth/magic-link', { email })
  const answer = await visitor.post(magicAction, '/auth/magic-link', { email })
  expect(answer.status).toBe(302)
  await expect(visitor).toToast('A Link Is Already on Its Way')
})

test('Strangers ask for five links a day to one mailbox, and a browser that was here before has its own', async () => {
  await rider({ email, password: await hashPassword(word) })
  const home = new Visitor('203.0.113.5')
  await home.api('/api/login', { method: 'POST', body: { email, password: word } })
  await home.api('/api/logout', { method: 'POST', body: {} })
  for (const to of [email, 'nobody@lee.example']) {
    for (let i = 0; i < 5; i++) {
      later(4 * i)
      expect((await ask(to, new Visitor(`198.51.100.${i}`))).status).toBe(200)
    }
    later(20)
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ask(to)
      expect([status, body.message]).toEqual([429, expect.stringContaining('Five links')])
    }
  }
  expect((await ask(email, home)).status).toBe(200)
  later(25 * 60)
  expect((await ask(email)).status).toBe(200)
})

test('A command on the server prints a link for an account that nothing else opens', async () => {
  await rider({ email })
  const before = await prisma.auditEntry.count()
  const resetAt = new Date(Date.now() + 60_000)
  await prisma.rateLimit.createMany({
    data: ['sign-in:email', 'link:mailbox'].map((what) => ({ key: `${what}:${email}`, count: 99, resetAt })),
  })
  const said = await printLink(getEnv().databaseUrl ?? '', ` ${email.toUpperCase()} `, 'https://school.example')
  const [, token = ''] = /https:\/\/school\.example\/auth\?token=([\w-]{43})/.exec(said) ?? []
  const visitor = new Visitor()
  expect(await prisma.rateLimit.count({ where: { key: { endsWith: email } } })).toBe(0)
  await follow(visitor, token)
  expect(await viewerOf(visitor)).toBe(email)
  const log = await prisma.auditEntry.findMany({ orderBy: { id: 'asc' }, skip: before })
  expect(log.map(({ action }) => action)).toEqual(['account.link', 'account.sign-in'])
  await prisma.user.updateMany({ data: { active: false } })
  await expect(printLink(getEnv().databaseUrl ?? '', email, '')).rejects.toThrow('cannot sign in')
  await expect(printLink(getEnv().databaseUrl ?? '', 'nobody@lee.example', '')).rejects.toThrow('no account')
})
