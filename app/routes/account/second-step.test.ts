import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword } from '~/platform/password.server'
import { loader as office } from '~/routes/office/week/week'
import { action as passwordAction } from '~/routes/portal/profile/password'
import { loader as teaching } from '~/routes/teaching/teaching'
import { resetAndTell } from '~/services/mail/factor-reset.server'
import { admin, emptyTables, rider, signedIn } from '../../../test/factories'
import { beginWithNobody, email, follow, linkFor } from '../../../test/links'
import { Visitor } from '../../../test/visitor'
import { action as signInAction } from '../auth/auth'
import { action as codeAction, loader as codeLoader } from '../auth/sign-in-code'
import { loader as devices } from './devices'
import { action, loader } from './second-step'

const PASSWORD = 'a-gray-mare-at-noon'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

beginWithNobody()
beforeEach(async () => {
  await emptyTables()
  await prisma.rateLimit.deleteMany()
})

/** The clock stands until the test is over: 30 seconds pass when it says so. */
let moment = 0
beforeEach(() => {
  moment = Date.parse('2026-11-24T15:00:00Z')
  setClock(new Date(moment))
})

const production = () => {
  const { mode } = getEnv()
  Object.assign(getEnv(), { mode: 'production' })
  onTestFinished(() => void Object.assign(getEnv(), { mode }))
}

const path = '/second-step'
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment })
const later = (ms = 30_000) => {
  moment += ms
  setClock(new Date(moment))
}
const isIn = async (visitor: Visitor) => (await visitor.page()).viewer !== null
const person = async (role = 'admin') => rider({ email, role: role as 'admin', password: await hashPassword(PASSWORD) })

async function setUp(visitor: Visitor): Promise<{ secret: string; codes: string[] }> {
  await visitor.post(action, path, { intent: 'start' })
  const { factor } = (await visitor.get(loader, path)).body
  const { body } = await visitor.post(action, path, { intent: 'on', code: codeOf(factor.secret) })
  return { secret: factor.secret, codes: body.codes }
}

const signIn = (visitor: Visitor, to = '/auth') =>
  visitor.post(signInAction, to, { intent: 'login', email, password: PASSWORD })
const say = (visitor: Visitor, code: string, to = '/sign-in-code') =>
  visitor.post(codeAction, to, { intent: 'code', code })
const log = async (action: string) => prisma.auditEntry.count({ where: { action } })

