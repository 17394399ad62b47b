import { afterEach, beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { queueEmail } from '~/services/mail/email.server'
import { Visitor } from '../../../../test/visitor'
import { loader } from './outbox'

const settings = getEnv()
const { mode } = settings
beforeEach(async () => {
  settings.mode = 'demo'
  await prisma.outboxEmail.deleteMany()
})
afterEach(() => {
  settings.mode = mode
})

const queue = (key: string) =>
  queueEmail(prisma, {
    dedupeKey: key,
    to: 'ann@lee.example',
    subject: key,
    text: `${key} text`,
    html: `<p>${key}</p>`,
  })
const open = (path = '/outbox') => new Visitor().get(loader, path)

test.each(['production', 'test'] as const)('is not there in %s', async (other) => {
  await queue('secret')
  const { id } = await prisma.outboxEmail.findFirstOrThrow()
  settings.mode = other
  for (const path of ['/outbox', `/outbox?id=${id}`]) {
    const { status, body } = await open(path)
    expect(status).toBe(404)
    expect(JSON.stringify(body)).not.toContain('secret')
  }
})

test('lists the newest first, without signing in', async () => {
  await queue('first')
  await queue('second')
  const { status, body } = await open()
  expect(status).toBe(200)
  expect(body.emails).toMatchObject([
    { subject: 'second', recipient: 'ann@lee.example', state: 'kept' },
    { subject: 'first' },
  ])
})

test('goes on to older pages', async () => {
  for (let i = 1; i <= 31; i++) await queue(`mail ${i}`)
  expect((await open()).body).toMatchObject({ page: 1, pages: 2 })
  expect((await open('/outbox?page=2')).body.emails).toMatchObject([{ subject: 'mail 1' }])
  expect((await open('/outbox?page=-1')).body.page).toBe(1)
})

test('opens one with both parts', async () => {
  await queue('first')
  const { id } = await prisma.outboxEmail.findFirstOrThrow()
  expect((await open(`/outbox?id=${id}`)).body).toMatchObject({
    email: { subject: 'first', text: 'first text', html: '<p>first</p>' },
    view: 'text',
  })
  expect((await open(`/outbox?id=${id}&view=html`)).body.view).toBe('html')
})

test.each(['0', '', 'x', '1 OR 1', '99999999999999999999'])('an email %j does not exist', async (id) => {
  expect((await open(`/outbox?id=${encodeURIComponent(id)}`)).status).toBe(404)
})

test('tells what was sent, and what could not be', async () => {
  await queue('sent')
  await queue('failed')
  await prisma.outboxEmail.update({ where: { dedupeKey: 'sent' }, data: { sentAt: new Date() } })
  await prisma.outboxEmail.update({ where: { dedupeKey: 'failed' }, data: { lastError: 'refused' } })
  expect((await open()).body.emails).toMatchObject([{ state: 'failed' }, { state: 'sent' }])
})
