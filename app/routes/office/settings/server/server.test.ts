import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isWanted } from '~/models/notices/choices.server'
import { storeToken } from '~/models/people/accounts/links/auth-token.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { refreshSettings } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import { action as confirmAction, loader as confirmLoader } from '~/routes/auth/confirm-address'
import { sendDueEmails } from '~/services/mail/email.server'
import { setTextProvider, textProvider } from '~/services/texts/text-provider.server'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import { startMailServer } from '../../../../../test/mail-server'
import { type Answer, Visitor } from '../../../../../test/visitor'
import { loader as schoolLoader } from '../school/school'
import { action as statusAction, loader as statusLoader } from '../status'
import { action as donationsAction, loader as donationsLoader } from './donations'
import { action as mailAction, loader as mailLoader } from './mail'
import { action as textsAction, loader as textsLoader } from './texts'
import { action as zoneAction, loader as zoneLoader } from './time-zone'

const { sessionSecret } = getEnv()

/** Makes this process forget the settings, like a new one. */
const forgetSettings = () => Reflect.deleteProperty(globalThis, 'stirrupSettings')

let office: Visitor

const asNew = async () => {
  Object.assign(getEnv(), { sessionSecret })
  await emptyTables()
  await refreshSettings()
}

beforeEach(async () => {
  setTextProvider(null)
  await asNew()
  office = await signedIn(await admin({ email: 'ann@school.example' }))
})
afterAll(asNew)

describe('the settings of the server are the office’s alone', () => {
  test.each(
    Object.entries({
      zoneLoader,
      zoneAction,
      mailLoader,
      mailAction,
      textsLoader,
      textsAction,
      donationsLoader,
      donationsAction,
    }),
  )('%s', async (name, handler) => {
    const visit = (visitor: Visitor) =>
      name.endsWith('Action') ? visitor.post(handler, '/settings', {}) : visitor.get(handler, '/settings')
    expect((await visit(new Visitor())).headers.get('Location')).toContain('/auth')
    expect((await visit(await signedIn(await rider()))).status).toBe(403)
    expect(await prisma.serverSetting.count()).toBe(0)
  })
})

describe('the time zone', () => {
  const save = (timezone: string, more: Record<string, string> = {}) =>
    office.post(zoneAction, '/settings/school/time-zone', { timezone, ...more })

  test('holds at once, is shown by its name, and is told', async () => {
    expect((await office.get(zoneLoader, '/settings/school/time-zone')).body.regions[0].options[0]).toEqual({
      value: 'America/New_York',
      label: 'Eastern Time (New York)',
    })
    const answer = await save('Pacific/Kiritimati')
    expect(answer.headers.get('Location')).toBe('/settings/school')
    expect(getEnv().schoolTimezone).toBe('Pacific/Kiritimati')
    expect(today()).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format())
    expect((await office.get(schoolLoader, '/settings/school')).body.timezone).toBe('Line Islands Time (Kiritimati)')
    const { changes } = (await office.get(zoneLoader, '/settings/school/time-zone')).body
    expect(changes).toMatchObject([
      { what: 'changed the school: time zone Eastern Time (New York) → Line Islands Time (Kiritimati)' },
    ])
  })

  test('is one that there is', async () => {
    const { status, body } = await save('Mars/Olympus')
    expect([status, Object.keys(body.lastResult.error)]).toEqual([400, ['timezone']])
    expect(await prisma.serverSetting.count()).toBe(0)
  })

  test('of two desks the later one hears of the other', async () => {
    const { version } = (await office.get(zoneLoader, '/settings/school/time-zone')).body
    await save('America/Chicago', { version })
    const late = await save('America/Denver', { version })
    expect([late.status, late.body.lastResult.error[''][0]]).toEqual([
      409,
      expect.stringContaining('changed the school: time zone Eastern Time (New York) → Central Time (Chicago)'),
    ])
    expect(getEnv().schoolTimezone).toBe('America/Chicago')
  })

  test('is the server’s if it says one, and cannot be changed then', async () => {
    await save('America/Chicago')
    process.env.SCHOOL_TIMEZONE = 'America/Denver'
    try {
      expect((await office.get(zoneLoader, '/settings/school/time-zone')).body.by).toBe('server')
      expect((await save('America/Phoenix')).status).toBe(409)
    } finally {
      delete process.env.SCHOOL_TIMEZONE
    }
  })
})

