import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { compose, paragraph } from '~/emails/layout'
import { readUnsubscribeToken } from '~/models/notices/unsubscribe-token.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { rider } from '../../../../test/factories'
import { startMailServer } from '../../../../test/mail-server'
import { messagesToFamily } from '../../../../test/messages'
import { sendDueEmails } from '../email.server'
import { type Notice, queueNotice } from './queue-notice.server'

const settings = getEnv()
const { smtpUrl } = settings
/** Four in the afternoon at the school. */
const afternoon = '2026-11-24T21:00:00Z'
const night = '2026-11-25T03:00:00Z'
const morning = '2026-11-25T12:00:00.000Z'

beforeEach(async () => {
  setClock(afternoon)
  settings.smtpUrl = undefined
  await prisma.outboxEmail.deleteMany()
})
afterEach(() => prisma.school.deleteMany())
afterAll(() => {
  setClock(null)
  Object.assign(settings, { smtpUrl })
})

const tell = (riderIds: readonly string[], change: Partial<Notice> = {}) =>
  withTx((tx) =>
    queueNotice(tx, {
      kind: 'makeup-expiring',
      riderIds,
      keyOf: (reader) => `test:${reader}`,
      compose: (letter, riders) =>
        compose(letter, () => ({
          subject: 'Hello',
          heading: 'Hello',
          blocks: riders.map(({ name }) => paragraph(name)),
        })),
      ...change,
    }),
  )
const rows = () => prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })

async function family() {
  const parent = await rider({ firstName: 'Pat', lastName: 'Young' })
  const child = { email: null, password: null, lastName: 'Young', guardianId: parent.id }
  const [lea, max] = [await rider({ ...child, firstName: 'Lea' }), await rider({ ...child, firstName: 'Max' })]
  return { parent, lea, max }
}

test('A family of several riders gets one email about all of them, at the guardian’s address', async () => {
  const { parent, lea, max } = await family()
  expect(await tell([lea.id, max.id, parent.id])).toEqual({ told: 1, unreached: [] })
  const [email] = await rows()
  expect(email).toMatchObject({ recipient: parent.email, kind: 'makeup-expiring', userId: parent.id, heldUntil: null })
  expect(email?.text).toMatch(/Hi Pat,\n\nLea Young\n\nMax Young\n\nPat Young/)
})

test('An occasion is notified once', async () => {
  const { lea } = await family()
  const told = await Promise.all([tell([lea.id]), tell([lea.id]), tell([lea.id])])
  expect(told.map((one) => one.told).sort()).toEqual([0, 0, 1])
  expect(await rows()).toHaveLength(1)
})

test('Nothing is sent to accounts that are blocked, removed or erased, nor about riders who were removed', async () => {
  const blocked = await rider({ active: false, firstName: 'Bo' })
  const hidden = await rider({ hiddenAt: new Date(), firstName: 'Hal' })
  const { parent, lea, max } = await family()
  await prisma.user.update({ where: { id: max.id }, data: { hiddenAt: new Date() } })
  expect(await tell([blocked.id, hidden.id, lea.id, max.id])).toEqual({
    told: 1,
    unreached: ['Bo Stone', 'Hal Stone', 'Max Young'],
  })
  expect((await rows()).map(({ recipient }) => recipient)).toEqual([parent.email])
})

test('A failed payment is sent to a blocked account too, because it still pays, and cannot be turned off', async () => {
  const blocked = await rider({ active: false })
  expect(await tell([blocked.id], { kind: 'payment-failed' })).toMatchObject({ told: 1 })
  const server = await startMailServer()
  settings.smtpUrl = server.url
  expect(await sendDueEmails()).toMatchObject({ sent: 1 })
  expect(server.received[0]?.source).not.toMatch(/List-Unsubscribe/i)
  await server.stop()
})