describe('signing in with a second step', () => {
  test('the password alone opens nothing; the code of the app does, and leads where one wanted to go', async () => {
    const { secret } = await setUp(await signedIn(await person()))
    later()
    const visitor = new Visitor()
    const before = await log('account.sign-in')
    const sent = await signIn(visitor, '/auth?redirectTo=%2Fadmin%2Fhorses')
    expect([sent.status, sent.headers.get('Location')]).toEqual([302, '/sign-in-code?redirectTo=%2Fadmin%2Fhorses'])
    expect(await isIn(visitor)).toBe(false)
    expect((await visitor.get(office, '/admin')).status).toBe(302)
    expect((await visitor.api('/api/auth/user')).status).toBe(401)
    expect(await log('account.sign-in')).toBe(before)
    expect((await visitor.get(codeLoader, sent.headers.get('Location')!)).body).toMatchObject({ email })
    expect((await say(visitor, '000000')).status).toBe(400)
    expect(await isIn(visitor)).toBe(false)
    const waiting = visitor.cookies.get('__session')
    const done = await say(visitor, codeOf(secret), '/sign-in-code?redirectTo=%2Fadmin%2Fhorses')
    expect(done.headers.get('Location')).toBe('/admin/horses')
    expect(await isIn(visitor)).toBe(true)
    expect(visitor.cookies.get('__session')).not.toBe(waiting)
    expect([await log('account.sign-in'), await log('account.sign-in-failed')]).toEqual([before + 1, 1])
  })

  test('a code works once, also for two who type it at the same moment', async () => {
    const { secret } = await setUp(await signedIn(await person()))
    const [one, other, third] = [new Visitor(), new Visitor(), new Visitor()]
    for (const visitor of [one, other, third]) await signIn(visitor)
    // The code that set it up is spent.
    expect((await say(third, codeOf(secret))).status).toBe(400)
    later()
    const answers = await Promise.all([one, other].map((visitor) => say(visitor, codeOf(secret))))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400])
  })

  test('a code of the app ends after a minute', async () => {
    const { secret } = await setUp(await signedIn(await person()))
    later()
    const code = codeOf(secret)
    later(61_000)
    const visitor = new Visitor()
    await signIn(visitor)
    expect((await say(visitor, code)).status).toBe(400)
    expect((await say(visitor, codeOf(secret))).status).toBe(302)
  })

  test('a recovery code signs in once, however it is typed, and its owner is told', async () => {
    const { codes } = await setUp(await signedIn(await person('instructor')))
    expect(new Set(codes).size).toBe(10)
    // Sixteen letters of 32: 80 bits.
    for (const code of codes) expect(code.replaceAll('-', '')).toMatch(/^[A-Z2-7]{16}$/)
    const visitor = new Visitor()
    await signIn(visitor)
    const entered = await say(visitor, ` ${codes[3]!.toLowerCase().replaceAll('-', ' ')} `)
    expect(entered.headers.get('Location')).toBe('/teaching')
    expect((await visitor.get(loader, path)).body.factor).toMatchObject({ state: 'on', recoveryLeft: 9 })
    const again = new Visitor()
    await signIn(again)
    expect((await say(again, codes[3]!)).status).toBe(400)
    const mails = await prisma.outboxEmail.findMany({ where: { recipient: email }, orderBy: { id: 'asc' } })
    expect(mails.map(({ subject }) => subject.split(': ')[1])).toEqual([
      'signing in asks for a code now',
      'a recovery code was used',
    ])
  })

  test('a mailed link asks for the code too, and so does every call that signs in', async () => {
    const { secret } = await setUp(await signedIn(await person()))
    const visitor = new Visitor()
    const followed = await follow(visitor, await linkFor('magic'))
    expect(followed.headers.get('Location')).toBe('/sign-in-code')
    expect(await isIn(visitor)).toBe(false)
    const program = new Visitor()
    const refused = await program.api('/api/login', { method: 'POST', body: { email, password: PASSWORD } })
    expect([refused.status, refused.body.message]).toEqual([401, expect.stringContaining('/api/auth/code')])
    expect((await program.api('/api/auth/user')).status).toBe(401)
    later()
    const body = { code: codeOf(secret) }
    expect((await program.api('/api/auth/code', { method: 'POST', body })).body.user.email).toBe(email)
    expect((await program.api('/api/auth/user')).status).toBe(200)
    const byLink = new Visitor()
    const token = await linkFor('magic')
    expect((await byLink.api('/api/auth/magic-login', { method: 'POST', body: { token } })).status).toBe(401)
    expect(await isIn(byLink)).toBe(false)
  })

  test('a sign-in waits ten minutes for its code, is no device in the meantime, and ends with the password', async () => {
    const user = await person()
    const here = await signedIn(user)
    const { secret } = await setUp(here)
    const visitor = new Visitor()
    await signIn(visitor)
    expect((await here.get(devices, '/devices')).body.devices).toHaveLength(1)
    later(10 * 60_000)
    const late = await say(visitor, codeOf(secret))
    expect(late.headers.get('Location')).toBe('/auth')
    expect((await visitor.get(codeLoader, '/sign-in-code')).headers.get('Location')).toBe('/auth')
    await signIn(visitor)
    const newPassword = 'two-bays-and-a-roan'
    const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword }
    expect((await here.post(passwordAction, '/profile/password', change)).status).toBe(302)
    // Whoever is signed in and changes the password stays so.
    expect(await isIn(here)).toBe(true)
    later()
    expect((await say(visitor, codeOf(secret))).headers.get('Location')).toBe('/auth')
  })

  test('six codes in a quarter of an hour are too many, but a browser that was here before has tries of its own', async () => {
    const { secret } = await setUp(await signedIn(await person()))
    later()
    const known = new Visitor()
    await signIn(known)
    await say(known, codeOf(secret))
    later()
    const thief = new Visitor()
    await signIn(thief)
    for (let i = 0; i < 5; i++) expect((await say(thief, `00000${i}`)).status).toBe(400)
    expect((await say(thief, codeOf(secret))).status).toBe(429)
    await signIn(known)
    expect((await say(known, codeOf(secret))).status).toBe(302)
  })

  test('an account of the office that becomes a family’s asks for no code', async () => {
    const user = await person()
    await setUp(await signedIn(user))
    await prisma.user.update({ where: { id: user.id }, data: { role: 'customer' } })
    const visitor = new Visitor()
    await signIn(visitor)
    expect(await isIn(visitor)).toBe(true)
  })
})