describe('mail', () => {
  const PATH = '/settings/mail'
  const form = async (who = office) => (await who.get(mailLoader, PATH)).body
  const save = async (fields: Record<string, string>) => {
    const { version } = await form()
    const typed = { server: '127.0.0.1', port: '2525', user: '', password: '', from: '' }
    return office.post(mailAction, PATH, { intent: 'save', version, ...typed, ...fields })
  }
  const row = (name: string) => prisma.serverSetting.findUniqueOrThrow({ where: { name } })
  const errorOf = (answer: Answer) => Object.entries(answer.body.lastResult.error)[0]

  test('is used at once; the password is sealed, and stands nowhere', async () => {
    const answer = await save({
      server: 'SMTP.oak.example',
      port: '587',
      user: 'oak hill',
      password: 'p@ss:w/rd',
      from: 'Oak <o@oak.example>',
    })
    expect(answer.headers.get('Location')).toBe(PATH)
    expect(getEnv()).toMatchObject({
      smtpUrl: 'smtp://oak%20hill:p%40ss%3Aw%2Frd@smtp.oak.example:587',
      mailFrom: 'Oak <o@oak.example>',
    })
    const shown = await form()
    expect(shown.saved).toEqual({
      server: 'smtp.oak.example',
      port: '587',
      user: 'oak hill',
      hasPassword: true,
      from: 'Oak <o@oak.example>',
    })
    expect(shown.changes).toMatchObject([{ who: 'Ann Office', what: 'set the mail server' }])
    const everything = JSON.stringify([
      shown,
      await prisma.serverSetting.findMany(),
      await prisma.auditEntry.findMany(),
      await prisma.outboxEmail.findMany(),
    ])
    for (const secret of ['p@ss:w/rd', 'p%40ss%3Aw%2Frd']) expect(everything).not.toContain(secret)
  })

  test('a change is told to every administrator by the mail server from before', async () => {
    await admin({ email: 'bea@school.example' })
    const [old, next] = [await startMailServer(), await startMailServer()]
    try {
      await save({ port: String(old.port) })
      await sendDueEmails()
      expect(old.received.map(({ to }) => to[0]).sort()).toEqual(['ann@school.example', 'bea@school.example'])
      await save({ port: String(next.port) })
      expect(old.received).toHaveLength(4)
      expect(old.received[3]!.source).toContain('The mail settings of')
      expect(next.received).toHaveLength(0)
      await office.post(statusAction, '/settings/status', { intent: 'test-email' })
      expect(next.received.map(({ to }) => to[0])).toEqual(['ann@school.example'])
      await office.post(mailAction, PATH, { intent: 'remove', version: (await form()).version })
      expect(next.received).toHaveLength(3)
      expect([getEnv().smtpUrl, await prisma.serverSetting.count()]).toEqual([undefined, 0])
      expect((await form()).changes[0].what).toBe('removed the mail server')
    } finally {
      await Promise.all([old.stop(), next.stop()])
    }
  })

  test('once mail is set, the first administrator is asked to confirm the address, and no link to it opens the school before', async () => {
    await prisma.user.updateMany({ data: { emailVerifiedAt: null, password: 'scrypt$hers' } })
    await save({ port: '1' })
    const letter = await prisma.outboxEmail.findFirstOrThrow({ where: { subject: { startsWith: 'Confirm' } } })
    expect(letter.recipient).toBe('ann@school.example')
    expect(await storeToken('reset', 'ann@school.example', 'a'.repeat(43))).toBeNull()
    const token = new URL(/http\S+confirm-address\S+/.exec(letter.text)![0]).searchParams.get('token')!
    const link = `/confirm-address?token=${token}`
    const stranger = new Visitor()
    expect((await stranger.get(confirmLoader, link)).body.link).toMatchObject({ isOffice: true, isTheirs: false })
    expect((await stranger.post(confirmAction, link, { intent: 'confirm', token })).status).toBe(400)
    expect((await office.post(confirmAction, link, { intent: 'confirm', token })).status).toBe(302)
    expect(await prisma.user.findFirst()).toMatchObject({ emailVerifiedAt: expect.any(Date), password: 'scrypt$hers' })
    expect(await storeToken('reset', 'ann@school.example', 'a'.repeat(43))).not.toBeNull()
  })

  test('a saved password goes to no other server, but stays where only the sender changes', async () => {
    const typed = { port: '1', user: 'oak' }
    await save({ ...typed, password: 'secret' })
    const kept = (await row('SMTP_URL')).value
    for (const change of [{ server: '127.0.0.2' }, { port: '25' }, { user: 'eve' }] as Record<string, string>[]) {
      expect(errorOf(await save({ ...typed, ...change }))).toEqual([
        'password',
        ['Please type the password of this mail server'],
      ])
    }
    await save({ ...typed, from: 'office@oak.example' })
    expect((await row('SMTP_URL')).value).toBe(kept)
    expect(getEnv().mailFrom).toBe('office@oak.example')
  })

  test.each([
    ['server', 'smtp.oak.example/x'],
    ['server', ''],
    ['port', '70000'],
    ['from', 'nobody'],
    ['from', 'A\r\nBcc: x@y.example <a@b.example>'],
  ])('%s %j is refused', async (field, typed) => {
    const answer = await save({ [field]: typed })
    expect([answer.status, errorOf(answer)![0]]).toEqual([400, field])
    expect(await prisma.serverSetting.count()).toBe(0)
  })

  test('asks for the password of the account again after ten minutes', async () => {
    await prisma.$executeRaw`UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`
    expect((await save({})).status).toBe(403)
    expect(await prisma.serverSetting.count()).toBe(0)
  })

  test('of two desks the later one hears of the other', async () => {
    const { version } = await form()
    await save({ from: 'a@oak.example' })
    const late = await save({ version, server: '127.0.0.2' })
    expect([late.status, errorOf(late)![1]]).toEqual([409, [expect.stringContaining('Ann Office set the mail server')]])
    expect(getEnv().smtpUrl).toBe('smtp://127.0.0.1:2525')
  })

  test.each([
    ['with another SESSION_SECRET', async () => Object.assign(getEnv(), { sessionSecret: `${sessionSecret}!` })],
    [
      'if it was altered',
      async () => {
        const { value } = await row('SMTP_URL')
        await prisma.serverSetting.update({ where: { name: 'SMTP_URL' }, data: { value: `${value.slice(0, -2)}AA` } })
      },
    ],
  ])('what is saved does not open %s, which the screens say, and can be typed again', async (_, spoil) => {
    await save({ server: 'smtp.oak.example', user: 'oak', password: 'secret' })
    await spoil()
    forgetSettings()
    await refreshSettings()
    expect(getEnv().smtpUrl).toBeUndefined()
    expect((await form()).kept).toMatchObject({ isReadable: false })
    const { lines } = (await office.get(statusLoader, '/settings/status')).body
    expect(lines).toContainEqual(expect.objectContaining({ subject: 'Saved settings', state: 'broken' }))
    await save({ server: 'smtp.oak.example', user: 'oak', password: 'again' })
    expect(getEnv().smtpUrl).toContain('oak:again@')
    const after = (await office.get(statusLoader, '/settings/status')).body.lines
    expect(after.map(({ subject }: { subject: string }) => subject)).not.toContain('Saved settings')
  })

  test('another process follows', async () => {
    const own = { ...getEnv() }
    await save({ server: 'smtp.oak.example' })
    Object.assign(getEnv(), own)
    forgetSettings()
    await refreshSettings()
    expect(getEnv().smtpUrl).toBe('smtp://smtp.oak.example:2525')
  })

  test('the server’s own wins, and the demo has none', async () => {
    process.env.SMTP_URL = 'smtps://me:hush@mail.host.example'
    try {
      const answer = await form()
      expect(answer.by).toBe('server')
      expect(JSON.stringify(answer)).not.toContain('hush')
      expect((await save({})).status).toBe(409)
    } finally {
      delete process.env.SMTP_URL
    }
    Object.assign(getEnv(), { mode: 'demo' })
    try {
      expect((await form()).by).toBe('demo')
      expect((await save({})).status).toBe(409)
    } finally {
      Object.assign(getEnv(), { mode: 'test' })
    }
    expect(await prisma.serverSetting.count()).toBe(0)
  })
})

