import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword } from '~/platform/password.server'
import { resetAndTell } from '~/services/mail/factor-reset.server'
import { Authenticator } from '../../../test/authenticator'
import { emptyTables, rider, signedIn } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { action as signInAction } from '../auth/auth'
import { action as codeAction, loader as codeLoader } from '../auth/sign-in-code'
import { action as addAction, loader as addLoader } from './passkey'
import { action as removeAction, loader as removeLoader } from './remove-passkey'
import { action, loader } from './second-step'

const PASSWORD = 'a-gray-mare-at-noon'
const TEN_MINUTES = 10 * 60_000
const ADD = '/second-step/passkey'

/** Browsers make no passkey for the address in figures that tests have. */
const origin = 'http://school.example'
const ofTests = getEnv().appUrl
beforeAll(() => void Object.assign(getEnv(), { appUrl: origin }))
afterAll(() => void Object.assign(getEnv(), { appUrl: ofTests }))

let moment = 0
const later = (ms = 30_000) => {
  moment += ms
  setClock(new Date(moment))
}
beforeEach(async () => {
  await emptyTables()
  await prisma.rateLimit.deleteMany()
  moment = Date.parse('2026-11-24T15:00:00Z')
  setClock(new Date(moment))
})

const isIn = async (visitor: Visitor) => (await visitor.page()).viewer !== null
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment })

/** Someone of the office whose second step is on. */
async function person(email = 'ann@office.example') {
  const user = await rider({ email, role: 'admin', password: await hashPassword(PASSWORD) })
  const visitor = await signedIn(user)
  await visitor.post(action, '/second-step', { intent: 'start' })
  const { secret } = (await visitor.get(loader, '/second-step')).body.factor
  const { body } = await visitor.post(action, '/second-step', { intent: 'on', code: codeOf(secret) })
  return { id: user.id, email, visitor, secret, codes: body.codes as string[] }
}
type Person = Awaited<ReturnType<typeof person>>

const begin = async ({ visitor, codes }: Person, name = 'Office PC') =>
  (await visitor.post(addAction, ADD, { intent: 'start', name, code: codes.pop() ?? '' })).body.options
const send = (visitor: Visitor, credential: string, name = 'Office PC') =>
  visitor.post(addAction, ADD, { intent: 'add', name, credential })

async function withPasskey(email?: string) {
  const owner = await person(email)
  const key = new Authenticator()
  const { challenge } = await begin(owner)
  expect((await send(owner.visitor, key.make(challenge, origin))).status).toBe(302)
  return { ...owner, key }
}

/** A browser that said the password, and what it asks the device for. */
async function waiting(email = 'ann@office.example') {
  const visitor = new Visitor()
  await visitor.post(signInAction, '/auth', { intent: 'login', email, password: PASSWORD })
  return { visitor, options: (await visitor.get(codeLoader, '/sign-in-code')).body.passkey }
}
const say = (visitor: Visitor, credential: string) =>
  visitor.post(codeAction, '/sign-in-code', { intent: 'passkey', credential })
const log = (name: string) => prisma.auditEntry.count({ where: { action: name } })

