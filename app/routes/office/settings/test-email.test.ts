import { afterEach, beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { admin, emptyTables, rider, signedIn } from '../../../../test/factories'
import { startMailServer } from '../../../../test/mail-server'
import type { Visitor } from '../../../../test/visitor'
import { action } from './status'

const settings = getEnv() as { smtpUrl: string | undefined }
const { smtpUrl } = settings
let office: Visitor

beforeEach(async () => {
  await emptyTables()
  office = await signedIn(await admin({ email: 'ann@school.example' }))
})
afterEach(() => {
  settings.smtpUrl = smtpUrl
})

const send = (who = office) => who.post(action, '/settings/status', { intent: 'test-email' })
const toast = async () => (await office.page()).toast

test('A test email goes to whoever asks for it, and what is wrong is said in words', async () => {
  const server = await startMailServer()
  settings.smtpUrl = server.url
  await send()
  expect(await prisma.outboxEmail.findMany()).toMatchObject([
    { recipient: 'ann@school.example', sentAt: expect.any(Date) },
  ])
  expect(await toast()).toMatchObject({ title: 'Test email sent' })
  await server.stop()

  await send()
  expect(await toast()).toMatchObject({ description: expect.stringContaining('The mail server cannot be reached.') })
  settings.smtpUrl = undefined
  await send()
  expect(await toast()).toMatchObject({ description: expect.stringContaining('Email is not set up.') })
  // A failed test email is not retried.
  expect(await prisma.outboxEmail.count({ where: { sentAt: null } })).toBe(0)
})

test('Families may not send one', async () => {
  expect((await send(await signedIn(await rider()))).status).toBe(403)
})
