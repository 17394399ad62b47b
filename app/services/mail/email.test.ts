import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateContact } from '~/models/people/families/student.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { admin, rider } from '../../../test/factories'
import { startMailServer } from '../../../test/mail-server'
import { messagesToFamily } from '../../../test/messages'
import { type EmailMessage, queueEmail, sendDueEmails, sendNow } from './email.server'

/** The address where no server runs until a test starts one. */
const { port, url, stop } = await startMailServer()
await stop()
const running: (() => Promise<void>)[] = []
async function mailServer(refuse: string[] = []) {
  const server = await startMailServer({ refuse, port })
  running.push(server.stop)
  return server
}

const settings = getEnv()
const { smtpUrl } = settings

const message = (change: Partial<EmailMessage> = {}): EmailMessage => ({
  dedupeKey: 'receipt:1',
  to: 'ann@lee.example',
  subject: 'Your receipt',
  text: 'You paid $220.00.',
  html: '<p>You paid <b>$220.00</b>.</p>',
  ...change,
})
const queue = (change: Partial<EmailMessage> = {}) => queueEmail(prisma, message(change))
const rowOf = (dedupeKey: string) => prisma.outboxEmail.findUniqueOrThrow({ where: { dedupeKey } })

const start = new Date('2026-11-20T15:00:00Z')
const afterMinutes = (minutes: number) => setClock(new Date(start.getTime() + minutes * 60_000))

beforeEach(async () => {
  settings.smtpUrl = url
  setClock(start)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await prisma.outboxEmail.deleteMany()
})
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
  vi.restoreAllMocks()
  setClock(null)
})
afterAll(() => {
  Object.assign(settings, { smtpUrl })
})

test('An email arrives once, with both parts, from the school to its recipient', async () => {
  const { received } = await mailServer()
  await queue({ subject: 'Reçu de paiement', text: 'You paid $220.00 — thank you, Zoë.' })
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  expect(received).toHaveLength(1)
  const [{ from, to, source } = { from: null, to: [], source: '' }] = received
  expect({ from, to }).toEqual({ from: `no-reply@${new URL(settings.appUrl).hostname}`, to: ['ann@lee.example'] })
  expect(source).toMatch(/^From: "?Stirrup Riding School"? <no-reply@/m)
  expect(source).toMatch(/^To: ann@lee.example\r$/m)
  expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(source).toMatch(/^Message-ID: <outbox-\d+-\d+@/m)
  expect(source).toContain('Content-Type: multipart/alternative')
  expect(source).toMatch(/Content-Type: text\/plain; charset=utf-8[\s\S]+Zo=C3=AB/)
  expect(source).toMatch(/Content-Type: text\/html; charset=utf-8[\s\S]+<b>\$220\.00<\/b>/)
  expect(await rowOf('receipt:1')).toMatchObject({ attempts: 1, sentAt: start, lastError: null })
})

test('A sent email keeps no link that opens an account, and one that waits has it', async () => {
  const token = 'Zq3_-7'.repeat(8).slice(0, 43)
  const link = (path: string) => `https://school.example${path}`
  const opens = [`/auth?token=${token}`, `/auth?reset=${token}&ended=1`, `/welcome?token=${token}`]
  await queue({
    text: opens.map(link).join('\n'),
    html: opens.map((path) => `<a href="${link(path).replace('&', '&amp;')}">Open</a>`).join(''),
  })
  await sendDueEmails()
  expect((await rowOf('receipt:1')).text).toContain(token)
  const { received } = await mailServer()
  afterMinutes(10)
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect(received[0]?.source.replaceAll('=\r\n', '')).toContain(token)
  const { text, html } = await rowOf('receipt:1')
  expect(text + html).not.toContain(token)
  expect(text).toBe(['/auth?token=…', '/auth?reset=…&ended=1', '/welcome?token=…'].map(link).join('\n'))
  expect(html).toContain('<a href="https://school.example/auth?reset=…&amp;ended=1">Open</a>')
})

test('The sender is the school as the office names it, and answers go to its address', async () => {
  const { received } = await mailServer()
  await prisma.school.create({ data: { name: 'The "Green" School', email: 'office@green.example' } })
  await queue()
  await sendDueEmails()
  await prisma.school.deleteMany()
  expect(received[0]?.source).toMatch(/^From: "The \\"Green\\" School" <no-reply@/m)
  expect(received[0]?.source).toMatch(/^Reply-To: office@green.example\r$/m)
})

test('While the mail server is down nothing is lost, and later each email goes out', async () => {
  await queue()
  await queue({ dedupeKey: 'receipt:2' })
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 1 })
  expect(await rowOf('receipt:1')).toMatchObject({
    attempts: 1,
    sentAt: null,
    lastError: expect.stringContaining('REFUSED'),
  })
  expect(await rowOf('receipt:2')).toMatchObject({ attempts: 0, sentAt: null, lastError: null })

  const { received, connections } = await mailServer()
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  afterMinutes(1)
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect(received).toHaveLength(2)
  expect(connections.size).toBe(2)
  expect(await rowOf('receipt:1')).toMatchObject({
    attempts: 2,
    sentAt: new Date(start.getTime() + 60_000),
    lastError: null,
  })
})