describe('signing in with a passkey', () => {
  test('says the second step after the password, and is noted as used', async () => {
    const { key, id, visitor: here } = await withPasskey()
    const { visitor, options } = await waiting()
    expect(options.allowCredentials).toEqual([
      { id: key.id.toString('base64url'), type: 'public-key', transports: ['usb'] },
    ])
    expect(await isIn(visitor)).toBe(false)
    const done = await say(visitor, key.use(options.challenge, origin))
    expect([done.status, done.headers.get('Location'), await isIn(visitor)]).toEqual([302, '/admin', true])
    expect(await prisma.passkey.findFirst()).toMatchObject({ userId: id, name: 'Office PC', counter: 2n })
    const { passkeys } = (await here.get(loader, '/second-step')).body
    expect(passkeys).toMatchObject([{ name: 'Office PC', lastUsed: expect.any(String) }])
  })

  test('an account without one is asked for a code alone', async () => {
    await person()
    expect((await waiting()).options).toBeNull()
  })

  test('what a device signed works once, also for two who send it at the same moment', async () => {
    const { key } = await withPasskey()
    const { visitor, options } = await waiting()
    const credential = key.use(options.challenge, origin)
    const thief = new Visitor()
    for (const [name, value] of visitor.cookies) thief.cookies.set(name, value)
    const answers = await Promise.all([visitor, thief].map((one) => say(one, credential)))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400])
    // A sign-in that waits in another browser asks for something else.
    const other = await waiting()
    expect((await say(other.visitor, credential)).status).toBe(400)
    expect(await isIn(other.visitor)).toBe(false)
  })

  test('a page of another site gets nothing that opens the account here', async () => {
    const { key } = await withPasskey()
    const { visitor, options } = await waiting()
    const { hostname } = new URL(origin)
    for (const credential of [
      key.use(options.challenge, 'https://stirrup-school.example'),
      key.use(options.challenge, 'https://stirrup-school.example', hostname),
      key.use(options.challenge, origin, 'stirrup-school.example'),
    ]) {
      expect((await say(visitor, credential)).status).toBe(400)
    }
    expect([await isIn(visitor), await log('account.sign-in-failed')]).toEqual([false, 3])
  })

  test('another account’s passkey says nothing, nor does one that nobody added', async () => {
    const ann = await withPasskey()
    const bob = await withPasskey('bob@office.example')
    const { visitor, options } = await waiting()
    expect((await say(visitor, bob.key.use(options.challenge, origin))).status).toBe(400)
    expect((await say(visitor, new Authenticator().use(options.challenge, origin))).status).toBe(400)
    const { id } = ann.key
    expect((await say(visitor, Object.assign(new Authenticator(), { id }).use(options.challenge, origin))).status).toBe(
      400,
    )
    expect(await isIn(visitor)).toBe(false)
  })

  test('a challenge ends after ten minutes', async () => {
    const { key } = await withPasskey()
    const { visitor, options } = await waiting()
    later(TEN_MINUTES - 1000)
    const again = await waiting()
    later(2000)
    await say(visitor, key.use(options.challenge, origin))
    expect(await isIn(visitor)).toBe(false)
    // Of a session that still waits, a challenge from before it.
    expect((await say(again.visitor, key.use(options.challenge, origin))).status).toBe(400)
    expect((await say(again.visitor, key.use(again.options.challenge, origin))).status).toBe(302)
  })

  test('a device that was copied falls behind: its counter is refused', async () => {
    const { key } = await withPasskey()
    const copy = key.copy()
    const first = await waiting()
    expect((await say(first.visitor, key.use(first.options.challenge, origin))).status).toBe(302)
    const second = await waiting()
    expect((await say(second.visitor, copy.use(second.options.challenge, origin))).status).toBe(400)
  })

  test('the page is read in two tabs, and each signs in by what it shows', async () => {
    const { key } = await withPasskey()
    const { visitor, options } = await waiting()
    await visitor.get(codeLoader, '/sign-in-code')
    expect((await say(visitor, key.use(options.challenge, origin))).status).toBe(302)
  })

  test('garbage in place of an answer is refused in words', async () => {
    await withPasskey()
    const { visitor } = await waiting()
    for (const credential of ['', '{', '[]', '{"id":"x"}', 'x'.repeat(30_000)]) {
      expect((await say(visitor, credential)).status).toBe(400)
    }
    const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
    const key = await prisma.passkey.findFirstOrThrow()
    const credential = JSON.stringify({ id: key.id, rawId: key.id, type: 'public-key', response })
    expect((await say(visitor, credential)).status).toBe(400)
  })
})

