import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from '~/models/people/accounts/token'
import { eraseFamily } from '~/models/privacy/erase.server'
import { setSignInBlocked } from '~/models/students/sign-in-block.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { loader as stepsLoader } from '~/routes/portal/welcome/steps'
import { action as welcomeAction, loader as welcomeLoader } from '~/routes/portal/welcome/welcome'
import { toDbDate } from '~/utils/dates'
import { admin, emptyTables, grant, openOffice, rider, signedIn, weeklyRider } from '../../../../../test/factories'
import { Visitor } from '../../../../../test/visitor'
import { action as answerAction, loader as answerLoader } from './answer'
import { action, loader } from './invitations'

const AT = '/students/invitations'
const GOOD = 'Chestnut-Saddle-42'
// The invitation is queued but not sent.
const settings = getEnv() as { smtpUrl: string | undefined; mode: string }
const { smtpUrl, mode } = settings
let office: Visitor

beforeEach(async () => {
  setClock('2026-11-26T15:00:00Z')
  settings.smtpUrl = 'smtp://127.0.0.1:9'
  await emptyTables()
  ;({ office } = await openOffice())
})
afterEach(() => {
  setClock(null)
  Object.assign(settings, { smtpUrl, mode })
})

const family = (email: string | null, change: Parameters<typeof rider>[0] = {}) =>
  rider({ firstName: 'Dana', lastName: 'Novak', email, ...change })
const invite = (fields: Record<string, string> = {}) => office.post(action, AT, { intent: 'all', note: '', ...fields })
const outbox = () =>
  prisma.outboxEmail.findMany({ where: { dedupeKey: { startsWith: 'invitation:' } }, orderBy: { id: 'asc' } })
const tokensIn = (text: string) => [...text.matchAll(/welcome\?token=([\w-]+)/g)].map(([, token = '']) => token)
const lastToken = async () => tokensIn((await outbox()).at(-1)?.text ?? '')[0] ?? ''
const look = (token: string, who = new Visitor()) => who.get(welcomeLoader, `/welcome?token=${token}`)
const send = (token: string, fields: Record<string, string>, who = new Visitor()) =>
  who.post(welcomeAction, `/welcome?token=${token}`, { token, ...fields })
const setPassword = (token: string, who?: Visitor, password = GOOD) =>
  send(token, { intent: 'reset', newPassword: password, confirmPassword: password }, who)
const shown = async (show: string) =>
  (await office.get(loader, `${AT}?show=${show}`)).body.families.map(({ name }: { name: string }) => name)

test('An invited family sees what is known, confirms it, chooses a password, and is signed in', async () => {
  const dana = await family('dana@novak.example', { ridesToo: false })
  const ava = await weeklyRider(
    { firstName: 'Ava', lastName: 'Novak', email: null, guardianId: dana.id, password: null },
    { time: '16:30' },
  )
  await grant(ava.id, '2026-11-01', '2026-11-30', { lessons: 3, makeupLessons: 0 })
  expect((await invite({ note: 'We missed you!\nSee you soon.' })).status).toBe(302)
  const [email] = await outbox()
  expect(email).toMatchObject({ recipient: 'dana@novak.example' })
  expect(email?.text).toContain('We missed you!\n\nSee you soon.')
  const token = await lastToken()
  // Only its hash is stored.
  expect(await prisma.invitation.findMany()).toMatchObject([{ userId: dana.id, token: hashOf(token) }])

  // Opening it changes nothing, because mail scanners open links.
  await look(token)
  const { body } = await look(token)
  expect(body).toMatchObject({ email: 'dana@novak.example', isAnswered: false })
  expect(body.riders).toEqual([
    {
      id: ava.id,
      name: 'Ava Novak',
      places: ['Tuesdays 4:30 PM, Group Lesson'],
      left: '3 lessons',
      paidTo: 'Nov 30, 2026',
    },
  ])
  await send(token, { intent: 'right' })
  expect((await look(token)).body).toMatchObject({ isAnswered: true, isOpen: false })

  const browser = new Visitor()
  // A weak password doesn't use up the link.
  expect((await setPassword(token, browser, '123456')).status).toBe(400)
  const entered = await setPassword(token, browser)
  expect(entered.headers.get('location')).toBe('/welcome/steps')
  expect((await browser.get(stepsLoader, '/welcome/steps')).body).toMatchObject({ toAgree: 'Ava' })
  expect(await prisma.user.findUnique({ where: { id: dana.id } })).toMatchObject({
    signedInAt: new Date('2026-11-26T15:00:00Z'),
    emailVerifiedAt: expect.any(Date),
  })
  // The link works once.
  expect((await look(token)).status).toBe(404)
  expect((await setPassword(token)).status).toBe(400)
  expect(await shown('in')).toEqual(['Dana Novak'])
  expect((await office.get(loader, AT)).body).toMatchObject({ note: 'We missed you!\nSee you soon.' })
})

