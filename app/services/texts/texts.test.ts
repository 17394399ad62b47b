import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { saveChoices } from '~/models/notices/choices.server'
import { confirmNumber, findNumber, removeNumber } from '~/models/notices/texts/text-number.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { loader as noticesScreen } from '~/routes/portal/profile/notices'
import { action as textsForm, loader as textsScreen } from '~/routes/portal/profile/texts'
import { action as webhook } from '~/routes/webhooks/texts'
import { queueNotice } from '~/services/mail/notices/queue-notice.server'
import { createTextSandbox, type TextSandbox } from '../../../sandbox/texts'
import { emptyOnly, rider, signedIn } from '../../../test/factories'
import { messagesToFamily } from '../../../test/messages'
import { dyingAfter } from '../../../test/money/crash'
import { Visitor } from '../../../test/visitor'
import { sweepTextReplies } from './receive-texts.server'
import { textSandboxProvider } from './sandbox-provider.server'
import { sendDueTexts, textCode } from './send-texts.server'
import { setTextProvider } from './text-provider.server'

const NOON = '2026-11-24T17:00:00Z'
let sandbox: TextSandbox
let pat: { id: string; email: string | null }
let clock = new Date(NOON)

const at = (iso: string) => {
  clock = new Date(iso)
  setClock(iso)
}
const later = (minutes: number) => at(new Date(clock.getTime() + minutes * 60_000).toISOString())

/** Passes the provider's requests to the route as they would arrive over the network. */
const post = async (request: Request) => {
  const { pathname, search } = new URL(request.url)
  const signature = request.headers.get('x-twilio-signature') ?? ''
  const init = { method: 'POST', body: await request.text(), headers: { 'x-twilio-signature': signature } }
  const { status } = await new Visitor().send(webhook, pathname + search, init)
  return new Response(null, { status })
}

beforeEach(async () => {
  at(NOON)
  await emptyOnly('text_numbers', 'text_outbox', 'text_replies', 'notice_choices', 'email_outbox', 'rate_limits')
  sandbox = createTextSandbox({ webhookUrl: `${getEnv().appUrl}/webhooks/texts`, post, now: () => clock })
  setTextProvider(textSandboxProvider(sandbox))
  pat = await rider({ firstName: 'Pat' })
})
afterAll(() => {
  setClock(null)
  setTextProvider(null)
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ status, field }: { status?: number; field?: string }) => ({ status, field }),
  )
const codeTo = (number: string) =>
  sandbox.texts
    .filter(({ to }) => to === number)
    .at(-1)
    ?.body.slice(0, 6) ?? ''
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

/** Creates a family with a confirmed phone; the code is left out of its texts. */
async function confirmed(userId: string, number: string) {
  await textCode(userId, number)
  await confirmNumber(userId, codeTo(number))
  sandbox.texts.length = 0
}

/** Adds a phone without a code, because test numbers that fail cannot get one. */
const givenPhone = (userId: string, number: string) =>
  prisma.textNumber.create({ data: { userId, number, askedAt: new Date(), verifiedAt: new Date() } })

const tell = (key = 'day-closed:1', begins?: Date) =>
  withTx((tx) =>
    queueNotice(tx, {
      kind: 'day-closed',
      riderIds: [pat.id],
      keyOf: () => key,
      compose: () => ({ subject: `Canceled ${key}`, text: 'x', html: 'x', begins }),
    }),
  )
const bodies = () => sandbox.texts.map(({ body }) => body)