describe('setting up a second step', () => {
  test('it is on once a code was typed, ends every other session, and its secret is shown no more', async () => {
    const user = await person()
    const [here, elsewhere] = [await signedIn(user), await signedIn(user)]
    await here.post(action, path, { intent: 'start' })
    const started = (await here.get(loader, path)).body.factor
    expect(started.uri).toMatch(/^otpauth:\/\/totp\//)
    expect((await here.post(action, path, { intent: 'on', code: '000000' })).status).toBe(400)
    expect(await isIn(elsewhere)).toBe(true)
    const on = await here.post(action, path, { intent: 'on', code: codeOf(started.secret) })
    expect([on.status, on.body.codes.length]).toEqual([200, 10])
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false])
    expect(JSON.stringify((await here.get(loader, path)).body)).not.toContain(started.secret)
    later()
    // Sent again, as a reload does, it makes no new codes.
    expect((await here.post(action, path, { intent: 'on', code: codeOf(started.secret) })).status).toBe(409)
    await here.post(action, path, { intent: 'start' })
    expect((await here.get(loader, path)).body.factor.state).toBe('on')
  })

  test('the database holds neither the secret nor a recovery code', async () => {
    const { secret, codes } = await setUp(await signedIn(await person()))
    const row = JSON.stringify(await prisma.secondFactor.findFirstOrThrow())
    expect([secret, ...codes].filter((text) => row.includes(text))).toEqual([])
  })

  test('it wants the password again', async () => {
    const visitor = await signedIn(await person())
    await prisma.$executeRaw`UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`
    expect((await visitor.post(action, path, { intent: 'start' })).status).toBe(403)
    expect(await prisma.secondFactor.count({ where: { secret: { not: null } } })).toBe(0)
  })

  test('new recovery codes end those from before, and turning it off wants a code', async () => {
    const visitor = await signedIn(await person())
    const { secret, codes } = await setUp(visitor)
    later()
    const renewed = await visitor.post(action, path, { intent: 'codes', code: codeOf(secret) })
    expect(renewed.body.codes).toHaveLength(10)
    expect((await visitor.post(action, path, { intent: 'off', code: codes[0]! })).status).toBe(400)
    expect((await visitor.post(action, path, { intent: 'off', code: renewed.body.codes[0] })).status).toBe(302)
    const fresh = new Visitor()
    await signIn(fresh)
    expect(await isIn(fresh)).toBe(true)
    expect(await log('account.second-factor-off')).toBe(1)
  })

  test('a family has none', async () => {
    const family = await signedIn(await rider())
    expect((await family.get(loader, path)).status).toBe(403)
    expect((await family.post(action, path, { intent: 'start' })).status).toBe(403)
    expect((await new Visitor().get(loader, path)).status).toBe(302)
  })
})

describe('who must set up a second step', () => {
  test('the office and instructors, a week after they first signed in; nothing else opens until then', async () => {
    production()
    const people = [await signedIn(await admin()), await signedIn(await rider({ role: 'instructor' }))] as const
    const asked = async (visitor: Visitor) => (await visitor.page()).viewer?.secondFactor
    const family = await signedIn(await rider())
    expect(await Promise.all([...people, family].map(asked))).toEqual(['ask', 'ask', 'no'])
    await prisma.secondFactor.updateMany({ data: { askedAt: new Date(moment - WEEK_MS) } })
    expect(await Promise.all([...people, family].map(asked))).toEqual(['demand', 'demand', 'no'])
    const [ann, coach] = people
    for (const answer of [await ann.get(office, '/admin'), await coach.get(teaching, '/teaching')]) {
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, path])
    }
    expect((await ann.api('/api/horses')).status).toBe(403)
    expect((await ann.get(loader, path)).body).toMatchObject({ isDemanded: true, factor: { state: 'off' } })
    await setUp(ann)
    expect((await ann.get(office, '/admin')).status).toBe(200)
    expect((await ann.api('/api/horses')).status).toBe(200)
    expect((await coach.get(teaching, '/teaching')).status).toBe(302)
  })

  test('nobody in the demo, whose sign-ins are everyone’s', async () => {
    const ann = await signedIn(await admin())
    await prisma.secondFactor.updateMany({ data: { askedAt: new Date(moment - 2 * WEEK_MS) } })
    expect((await ann.page()).viewer?.secondFactor).toBe('no')
  })
})

describe('who lost phone and recovery codes', () => {
  const reset = (address: string) => resetAndTell(getEnv().databaseUrl ?? '', address)

  test('is let in by a command on the server, which signs them out and is in the log', async () => {
    const visitor = await signedIn(await person())
    await setUp(visitor)
    expect(await reset(` ${email.toUpperCase()} `)).toContain('a week')
    expect(await isIn(visitor)).toBe(false)
    const fresh = new Visitor()
    await signIn(fresh)
    expect(await isIn(fresh)).toBe(true)
    expect(await log('account.second-factor-reset')).toBe(1)
    const told = await prisma.outboxEmail.findMany({
      where: { recipient: email, text: { contains: 'looks after the server' } },
    })
    expect(told).toHaveLength(1)
    await expect(reset(email)).rejects.toThrow('without a second step')
    await expect(reset('nobody@lee.example')).rejects.toThrow('no account')
    await expect(reset('no address')).rejects.toThrow('Usage')
  })
})