test('Two clicks and two desks write once; the rest are reminded a day later, and the newest link counts', async () => {
  await family('dana@novak.example')
  const other = await signedIn(await admin())
  await Promise.all([invite(), invite(), other.post(action, AT, { intent: 'all', note: '' })])
  const remind = () => office.post(action, AT, { intent: 'rest', note: '' })
  await remind()
  expect(await outbox()).toHaveLength(1)
  const first = await lastToken()

  setClock('2026-11-27T15:00:01Z')
  office = await signedIn(await admin())
  await Promise.all([remind(), remind()])
  expect(await outbox()).toHaveLength(2)
  expect((await look(first)).status).toBe(404)
  const newest = await lastToken()
  expect((await look(newest)).status).toBe(200)
  // Fourteen days, and not longer.
  setClock('2026-12-11T15:00:00Z')
  expect((await look(newest)).status).toBe(200)
  setClock('2026-12-11T15:00:02Z')
  expect((await look(newest)).status).toBe(404)
  expect((await setPassword(newest)).status).toBe(400)
})

test('Children, the office, blocked users and those who have signed in are not invited, and families that can’t be reached are named', async () => {
  const dana = await family('dana@novak.example')
  await family('ben@becker.example', { firstName: 'Ben' })
  await rider({ firstName: 'Teen', email: 'teen@novak.example', guardianId: dana.id })
  const kid = { firstName: 'Kid', birthDate: toDbDate('2018-01-01') }
  await family('kid@lone.example', kid)
  await family('was@here.example', { firstName: 'Was', signedInAt: new Date() })
  await family('out@side.example', { firstName: 'Out', active: false })
  await family('gone@side.example', { firstName: 'Gone', hiddenAt: new Date() })
  expect(await shown('new')).toEqual(['Ben Novak', 'Dana Novak'])
  expect(await shown('unreached')).toEqual(['Kid Novak'])
  await invite({ intent: 'chosen', family: dana.id })
  expect((await outbox()).map(({ recipient }) => recipient)).toEqual(['dana@novak.example'])
  await invite()
  expect(await outbox()).toHaveLength(2)
  // The mail server refused the address: it is named until it is corrected, and can then be invited again.
  await prisma.outboxEmail.updateMany({
    where: { recipient: 'dana@novak.example' },
    data: { attempts: 1, lastError: '550 no such user' },
  })
  expect(await shown('unreached')).toEqual(['Dana Novak', 'Kid Novak'])
  await prisma.user.update({ where: { id: dana.id }, data: { email: 'dana@new.example' } })
  expect(await shown('new')).toEqual(['Dana Novak'])
  await invite()
  expect((await outbox()).at(-1)?.recipient).toBe('dana@new.example')
})

test('The office answers what a family says is wrong once, and the answer contains a link to look again', async () => {
  const dana = await family('dana@novak.example')
  await invite()
  const token = await lastToken()
  await send(token, { intent: 'wrong', wrong: 'Ava rides on Wednesdays' })
  await send(token, { intent: 'wrong', wrong: 'Ava rides on Wednesdays' })
  await send(token, { intent: 'wrong', wrong: 'And Ben does not ride' })
  expect((await send(token, { intent: 'wrong', wrong: '  ' })).status).toBe(400)
  expect(await shown('wrong')).toEqual(['Dana Novak'])
  const path = `${AT}/${dana.id}`
  const asked = await office.get(answerLoader, path, { id: dana.id })
  expect(asked.body).toMatchObject({ wrong: 'Ava rides on Wednesdays\n\nAnd Ben does not ride', isOpen: true })
  const answer = () => office.post(answerAction, path, { answer: 'We moved her.' }, { id: dana.id })
  await Promise.all([answer(), answer()])
  expect(await outbox()).toHaveLength(2)
  expect((await outbox()).at(-1)?.text).toContain('We moved her.')
  expect((await look(await lastToken())).body).toMatchObject({ isAnswered: false, answer: 'We moved her.' })
  expect((await look(token)).status).toBe(404)
  expect(await shown('wrong')).toEqual([])
})