describe('A family gets texts once it has typed the code that was texted to its phone', () => {
  test('A code is not stored, works once, and only for its account', async () => {
    await textCode(pat.id, '+18455550142')
    const code = codeTo('+18455550142')
    expect(code).toMatch(/^\d{6}$/)
    expect(await findNumber(pat.id)).toEqual({ state: 'asked', number: '+18455550142' })
    expect(JSON.stringify(await prisma.outboxText.findMany())).not.toContain(code)
    expect(JSON.stringify(await prisma.textNumber.findMany())).not.toContain(code)
    const other = await rider()
    expect(await refusal(confirmNumber(other.id, code))).toMatchObject({ status: 410 })
    await confirmNumber(pat.id, code)
    expect((await findNumber(pat.id)).state).toBe('on')
    expect(await refusal(confirmNumber(pat.id, code))).toMatchObject({ status: 410 })
  })

  test('A code works within ten minutes and five tries, even at once', async () => {
    await textCode(pat.id, '+18455550142')
    const code = codeTo('+18455550142')
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => confirmNumber(pat.id, wrong(code))))
    const reasons = tries.map((one) => (one.status === 'rejected' ? String(one.reason.message) : 'in'))
    expect(reasons.filter((reason) => reason.startsWith("That code isn't right"))).toHaveLength(5)
    expect(await refusal(confirmNumber(pat.id, code))).toMatchObject({ status: 410, field: 'code' })
    await textCode(pat.id, '+18455550142')
    later(10)
    expect(await refusal(confirmNumber(pat.id, codeTo('+18455550142')))).toMatchObject({ status: 410 })
  })

  test('A phone gets at most five codes an hour, whoever asks for them', async () => {
    for (let i = 0; i < 5; i++) await textCode((await rider()).id, '+18455550142')
    expect(await refusal(textCode(pat.id, '+18455550142'))).toMatchObject({ status: 429 })
    for (let i = 0; i < 4; i++) await textCode(pat.id, `+1845555015${i}`)
    expect(await refusal(textCode(pat.id, '+18455550159'))).toMatchObject({ status: 429 })
    expect(JSON.stringify(await prisma.rateLimit.findMany())).not.toContain('5550142')
  })

  test('The whole school sends at most twenty codes a day abroad, where texts are expensive', async () => {
    const ask = async (number: string) => refusal(textCode((await rider()).id, number))
    const resetAt = new Date(clock.getTime() + 23 * 60 * 60_000)
    await prisma.rateLimit.create({ data: { key: 'text-code:abroad', count: 19, resetAt } })
    expect(await ask('+442079460010')).toBeNull()
    expect(await ask('+442079460030')).toMatchObject({ status: 429 })
    expect(await ask('+18455550142')).toBeNull()
  })

  test('The whole school sends at most two hundred codes a day, and the family is told to wait', async () => {
    const resetAt = new Date(clock.getTime() + 23 * 60 * 60_000)
    await prisma.rateLimit.create({ data: { key: 'text-code', count: 199, resetAt } })
    expect(await refusal(textCode(pat.id, '+18455550142'))).toBeNull()
    await expect(textCode(pat.id, '+18455550142')).rejects.toThrow('tomorrow')
  })

  test('A phone is confirmed through plain forms, and its number must be valid', async () => {
    const visitor = await signedIn(pat)
    const send = (fields: Record<string, string>) => visitor.post(textsForm, '/profile/texts', fields)
    const errors = async (number: string) => (await send({ intent: 'number', number })).body.lastResult.error.number[0]
    for (const number of ['', '555', '12345678901234567890', '<b>', '+0123456789', '(145) 555-0142']) {
      expect([number, await errors(number)]).toEqual([number, expect.stringContaining('mobile number')])
    }
    expect(await errors('845 555 0905')).toContain('can’t get texts')
    expect(await errors('845 555 0904')).toContain('Text START to (845) 555-0100 from it')
    setTextProvider({ ...textSandboxProvider(sandbox), from: 'MG0123456789' })
    expect(await errors('845 555 0904')).toContain('Text START from it')
    expect((await send({ intent: 'number', number: '(845) 555-0142' })).status).toBe(302)
    expect((await visitor.get(textsScreen, '/profile/texts')).body).toMatchObject({
      state: 'asked',
      number: '(845) 555-0142',
    })
    expect((await send({ intent: 'code', code: '12' })).status).toBe(400)
    const code = codeTo('+18455550142')
    expect((await send({ intent: 'code', code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(302)
    expect((await visitor.get(noticesScreen, '/profile/notices')).body.texts).toMatchObject({ state: 'on' })
    expect((await send({ intent: 'remove' })).status).toBe(302)
    expect(await findNumber(pat.id)).toEqual({ state: 'none', number: null })
  })
})

test('A school without the provider’s keys mentions no texts and queues none', async () => {
  await confirmed(pat.id, '+18455550142')
  setTextProvider(null)
  const visitor = await signedIn(pat)
  expect((await visitor.get(noticesScreen, '/profile/notices')).body.texts).toBeNull()
  expect((await visitor.get(textsScreen, '/profile/texts')).status).toBe(404)
  expect((await visitor.post(textsForm, '/profile/texts', { intent: 'number', number: '8455550142' })).status).toBe(404)
  await tell()
  expect(await prisma.outboxText.count({ where: { kind: { not: null } } })).toBe(0)
  expect((await new Visitor().send(webhook, '/webhooks/texts', { method: 'POST' })).status).toBe(404)
})

describe('A notice by text', () => {
  test('A notice goes out by email and by text, each once, to families that want both', async () => {
    await confirmed(pat.id, '+18455550142')
    await tell()
    await tell()
    await Promise.all([sendDueTexts(), sendDueTexts(), sendDueTexts()])
    expect(bodies()).toEqual([expect.stringMatching(/: Canceled day-closed:1$/)])
    expect(await prisma.outboxEmail.count()).toBe(1)
    await saveChoices(pat.id, [], 'text')
    await tell('day-closed:2')
    await sendDueTexts()
    expect(bodies()).toHaveLength(1)
    expect(await prisma.outboxEmail.count()).toBe(2)
  })

  test('A notice goes out by text alone if the family wants no email about it', async () => {
    await confirmed(pat.id, '+18455550142')
    await saveChoices(pat.id, [])
    await saveChoices(pat.id, ['makeup-expiring'], 'text')
    const { told } = await withTx((tx) =>
      queueNotice(tx, {
        kind: 'makeup-expiring',
        riderIds: [pat.id],
        keyOf: () => 'offer:1',
        compose: () => ({ subject: 'A place', short: 'A spot opened up', text: 'x', html: 'x' }),
      }),
    )
    await sendDueTexts()
    expect([told, await prisma.outboxEmail.count(), bodies().length]).toEqual([1, 0, 1])
    expect(bodies()[0]).toContain('A spot opened up')
  })

  test('A text waits for the end of quiet hours, unless it would arrive too late', async () => {
    await confirmed(pat.id, '+18455550142')
    at('2026-11-25T03:00:00Z')
    await tell('night')
    await tell('dawn', new Date('2026-11-25T13:00:00Z'))
    await sendDueTexts()
    expect(bodies()).toEqual([expect.stringContaining('dawn')])
    at('2026-11-25T12:00:00Z')
    await sendDueTexts()
    expect(bodies()).toHaveLength(2)
  })

  test('A queued text is not sent to a phone that was removed, changed or stopped, nor to a family that was blocked', async () => {
    await confirmed(pat.id, '+18455550142')
    await tell()
    await sandbox.reply('+18455550142', ' stop ')
    await sendDueTexts()
    expect(bodies()).toEqual([' stop '])
    await sandbox.reply('+18455550142', 'START')
    await prisma.user.update({ where: { id: pat.id }, data: { active: false } })
    await sendDueTexts()
    await prisma.user.update({ where: { id: pat.id }, data: { active: true } })
    await removeNumber(pat.id)
    await sendDueTexts()
    expect(sandbox.texts.filter(({ direction }) => direction === 'outbound-api')).toEqual([])
  })
})

describe('STOP from a phone', () => {
  const state = async () => (await findNumber(pat.id)).state

  test('STOP ends a phone’s texts and START resumes them, each processed once and only with the provider’s signature', async () => {
    await confirmed(pat.id, '+18455550142')
    expect(await sandbox.reply('+18455550142', 'STOP please')).toBe(200)
    expect(await state()).toBe('on')
    expect(await sandbox.reply('+18455550142', 'Stop', 'SM1')).toBe(200)
    expect(await state()).toBe('stopped')
    await sandbox.reply('+18455550142', 'start', 'SM2')
    expect(await state()).toBe('on')
    // The provider sends it again, late.
    await sandbox.reply('+18455550142', 'Stop', 'SM1')
    expect(await state()).toBe('on')
    await sandbox.reply('+18455550142', 'Alto', 'SM4')
    expect(await state()).toBe('stopped')
    await sandbox.reply('+18455550142', 'Iniciar', 'SM5')
    expect(await state()).toBe('on')
    const forged = new URLSearchParams({ MessageSid: 'SM3', From: '+18455550142', Body: 'STOP' })
    for (const signature of ['', 'guessed', Buffer.alloc(20).toString('base64')]) {
      const init = { method: 'POST', body: forged, headers: { 'x-twilio-signature': signature } }
      expect((await new Visitor().send(webhook, '/webhooks/texts', init)).status).toBe(403)
    }
    expect(await state()).toBe('on')
  })

  test('A STOP that only the provider received is learned from its refusal', async () => {
    await givenPhone(pat.id, '+18455550904')
    await tell()
    expect(await sendDueTexts()).toEqual({ sent: 0, failed: 1 })
    expect(await state()).toBe('stopped')
    later(60)
    expect(await sendDueTexts()).toEqual({ sent: 0, failed: 0 })
  })
})

describe('A text is sent once, whatever the provider does', () => {
  test.each([
    ['if it takes a text and the answer is lost', '0901'],
    ['if there were too many', '0902'],
    ['if it has a fault', '0903'],
  ])('%s', async (_, end) => {
    await givenPhone(pat.id, `+1845555${end}`)
    await tell()
    expect(await sendDueTexts()).toEqual({ sent: 0, failed: 1 })
    expect(await sendDueTexts()).toEqual({ sent: 0, failed: 0 })
    later(3)
    expect(await sendDueTexts()).toEqual({ sent: 1, failed: 0 })
    later(60)
    await sendDueTexts()
    expect(bodies()).toHaveLength(1)
    expect(await prisma.outboxText.findMany()).toMatchObject([{ sid: sandbox.texts[0]?.sid, sendingSince: null }])
  })

  test('A text’s later states are recorded, in any order', async () => {
    await givenPhone(pat.id, '+18455550901')
    await tell()
    await sendDueTexts()
    const { sid } = sandbox.texts[0]!
    for (const status of ['delivered', 'sent', 'delivered']) expect(await sandbox.report(sid, status)).toBe(200)
    expect(await prisma.outboxText.findMany()).toMatchObject([{ sid, status: 'delivered', sentAt: clock }])
    later(5)
    expect(await sendDueTexts()).toEqual({ sent: 0, failed: 0 })
  })

  test('Two texts with the same words are both sent', async () => {
    await givenPhone(pat.id, '+18455550901')
    const again = { number: '+18455550901', userId: pat.id, kind: 'day-closed', body: 'Same', createdAt: clock }
    await prisma.outboxText.createMany({
      data: ['a', 'b'].map((dedupeKey) => ({ ...again, dedupeKey, nextAttemptAt: clock })),
    })
    for (let i = 0; i < 4; i++) {
      await sendDueTexts()
      later(3)
    }
    expect(new Set((await prisma.outboxText.findMany()).map(({ sid }) => sid)).size).toBe(2)
    expect(bodies()).toHaveLength(2)
  })

  test('A text is sent once if the process dies before any of its statements', async () => {
    await givenPhone(pat.id, '+18455550142')
    const noProvider = { handle: async () => new Response() }
    for (let step = 0, died = true; died; step++) {
      await prisma.outboxText.deleteMany()
      sandbox.texts.length = 0
      await tell(`dying:${step}`)
      died = (await dyingAfter(noProvider, step, sendDueTexts)).died
      later(3)
      await Promise.all([sendDueTexts(), sendDueTexts()])
      expect(bodies()).toHaveLength(1)
    }
  })
})

test('A server whose clock is an hour off neither sends a text that another one is sending nor delays it', async ({
  onTestFinished,
}) => {
  setClock(null)
  onTestFinished(async () => {
    vi.useRealTimers()
    await prisma.school.deleteMany()
  })
  // None, because the test's own time of day would matter.
  await prisma.school.create({ data: { quietFrom: '00:00', quietTo: '00:00' } })
  const ahead = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
  await givenPhone(pat.id, '+18455550142')
  ahead()
  await tell()
  vi.useRealTimers()
  expect(await sendDueTexts()).toEqual({ sent: 1, failed: 0 })

  // The state left by a server that is sending it.
  setTextProvider({ ...textSandboxProvider(sandbox), ask: () => Promise.reject(new Error('connection lost')) })
  await tell('day-closed:2')
  expect(await sendDueTexts()).toEqual({ sent: 0, failed: 1 })
  setTextProvider(textSandboxProvider(sandbox))
  ahead()
  expect(await sendDueTexts()).toEqual({ sent: 0, failed: 0 })
})

test('Yesterday’s codes and last month’s replies are deleted', async () => {
  await textCode(pat.id, '+18455550902')
  await prisma.textReply.create({ data: { sid: 'SM1', at: clock } })
  expect(await sweepTextReplies()).toBe(0)
  expect(await prisma.outboxText.count()).toBe(1)
  later(31 * 24 * 60)
  expect(await sweepTextReplies()).toBe(1)
  expect(await prisma.outboxText.count()).toBe(0)
})

test('The office reads on the student’s page which texts a family got, which are held and which did not arrive, but no code', async () => {
  await confirmed(pat.id, '+18455550142')
  const child = await rider({ email: null, guardianId: pat.id })
  const texts = async () =>
    (await messagesToFamily(child.id))
      .filter(({ key }) => key.startsWith('text'))
      .map(({ to, subject, state }) => [to, subject, state])
  await tell('day-closed:1')
  expect(await texts()).toEqual([['+18455550142', 'Stirrup Riding School: Canceled day-closed:1', 'waiting']])
  await sendDueTexts()
  later(1)
  await tell('day-closed:2')
  await prisma.outboxText.updateMany({
    where: { sentAt: { not: null }, kind: { not: null } },
    data: { status: 'undelivered' },
  })
  const lost = ['+18455550142', 'Stirrup Riding School: Canceled day-closed:1', 'lost']
  expect(await texts()).toEqual([['+18455550142', 'Stirrup Riding School: Canceled day-closed:2', 'waiting'], lost])
  later(25 * 60)
  expect(await texts()).toEqual([['+18455550142', 'Stirrup Riding School: Canceled day-closed:2', 'late'], lost])
})

test('An email that the demo does not send is not shown as failed', async () => {
  await confirmed(pat.id, '+18455550142')
  await tell('day-closed:1')
  const emails = async () =>
    (await messagesToFamily(pat.id)).filter(({ key }) => key.startsWith('email')).map(({ state }) => state)
  const usual = { mode: getEnv().mode, smtpUrl: getEnv().smtpUrl }
  const before = await emails()
  expect(before).toContain('waiting')
  Object.assign(getEnv(), { mode: 'demo', smtpUrl: undefined })
  try {
    expect(await emails()).toEqual(before.map((state) => (state === 'waiting' ? 'demo' : state)))
    later(25 * 60)
    expect(await emails()).toEqual(before.map((state) => (state === 'waiting' ? 'demo' : state)))
  } finally {
    Object.assign(getEnv(), usual)
  }
})