describe('texts', () => {
  const PATH = '/settings/texts'
  const TOKEN = '0123456789abcdef'
  const save = async (fields: Record<string, string> = {}) => {
    const { version } = (await office.get(textsLoader, PATH)).body
    const typed = { accountSid: 'AC42', authToken: TOKEN, from: '+18455550100' }
    return office.post(textsAction, PATH, { intent: 'save', version, ...typed, ...fields })
  }

  test('are sent from then on, the token is sealed, and they can be turned off', async () => {
    expect(textProvider()).toBeNull()
    await save()
    expect(textProvider()).toMatchObject({ accountSid: 'AC42', authToken: TOKEN, from: '+18455550100' })
    const shown = (await office.get(textsLoader, PATH)).body
    expect(shown).toMatchObject({ token: { shows: 'ends in cdef' }, changes: [{ what: 'set the account of texts' }] })
    expect(JSON.stringify([shown, await prisma.serverSetting.findMany()])).not.toContain(TOKEN)
    await save({ authToken: '', from: '+18455550199' })
    expect(textProvider()).toMatchObject({ authToken: TOKEN, from: '+18455550199' })
    expect((await save({ authToken: '', accountSid: 'AC43' })).status).toBe(400)
    await office.post(textsAction, PATH, { intent: 'remove' })
    expect([textProvider(), await prisma.outboxEmail.count()]).toEqual([null, 3])
  })

  test('turned off, a family that chose texts and no emails gets emails', async () => {
    await save()
    const choose = async (stoppedAt: Date | null) => {
      const { id: userId } = await rider()
      const at = new Date()
      await prisma.textNumber.create({
        data: { userId, number: '+18455550142', askedAt: at, verifiedAt: at, stoppedAt },
      })
      const choices = [
        { kind: 'ride-reminder', channel: 'email', wanted: false },
        { kind: 'ride-reminder', channel: 'text', wanted: true },
        { kind: 'makeup-expiring', channel: 'email', wanted: false },
      ]
      await prisma.noticeChoice.createMany({ data: choices.map((choice) => ({ ...choice, userId, at })) })
      return async () => Promise.all([isWanted(userId, 'ride-reminder'), isWanted(userId, 'makeup-expiring')])
    }
    const [byText, stopped] = [await choose(null), await choose(new Date())]
    await office.post(textsAction, PATH, { intent: 'remove' })
    expect([await byText(), await stopped()]).toEqual([
      [true, false],
      [false, false],
    ])
  })

  test.each([
    ['accountSid', 'SK42'],
    ['authToken', 'with space'],
    ['from', '845'],
  ])('%s %j is refused', async (field, typed) => {
    const { status, body } = await save({ [field]: typed })
    expect([status, Object.keys(body.lastResult.error)]).toEqual([400, [field]])
    expect(await prisma.serverSetting.count()).toBe(0)
  })
})