test('While emails go out the school may name another mail server: each arrives once, and the next round goes there', async () => {
  const old = await mailServer()
  const other = await startMailServer()
  running.push(other.stop)
  const keys = ['receipt:1', 'receipt:2', 'receipt:3', 'receipt:4']
  for (const dedupeKey of keys) await queue({ dedupeKey, subject: dedupeKey })
  const round = sendDueEmails()
  await expect.poll(() => old.received.length).toBeGreaterThan(0)
  settings.smtpUrl = other.url
  await round
  await queue({ dedupeKey: 'receipt:5', subject: 'receipt:5' })
  await sendDueEmails()
  const all = [...old.received, ...other.received].map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1])
  expect(all.sort()).toEqual([...keys, 'receipt:5'])
  expect(other.received.at(-1)?.source).toContain('receipt:5')
})

test('A mail server that is down is tried eight times over two days, with growing pauses', async () => {
  await queue()
  const tries: number[] = []
  for (let minute = 0; minute <= 3 * 24 * 60; minute++) {
    // Only times at which something is due are worth checking.
    const { nextAttemptAt } = await rowOf('receipt:1')
    minute = Math.max(minute, (nextAttemptAt.getTime() - start.getTime()) / 60_000)
    afterMinutes(minute)
    if ((await sendDueEmails()).failed) tries.push(minute)
  }
  expect(tries).toEqual([0, 1, 5, 21, 85, 341, 1365, 2805])
  expect(await rowOf('receipt:1')).toMatchObject({ attempts: 8, sentAt: null })
  expect(console.error).toHaveBeenLastCalledWith(expect.stringContaining('"givenUp":true'))
})

test('A refused recipient does not hold up the others', async () => {
  const { received, connections } = await mailServer(['gone@lee.example'])
  await queue({ dedupeKey: 'a', to: 'gone@lee.example' })
  await queue({ dedupeKey: 'b' })
  await queue({ dedupeKey: 'c', to: 'zoe@lee.example' })
  expect(await sendDueEmails()).toEqual({ sent: 2, failed: 1 })
  expect(received.map(({ to }) => to)).toEqual([['ann@lee.example'], ['zoe@lee.example']])
  expect(connections.size).toBe(1)
  expect(await rowOf('a')).toMatchObject({
    attempts: 1,
    sentAt: null,
    lastError: expect.stringContaining('No such person'),
  })
})

test('Several processes that send at the same time send each email once', async () => {
  const { received } = await mailServer()
  const keys = Array.from({ length: 20 }, (_, i) => `receipt:${i}`)
  for (const dedupeKey of keys) await queue({ dedupeKey, to: `${dedupeKey.replace(':', '-')}@lee.example` })
  const done = await Promise.all([sendDueEmails(), sendDueEmails(), sendDueEmails()])
  expect(done.reduce((sum, { sent }) => sum + sent, 0)).toBe(20)
  expect(new Set(received.flatMap(({ to }) => to)).size).toBe(20)
  expect(received).toHaveLength(20)
})

test('An email claimed by a process that died goes out after five minutes', async () => {
  const { received } = await mailServer()
  await queue()
  await prisma.outboxEmail.updateMany({ data: { attempts: 1, nextAttemptAt: new Date(start.getTime() + 5 * 60_000) } })
  afterMinutes(4)
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  afterMinutes(5)
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect(received).toHaveLength(1)
})

test('The outbox says which emails may have been sent twice: those whose try has no recorded end', async () => {
  const { received } = await mailServer()
  await queue()
  await queue({ dedupeKey: 'receipt:2' })
  // The process died after the mail server accepted it, and before it recorded that.
  const claim = { attempts: 1, nextAttemptAt: start, sendingSince: start }
  await prisma.outboxEmail.update({ where: { dedupeKey: 'receipt:1' }, data: claim })
  expect(await sendDueEmails()).toEqual({ sent: 2, failed: 0 })
  expect(received).toHaveLength(2)
  expect(await rowOf('receipt:1')).toMatchObject({ maybeTwice: true, sendingSince: null, sentAt: start })
  expect(await rowOf('receipt:2')).toMatchObject({ maybeTwice: false, sendingSince: null })
})

test('An email whose try failed before it was handed over counts as not sent', async () => {
  await queue()
  expect(await sendDueEmails()).toMatchObject({ failed: 1 })
  await mailServer()
  afterMinutes(1)
  expect(await sendDueEmails()).toMatchObject({ sent: 1 })
  expect((await rowOf('receipt:1')).maybeTwice).toBe(false)
})