test('A family that turned a kind off does not get it, but still gets what is about money or safety', async () => {
  const { parent, lea } = await family()
  const at = new Date()
  const off = (kind: string) => ({ userId: parent.id, kind, channel: 'email', wanted: false, at })
  await prisma.noticeChoice.createMany({ data: [off('makeup-expiring'), off('day-closed')] })
  expect(await tell([lea.id])).toEqual({ told: 0, unreached: [] })
  expect(await tell([lea.id], { kind: 'day-closed' })).toMatchObject({ told: 1 })
})

test('A notice queued at night goes out in the morning, with the mailbox’s unsubscribe button', async () => {
  const { parent, lea } = await family()
  const server = await startMailServer()
  settings.smtpUrl = server.url
  setClock(night)
  await tell([lea.id])
  expect((await rows())[0]?.heldUntil?.toISOString()).toBe(morning)
  expect(await sendDueEmails()).toMatchObject({ sent: 0 })
  setClock(morning)
  expect(await sendDueEmails()).toMatchObject({ sent: 1 })
  expect(server.received).toHaveLength(1)
  const source = server.received[0]?.source ?? ''
  const [, link = ''] = /^List-Unsubscribe: <(\S+)>\r$/m.exec(source.replaceAll(/\r\n +/g, ' ')) ?? []
  expect(readUnsubscribeToken(link.replace(/.*\/unsubscribe\//, ''))).toEqual({
    userId: parent.id,
    kind: 'makeup-expiring',
  })
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  await server.stop()
})

test('Quiet hours are the school’s, and what begins early in the morning is sent at night', async () => {
  const { lea } = await family()
  await prisma.school.create({ data: { quietFrom: '22:30', quietTo: '08:00' } })
  await tell([lea.id])
  setClock('2026-11-25T04:00:00Z')
  await tell([lea.id], { keyOf: () => 'late' })
  const begins = new Date('2026-11-25T14:00:00Z')
  const soon = () => ({ subject: 'Soon', heading: 'Soon', blocks: [] })
  await tell([lea.id], { keyOf: () => 'soon', compose: (letter) => ({ ...compose(letter, soon), begins }) })
  expect((await rows()).map(({ heldUntil }) => heldUntil?.toISOString() ?? null)).toEqual([
    null,
    '2026-11-25T13:00:00.000Z',
    null,
  ])
})

test('A queued notice is withdrawn if its family was blocked or turned it off, and not sent once it says nothing new', async () => {
  const [first, second, third] = [await rider(), await rider(), await rider()]
  setClock(night)
  const until = new Date(morning)
  await tell([first.id, second.id])
  await tell([third.id], {
    compose: (letter) => ({ ...compose(letter, () => ({ subject: 'Late', heading: 'Late', blocks: [] })), until }),
  })
  await prisma.user.update({ where: { id: first.id }, data: { active: false } })
  await prisma.noticeChoice.create({
    data: { userId: second.id, kind: 'makeup-expiring', channel: 'email', wanted: false, at: new Date() },
  })
  const server = await startMailServer()
  settings.smtpUrl = server.url
  setClock(morning)
  expect(await sendDueEmails()).toEqual({ sent: 0, failed: 0 })
  expect((await rows()).map(({ recipient }) => recipient)).toEqual([third.email])
  await server.stop()
})

test('The office sees what was sent to a family, whichever rider it looks at, and its delivery state', async () => {
  const { parent, lea } = await family()
  const told = ['sent', 'failed', 'late', 'waiting', 'held']
  for (const key of told) {
    if (key === 'held') setClock(night)
    await tell([lea.id], { keyOf: () => key })
  }
  const change = (dedupeKey: string, data: object) => prisma.outboxEmail.update({ where: { dedupeKey }, data })
  await change('sent', { sentAt: new Date(night) })
  await change('failed', { attempts: 1 })
  await change('late', { attempts: 8 })
  for (const id of [parent.id, lea.id]) {
    expect((await messagesToFamily(id)).map(({ state }) => state)).toEqual([...told].reverse())
  }
  expect(await messagesToFamily((await rider()).id)).toEqual([])
})