describe('the donation form', () => {
  const PATH = '/settings/donations'
  const SECRET = 'made-up-0123456789'
  const save = async (fields: Record<string, string> = {}) => {
    const { version } = (await office.get(donationsLoader, PATH)).body
    const typed = { form: 'https://www.zeffy.com/en-US/donation-form/oak', secret: SECRET }
    return office.post(donationsAction, PATH, { intent: 'save', version, ...typed, ...fields })
  }

  test('is used from then on, its secret is sealed, and every administrator hears where donations go', async () => {
    await save()
    expect(getEnv()).toMatchObject({
      zeffyFormUrl: 'https://www.zeffy.com/en-US/donation-form/oak',
      zeffyWebhookSecret: SECRET,
    })
    const shown = (await office.get(donationsLoader, PATH)).body
    expect(shown).toMatchObject({ secret: { shows: 'ends in 6789' }, changes: [{ what: 'set the donation form' }] })
    expect(JSON.stringify([shown, await prisma.serverSetting.findMany()])).not.toContain(SECRET)
    await save({ form: 'https://www.zeffy.com/en-US/donation-form/other', secret: '' })
    expect(getEnv().zeffyWebhookSecret).toBe(SECRET)
    expect((await prisma.outboxEmail.findMany()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('The donation settings of'),
      expect.stringContaining('The donation settings of'),
    ])
    await office.post(donationsAction, PATH, { intent: 'remove' })
    expect([getEnv().zeffyFormUrl, getEnv().zeffyWebhookSecret]).toEqual([undefined, undefined])
  })

  test.each([
    ['form', 'http://www.zeffy.com/x'],
    ['form', 'javascript:alert(1)'],
    ['secret', 'too short'],
  ])('%s %j is refused', async (field, typed) => {
    const { status, body } = await save({ [field]: typed })
    expect([status, Object.keys(body.lastResult.error)]).toEqual([400, [field]])
    expect(await prisma.serverSetting.count()).toBe(0)
  })
})