test('One round sends no more than its limit, those due longest first', async () => {
  const { received } = await mailServer()
  for (const minutes of [2, 1, 3]) {
    afterMinutes(minutes)
    await queue({ dedupeKey: `at:${minutes}`, to: `at-${minutes}@lee.example` })
  }
  expect(await sendDueEmails(2)).toEqual({ sent: 2, failed: 0 })
  expect(received.flatMap(({ to }) => to)).toEqual(['at-1@lee.example', 'at-2@lee.example'])
})

test('An occasion has one email, the first', async () => {
  await queue()
  await queue({ subject: 'Again' })
  expect(await prisma.outboxEmail.findMany({ select: { subject: true } })).toEqual([{ subject: 'Your receipt' }])
})

test('An email of a transaction that fails is not stored', async () => {
  const failed = withTx(async (tx) => {
    await queueEmail(tx, message())
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await prisma.outboxEmail.count()).toBe(0)
  await withTx((tx) => queueEmail(tx, message()))
  expect(await prisma.outboxEmail.count()).toBe(1)
})

test('A subject or recipient with line breaks, commas or brackets adds no header and no recipient', async () => {
  const { received } = await mailServer()
  await queue({ dedupeKey: 'subject', subject: 'Hello\r\nBcc: all@lee.example\r\n\r\n<script>' })
  for (const to of [
    'ann@lee.example, all@lee.example',
    'ann@lee.example\r\nBcc: all@lee.example',
    'Ann <ann@lee.example>, <all@lee.example>',
  ]) {
    await queue({ dedupeKey: to, to })
  }
  await sendDueEmails()
  expect(received.filter(({ to }) => to.includes('all@lee.example'))).toEqual([])
  expect(received.every(({ to }) => to.length === 1)).toBe(true)
  for (const { source } of received) {
    const headers = source.slice(0, source.indexOf('\r\n\r\n'))
    expect(headers).not.toMatch(/^Bcc:/im)
    expect(headers).toMatch(/^Content-Type: multipart\/alternative/m)
  }
  expect(received.some(({ source }) => /^Subject: Hello Bcc: all@lee.example +<script>\r$/m.test(source))).toBe(true)
})

test('An email older than three days is no longer sent', async () => {
  const { received } = await mailServer()
  await queue()
  afterMinutes(3 * 24 * 60)
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  expect(received).toEqual([])
})

test('An email that someone waits for goes out at once, and only once', async () => {
  const { received } = await mailServer()
  expect(await sendNow(message())).toBe(true)
  expect(await sendNow(message())).toBe(true)
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  expect(received).toHaveLength(1)
})

test('An email that someone waits for and that fails is reported, and tried again', async () => {
  expect(await sendNow(message())).toBe(false)
  const { received } = await mailServer()
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  afterMinutes(1)
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect(received).toHaveLength(1)
})

test('Without SMTP emails stay in the outbox', async () => {
  settings.smtpUrl = undefined
  expect(await sendNow(message())).toBe(false)
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  expect(await rowOf('receipt:1')).toMatchObject({ attempts: 0, sentAt: null })
})

test('An email that was queued while the clock was a day ahead goes out once the clock is right', async () => {
  const { received } = await mailServer()
  afterMinutes(24 * 60)
  await queue()
  afterMinutes(0)
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect(received).toHaveLength(1)
})

test('A server whose clock is an hour off neither takes what another one is sending nor delays it', async ({
  onTestFinished,
}) => {
  setClock(null)
  onTestFinished(() => void vi.useRealTimers())
  const ahead = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
  const { received } = await mailServer()
  ahead()
  await queue()
  vi.useRealTimers()
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })

  // The state left by a server that is sending it, or that died while sending.
  await prisma.outboxEmail.deleteMany()
  await running.pop()?.()
  expect(await sendNow(message())).toBe(false)
  await mailServer()
  ahead()
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  expect(received).toHaveLength(1)
})

test('An email about a family waits until its address is verified, and then goes to its current address', async () => {
  const { received } = await mailServer()
  const family = await rider({ email: 'typo@lee.example', emailVerifiedAt: null })
  await queue({ dedupeKey: 'receipt:2', to: 'typo@lee.example', userId: family.id })
  await queue({ dedupeKey: 'confirm:2', to: 'typo@lee.example' })
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect((await messagesToFamily(family.id)).map(({ state }) => state).sort()).toEqual(['sent', 'unproved'])
  const office = await admin()
  await withTx((tx) => updateContact(tx, office.id, family.id, { email: 'right@lee.example' }))
  expect(await sendDueEmails()).toEqual({ sent: 1, failed: 0 })
  expect(received.map(({ to }) => to)).toEqual([['typo@lee.example'], ['right@lee.example']])
})

test('A verified address that is overwritten with another one is unverified', async () => {
  const { id } = await rider({ email: 'proved@lee.example' })
  await prisma.user.update({ where: { id }, data: { email: 'other@lee.example' } })
  expect(await prisma.user.findUnique({ where: { id } })).toMatchObject({ emailVerifiedAt: null })
})