describe('adding and removing passkeys', () => {
  test('several have names; each is told by email and in the log, and is removed alone', async () => {
    const owner = await person()
    for (const name of ['Office PC', 'My phone']) {
      const { challenge } = await begin(owner, name)
      await send(owner.visitor, new Authenticator().make(challenge, origin), name)
      later()
    }
    const { passkeys } = (await owner.visitor.get(loader, '/second-step')).body
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['Office PC', 'My phone'])
    const params = { id: passkeys[0].id }
    const remove = () => owner.visitor.post(removeAction, `/second-step/passkeys/${params.id}/remove`, {}, params)
    expect((await remove()).headers.get('Location')).toBe('/second-step')
    expect((await remove()).status).toBe(404)
    expect(await prisma.passkey.findMany()).toMatchObject([{ name: 'My phone' }])
    const mails = await prisma.outboxEmail.findMany({ where: { recipient: owner.email }, orderBy: { id: 'asc' } })
    expect(mails.map(({ subject }) => subject.split(': ')[1]).filter((text) => text?.includes('passkey'))).toEqual([
      'a passkey was added',
      'a passkey was added',
      'a passkey was removed',
    ])
    expect([await log('account.passkey-add'), await log('account.passkey-remove')]).toEqual([2, 1])
  })

  test('it wants the password again, and a code: a session alone adds none', async () => {
    const owner = await person()
    const start = (code: string) => owner.visitor.post(addAction, ADD, { intent: 'start', name: 'PC', code })
    expect((await start('000000')).status).toBe(400)
    await prisma.$executeRaw`UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`
    expect((await start(owner.codes[0] ?? '')).status).toBe(403)
    const { id } = await prisma.passkey.create({
      data: { id: 'key', userId: owner.id, name: 'PC', publicKey: 'x', counter: 0, transports: [] },
    })
    expect((await owner.visitor.post(removeAction, `/second-step/passkeys/${id}/remove`, {}, { id })).status).toBe(403)
    expect(await prisma.passkey.count()).toBe(1)
  })

  test('what was made for another session, another site or signing in is not taken', async () => {
    const owner = await withPasskey()
    const { challenge } = await begin(owner)
    const elsewhere = await waiting()
    await say(elsewhere.visitor, owner.key.use(elsewhere.options.challenge, origin))
    const key = new Authenticator()
    expect((await send(elsewhere.visitor, key.make(challenge, origin))).status).toBe(400)
    expect((await send(owner.visitor, key.make(challenge, 'https://stirrup-school.example'))).status).toBe(400)
    const other = await waiting()
    expect((await send(owner.visitor, key.make(other.options.challenge, origin))).status).toBe(400)
    const made = key.make(challenge, origin)
    expect((await send(owner.visitor, made)).status).toBe(302)
    expect((await send(owner.visitor, made)).status).toBe(400)
    expect(await prisma.passkey.count()).toBe(2)
  })

  test('nobody sees or removes another’s', async () => {
    const ann = await withPasskey()
    const bob = await person('bob@office.example')
    const params = { id: ann.key.id.toString('base64url') }
    const path = `/second-step/passkeys/${params.id}/remove`
    expect((await bob.visitor.get(removeLoader, path, params)).status).toBe(404)
    expect((await bob.visitor.post(removeAction, path, {}, params)).status).toBe(404)
    expect(await prisma.passkey.count()).toBe(1)
    const family = await signedIn(await rider())
    expect((await family.get(addLoader, ADD)).status).toBe(403)
  })

  test('a second step that is turned off, or taken away on the server, takes the passkeys along', async () => {
    const owner = await withPasskey()
    const { challenge } = await begin(owner)
    await owner.visitor.post(action, '/second-step', { intent: 'off', code: owner.codes.pop() ?? '' })
    expect(await prisma.passkey.count()).toBe(0)
    expect((await send(owner.visitor, new Authenticator().make(challenge, origin))).status).toBe(400)
    const bob = await withPasskey('bob@office.example')
    await resetAndTell(getEnv().databaseUrl ?? '', bob.email)
    expect(await prisma.passkey.count()).toBe(0)
  })

  test('at an address in figures, for which browsers make none, the screen offers none', async () => {
    const { visitor } = await person()
    expect((await visitor.get(loader, '/second-step')).body.canHavePasskeys).toBe(true)
    Object.assign(getEnv(), { appUrl: 'http://127.0.0.1:3000' })
    onTestFinished(() => void Object.assign(getEnv(), { appUrl: origin }))
    expect((await visitor.get(loader, '/second-step')).body.canHavePasskeys).toBe(false)
  })
})