test('An answer contains no link to the account of a rider who turned out to be under 13', async () => {
  const kim = await family('kim@novak.example', { firstName: 'Kim' })
  await invite()
  await send(await lastToken(), { intent: 'wrong', wrong: 'Kim is nine years old' })
  await prisma.user.update({ where: { id: kim.id }, data: { birthDate: toDbDate('2017-03-01') } })
  await office.post(answerAction, `${AT}/${kim.id}`, { answer: 'Thank you, now we know.' }, { id: kim.id })
  const last = await prisma.outboxEmail.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(last.text).toContain('Thank you, now we know.')
  expect(tokensIn(last.text)).toEqual([])
})

test('Whoever signs in through an older version of the server has signed in; a session that waits for a code has not', async () => {
  const dana = await family('dana@novak.example')
  const ben = await family('ben@becker.example', { firstName: 'Ben' })
  const since = '2026-11-26T14:00:00.000Z'
  const session = { expire: new Date('2026-12-10T14:00:00Z') }
  await prisma.session.create({ data: { ...session, sid: 'old', userId: dana.id, sess: { since } } })
  await prisma.session.create({
    data: { ...session, sid: 'waits', userId: ben.id, sess: { since, waits: 'password' } },
  })
  expect(await shown('new')).toEqual(['Ben Novak'])
  expect(await prisma.user.findUnique({ where: { id: dana.id } })).toMatchObject({ signedInAt: new Date(since) })
})

test('A school without families gets a link to add some, unlike one in which all have signed in', async () => {
  expect((await office.get(loader, AT)).body.isEmpty).toBe(true)
  await family('was@here.example', { signedInAt: new Date() })
  expect((await office.get(loader, AT)).body.isEmpty).toBe(false)
})

test('A link ends when the address, password, role or guardian changes, and when the account is blocked, removed or erased', async () => {
  const ann = await admin()
  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['address', (id) => prisma.user.update({ where: { id }, data: { email: 'else@where.example' } })],
    ['block', (id) => withTx((tx) => setSignInBlocked(tx, ann.id, id, true))],
    ['removal', (id) => prisma.user.update({ where: { id }, data: { hiddenAt: new Date() } })],
    ['erasure', (id) => eraseFamily(ann.id, id, 'Dana Novak')],
    ['role', (id) => prisma.user.update({ where: { id }, data: { role: 'admin' } })],
    [
      'guardian',
      async (id) => prisma.user.update({ where: { id }, data: { guardianId: (await family('g@g.example')).id } }),
    ],
    ['password', (id) => prisma.user.update({ where: { id }, data: { password: 'scrypt$another' } })],
  ]
  for (const [name, end] of ends) {
    const { id } = await family(`${name}@novak.example`)
    await invite({ intent: 'chosen', family: id })
    const token = await lastToken()
    expect([name, (await look(token)).status]).toEqual([name, 200])
    await end(id)
    expect([name, (await look(token)).status]).toEqual([name, 404])
    expect([name, (await setPassword(token)).status]).toEqual([name, 400])
    // Even if that is undone, the link stays ended.
    if (name === 'block') {
      await withTx((tx) => setSignInBlocked(tx, ann.id, id, false))
      expect((await look(token)).status).toBe(404)
    }
  }
})

test('An invalid link reveals nothing, and the number of tries is limited', async () => {
  const stranger = new Visitor('198.51.100.7')
  expect((await look('guessed', stranger)).body).toBeNull()
  for (let tries = 0; tries < 29; tries++) await look('guessed', stranger)
  await expect(look('guessed', stranger)).rejects.toBeRefused('too_many_tries')
})

test('Without a mail server the office gets each link once to hand over, and nothing is queued', async () => {
  Object.assign(settings, { smtpUrl: undefined, mode: 'production' })
  const dana = await family('dana@novak.example')
  const { body } = await invite()
  expect(body.links).toMatchObject([
    { id: dana.id, name: 'Dana Novak', url: expect.stringContaining('/welcome?token=') },
  ])
  const [token = ''] = tokensIn(body.links[0].url)
  expect((await look(token)).status).toBe(200)
  expect(await outbox()).toEqual([])
  // A lost link is replaced at once.
  const again = await invite({ intent: 'rest' })
  expect(again.body.links).toHaveLength(1)
  expect((await look(token)).status).toBe(404)
  // Each link opens an account, so an older session is asked for the password first.
  await prisma.$executeRaw`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`
  expect((await invite({ intent: 'rest' })).body.links).toBeUndefined()
})
