import { beforeEach, expect, test } from 'vitest'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { loader as rootLoader } from '~/root'
import { loader as home } from '~/routes/portal/home/home'
import { sweepExpiredSessions } from '~/web/session.server'
import { admin, emptyTables, rider, signedIn as visitorOf } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { action, loader } from './auth'
import { action as logoutAction, loader as logoutLoader } from './logout'

const ann = { email: 'ann@lee.example', password: 'grey-pony', firstName: 'Ann', lastName: 'Lee', phone: '555 0100' }

const register = (visitor: Visitor, changes = {}, path = '/auth?tab=create-account') => {
  const trap = { name__confirm: '', from__confirm: '' }
  return visitor.get(loader, '/auth').then(({ body }) =>
    visitor.post(action, path, {
      ...ann,
      ...trap,
      from__confirm: body.screen.trap.encryptedValidFrom,
      intent: 'register',
      ...changes,
    }),
  )
}
const signIn = (visitor: Visitor, changes = {}, path = '/auth') =>
  visitor.post(action, path, { email: ann.email, password: ann.password, intent: 'login', ...changes })

/** Ann has an account, hashed at a fraction of the usual work: the hash says how. */
const annHash = hashPassword(ann.password)
const annExists = async (changes = {}) =>
  prisma.user.create({ data: { ...ann, password: await annHash, ...changes }, select: { id: true } })

const signedIn = async (visitor: Visitor) => (await visitor.api('/api/auth/user')).status === 200

beforeEach(async () => {
  setClock(null)
  await emptyTables()
})

test('registering signs in, greets once and keeps the person as typed', async () => {
  const visitor = new Visitor()
  const answer = await register(visitor, { email: ' Ann@Lee.example ', parentName: '' })
  expect(answer.status).toBe(302)
  expect(answer).toRedirect('/')
  const { viewer, toast } = await visitor.page()
  expect(viewer).toMatchObject({ email: 'ann@lee.example', firstName: 'Ann', role: 'customer' })
  expect(toast).toMatchObject({ type: 'success', title: 'Account created!' })
  expect((await visitor.page()).toast).toBeNull()
  const row = await prisma.user.findUniqueOrThrow({ where: { email: 'ann@lee.example' } })
  expect(row).toMatchObject({ phone: '555 0100', parentName: null, active: true })
  expect(row.password).not.toContain('grey-pony')
})

test('Whoever signs up a child ticks that they are its parent and agree, which is kept', async () => {
  const refused = await register(new Visitor(), { parentName: 'Sue Lee', password: 'five5' })
  expect(refused.body.lastResult.error).toMatchObject({
    password: expect.anything(),
    consent: [expect.stringContaining('Please tick that you are the parent or legal guardian')],
  })
  expect((await register(new Visitor(), { parentName: 'Sue Lee' })).status).toBe(400)
  expect((await register(new Visitor(), { parentName: 'Sue Lee', consent: 'on' })).status).toBe(302)
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email: ann.email } })
  expect(await prisma.consent.findMany()).toMatchObject([{ riderId: id, byId: id, version: 1 }])
})

const children = (who: string) => ({
  who,
  consent: 'on',
  'riders[0].firstName': 'Lia',
  'riders[0].lastName': 'Lee',
  'riders[0].birthDate': '2017-05-01',
  'riders[1].firstName': '',
  'riders[1].lastName': '',
  'riders[1].birthDate': '',
  'riders[2].firstName': 'Max',
  'riders[2].lastName': 'Lee',
})
const ridersOf = async (visitor: Visitor) =>
  ((await visitor.api('/api/family/riders')).body as { name: string }[]).map(({ name }) => name)

test('Whoever signs up children is their guardian, and rides if both do', async () => {
  const [parent, both] = [new Visitor(), new Visitor()]
  expect((await register(parent, children('child'))).status).toBe(302)
  expect(await ridersOf(parent)).toEqual(['Lia Lee', 'Max Lee'])
  const other = { email: 'bea@lee.example', firstName: 'Bea' }
  expect((await register(both, { ...children('both'), ...other })).status).toBe(302)
  expect(await ridersOf(both)).toEqual(['Bea Lee', 'Lia Lee', 'Max Lee'])
  expect(await prisma.consent.count()).toBe(4)
  // The mail that proves the address greets the adult.
  const mails = await prisma.outboxEmail.findMany({ where: { recipient: 'bea@lee.example' } })
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Hi Bea')])
})

test('Riders who are not valid are refused at their block with what was typed, and no account is made', async () => {
  const { status, body } = await register(new Visitor(), {
    ...children('child'),
    consent: '',
    'riders[0].birthDate': '2099-01-01',
    'riders[2].lastName': '',
  })
  expect(status).toBe(400)
  expect(body.lastResult.error).toEqual({
    consent: [expect.stringContaining('Please tick')],
    'riders[0].birthDate': ['The birth date is in the future'],
    'riders[2].lastName': ['Last name is required'],
  })
  expect(body.lastResult.initialValue.riders[2]).toMatchObject({ firstName: 'Max' })
  const future = await register(new Visitor(), { ...children('child'), 'riders[0].birthDate': '2099-01-01' })
  expect(future.body.lastResult.error).toEqual({ 'riders[0].birthDate': ['The birth date is in the future'] })
  const twice = await register(new Visitor(), { ...children('child'), 'riders[2].firstName': 'Lia' })
  expect([twice.status, twice.body.lastResult.error]).toEqual([
    409,
    { 'riders[2].firstName': ['Lia Lee is in this family already'] },
  ])
  const ninth = await register(new Visitor(), { ...children('child'), 'riders[8].firstName': 'Ninth' })
  expect(ninth.status).toBe(400)
  expect(await prisma.user.count()).toBe(0)
})

test('Children whom someone typed and then signed up alone are none', async () => {
  const visitor = new Visitor()
  expect((await register(visitor, { ...children('me'), consent: '', 'riders[0].lastName': '' })).status).toBe(302)
  expect(await prisma.user.count()).toBe(1)
})

test('a registration that is not valid says so field by field and never sends the password back', async () => {
  const { status, body } = await register(new Visitor(), { email: 'ann', phone: '', password: 'five5' })
  expect(status).toBe(400)
  expect(body.lastResult.error).toEqual({
    email: ['Please enter a valid email address'],
    password: ['Password must be at least 6 characters long'],
    phone: ['Phone number is required'],
  })
  expect(JSON.stringify(body)).not.toContain('five5')
  expect(await prisma.user.count()).toBe(0)
})

test('A registration says all that is wrong at once: the rule of passwords and birth dates to come too', async () => {
  const typed = { ...children('child'), phone: '', password: 'password', 'riders[0].birthDate': '2099-01-01' }
  const { body } = await register(new Visitor(), typed)
  expect(body.lastResult.error).toEqual({
    phone: ['Phone number is required'],
    password: ['This is one of the passwords that people guess first. Please choose another.'],
    'riders[0].birthDate': ['The birth date is in the future'],
  })
  const own = await register(new Visitor(), { email: 'grey-pony@lee.example', firstName: '' })
  expect(own.body.lastResult.error).toEqual({
    firstName: ['First name is required'],
    password: ['Please choose a password that isn’t made of your name or address.'],
  })
})

test('an address that has an account is refused at its field, without saying why', async () => {
  await annExists()
  const visitor = new Visitor()
  const { status, body } = await register(visitor, { email: 'ANN@lee.example', password: 'another-one' })
  expect(status).toBe(400)
  expect(body.lastResult.error).toEqual({ email: ['Please try again. If you have signed up before, sign in instead.'] })
  expect(await signedIn(visitor)).toBe(false)
  expect(await prisma.user.count()).toBe(1)
})

test('a registration sent twice at once makes one account and signs both in', async () => {
  const visitors = [new Visitor(), new Visitor()]
  const answers = await Promise.all(visitors.map((visitor) => register(visitor)))
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  expect(await prisma.user.count()).toBe(1)
})

test('a program that fills in every field registers nothing', async () => {
  const { status, body } = await register(new Visitor(), { name__confirm: 'Robot' })
  expect(status).toBe(400)
  expect(body.lastResult.error['']).toEqual(['Please try again. If you have signed up before, sign in instead.'])
  expect(await prisma.user.count()).toBe(0)
})

test('thirty accounts an hour are made from one source, by screens and calls together', async () => {
  const source = '192.0.2.77'
  const resetAt = new Date(Date.now() + 60 * 60_000)
  await prisma.rateLimit.create({ data: { key: `register:${source}`, count: 29, resetAt } })
  expect((await register(new Visitor(source))).status).toBe(302)
  expect((await register(new Visitor(source), { email: 'bea@lee.example' })).status).toBe(429)
  const body = { ...ann, email: 'cat@lee.example' }
  expect((await new Visitor(source).api('/api/register', { method: 'POST', body })).status).toBe(429)
  expect(await prisma.user.count()).toBe(1)
  expect((await register(new Visitor('198.51.100.7'), { email: 'bea@lee.example' })).status).toBe(302)
})

test('signing in greets and goes where the visitor wanted to', async () => {
  await annExists()
  const visitor = new Visitor()
  const answer = await signIn(visitor, { email: ' ANN@lee.example' }, '/auth?redirectTo=%2Fpurchase%3Ftab%3Dadd-ons')
  expect(answer).toRedirect('/purchase?tab=add-ons')
  await expect(visitor).toToast('Welcome back!')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/.//evil.example'])(
  'signing in never leads to %s',
  async (to) => {
    await annExists()
    const { status, headers } = await signIn(new Visitor(), {}, `/auth?redirectTo=${encodeURIComponent(to)}`)
    expect(status).toBe(302)
    expect(headers.get('Location')).toBe('/')
  },
)

test('an admin starts at the dashboard, and someone signed in has no use for the form', async () => {
  await annExists({ role: 'admin' })
  const office = new Visitor()
  expect(await signIn(office)).toRedirect('/admin')
  const answer = await office.get(loader, '/auth')
  expect(answer).toRedirect('/admin')
})

test('wrong password, unknown address and disabled account answer alike', async () => {
  await annExists()
  const wrong = await signIn(new Visitor(), { password: 'guess' })
  const unknown = await signIn(new Visitor(), { email: 'bob@lee.example' })
  await prisma.user.updateMany({ data: { active: false } })
  const disabled = await signIn(new Visitor())
  for (const { status, body } of [wrong, unknown, disabled]) {
    expect(status).toBe(400)
    expect(body.lastResult.error).toEqual({ '': ['Invalid email or password'] })
    expect(JSON.stringify(body)).not.toContain('secret')
  }
})

test('a user who is deactivated is out at once', async () => {
  const visitor = new Visitor()
  await annExists()
  await signIn(visitor)
  expect(await signedIn(visitor)).toBe(true)
  await prisma.user.updateMany({ data: { active: false } })
  expect(await signedIn(visitor)).toBe(false)
})

test('a rider whom a guardian holds cannot sign in', async () => {
  const guardian = await annExists()
  const rider = await prisma.user.create({ data: { firstName: 'Bo', lastName: 'Lee', guardianId: guardian.id } })
  const visitor = new Visitor()
  await signIn(visitor)
  await prisma.session.updateMany({ data: { userId: rider.id } })
  expect(await signedIn(visitor)).toBe(false)
})

test('the eleventh try within five minutes has to wait, the right password too', async () => {
  await annExists()
  for (let i = 0; i < 10; i++) expect((await signIn(new Visitor(), { password: 'guess' })).status).toBe(400)
  const answer = await signIn(new Visitor())
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(290)
  expect(answer.body.lastResult.error['']).toEqual(['Too many attempts. Please try again in 5 minutes.'])
  setClock(new Date(Date.now() + 301_000))
  expect((await signIn(new Visitor())).status).toBe(302)
})

test('fifty tries from one address have to wait, whichever accounts they are for', async () => {
  await prisma.rateLimit.create({
    data: { key: 'sign-in:source:198.51.100.7', count: 50, resetAt: new Date(Date.now() + 60_000) },
  })
  expect((await signIn(new Visitor('198.51.100.7'))).status).toBe(429)
  expect((await signIn(new Visitor('198.51.100.8'))).status).toBe(400)
})

test('ten strangers who guess keep nobody out, nor does everyone at home, whose browser was here before', async () => {
  await annExists()
  const home = new Visitor('2001:db8:1:2::1')
  await signIn(home)
  for (let i = 0; i < 10; i++)
    expect((await signIn(new Visitor(`198.51.100.${i}`), { password: 'guess' })).status).toBe(400)
  expect((await signIn(new Visitor('203.0.113.1'))).status).toBe(302)
  // Addresses of one household are one source.
  for (let i = 0; i < 10; i++) await signIn(new Visitor(`2001:db8:1:2::a${i}`), { password: 'guess' })
  expect((await signIn(new Visitor('2001:db8:1:2::ffff'))).status).toBe(429)
  expect((await signIn(home)).status).toBe(302)
})

test('guesses from everywhere are limited for a stranger, and not for a browser that was here before', async () => {
  await annExists()
  const home = new Visitor()
  await signIn(home)
  await prisma.rateLimit.create({
    data: { key: `sign-in:email:${ann.email}`, count: 50, resetAt: new Date(Date.now() + 60_000) },
  })
  expect((await signIn(new Visitor('203.0.113.1'))).status).toBe(429)
  for (let i = 0; i < 10; i++) expect((await signIn(home, { password: 'guess' })).status).toBe(400)
  // Its own budget has an end too.
  expect((await signIn(home)).status).toBe(429)
})

test('a browser is known for the accounts that signed in with it alone, and by our signature', async () => {
  await annExists()
  const other = { ...ann, email: 'bo@lee.example' }
  const browser = new Visitor()
  await register(browser, other)
  const full = { data: { key: `sign-in:email:${ann.email}`, count: 50, resetAt: new Date(Date.now() + 60_000) } }
  await prisma.rateLimit.create(full)
  expect((await signIn(browser)).status).toBe(429)
  const forged = Buffer.from(JSON.stringify({ id: 'mine', of: [] })).toString('base64')
  browser.cookies.set('__known', `${forged}.signature`)
  expect((await signIn(browser)).status).toBe(429)
})

test('a session id that was there before is not the one that is signed in', async () => {
  await annExists()
  const visitor = new Visitor()
  await signIn(visitor)
  const planted = visitor.cookies.get('__session')
  await signIn(visitor)
  expect(visitor.cookies.get('__session')).not.toBe(planted)
  // 192 random bits.
  for (const { sid } of await prisma.session.findMany()) expect(sid).toMatch(/^[\w-]{32}$/)
  const attacker = new Visitor()
  attacker.cookies.set('__session', planted ?? '')
  expect(await signedIn(attacker)).toBe(false)
  expect(await signedIn(visitor)).toBe(true)
})

test('a field that is sent twice is refused', async () => {
  await annExists()
  const visitor = new Visitor()
  const { csrf } = await visitor.page()
  const fields = { csrf, intent: 'login', email: ann.email, password: ann.password }
  const body = new URLSearchParams([...Object.entries(fields), ['email', 'ben@lee.example']])
  expect((await visitor.send(action, '/auth', { method: 'POST', body })).status).toBe(400)
  expect(await signedIn(visitor)).toBe(false)
})

test('a session cookie with a changed signature is none', async () => {
  const visitor = new Visitor()
  await annExists()
  await signIn(visitor)
  const value = visitor.cookies.get('__session') ?? ''
  visitor.cookies.set('__session', `${value.slice(0, -2)}xx`)
  expect(await signedIn(visitor)).toBe(false)
})

test('signing out ends the session, not only the cookie', async () => {
  const visitor = new Visitor()
  await annExists()
  await signIn(visitor)
  const thief = new Visitor()
  thief.cookies.set('__session', visitor.cookies.get('__session') ?? '')
  const answer = await visitor.post(logoutAction, '/logout', {})
  expect(answer).toRedirect('/auth')
  expect(visitor.cookies.has('__session')).toBe(false)
  expect(await signedIn(thief)).toBe(false)
})

test('signing out asks first if the day sheet has changes that are not sent, and then clears what the browser keeps', async () => {
  const visitor = new Visitor()
  const { id } = await annExists()
  await signIn(visitor)
  expect(await visitor.get(logoutLoader, '/logout')).toRedirect('/')
  visitor.cookies.set('unsent_another', '2')
  visitor.cookies.set(`unsent_${id}`, '3')
  expect(await visitor.post(logoutAction, '/logout', {})).toRedirect('/logout')
  expect((await visitor.get(logoutLoader, '/logout')).body).toMatchObject({ unsent: 3, sheet: { to: '/admin/day' } })
  expect(await signedIn(visitor)).toBe(true)
  const answer = await visitor.post(logoutAction, '/logout', { discard: 'on' })
  expect([answer.headers.get('Location'), answer.headers.get('Clear-Site-Data')]).toEqual(['/auth', '"storage"'])
  expect([await signedIn(visitor), visitor.cookies.has(`unsent_${id}`)]).toEqual([false, false])
})

test('signing out everywhere ends every session of the user', async () => {
  const [here, there] = [new Visitor(), new Visitor()]
  const { id } = await annExists()
  await signIn(here)
  await signIn(there)
  expect(await signOutEverywhere(prisma, id)).toBe(2)
  expect([await signedIn(here), await signedIn(there)]).toEqual([false, false])
})

test('a session lasts 14 days from its last use, and what has expired is swept', async () => {
  const DAY = 24 * 60 * 60 * 1000
  const start = Date.now()
  const visitor = new Visitor()
  await annExists()
  await signIn(visitor)
  setClock(new Date(start + 13 * DAY))
  expect(await signedIn(visitor)).toBe(true)
  setClock(new Date(start + 26 * DAY))
  const answer = await visitor.get(rootLoader, '/')
  expect(answer.body.viewer).toMatchObject({ email: ann.email })
  expect(answer.headers.getSetCookie().join()).toMatch(
    /__session=[^;]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax/,
  )
  setClock(new Date(start + 41 * DAY))
  expect(await signedIn(visitor)).toBe(false)
  expect(await sweepExpiredSessions()).toBe(1)
})

test.each([
  ['/auth', action],
  ['/logout', logoutAction],
])('a form posted to %s without its token is refused', async (path, handler) => {
  const visitor = new Visitor()
  const answer = await visitor.send(handler, path, { method: 'POST', body: new URLSearchParams(ann) })
  expect(answer.status).toBe(403)
  expect(answer.body).toBe('This form has expired. Reload the page and try again.')
  const forged = await visitor.post(handler, path, { csrf: 'forged' })
  expect(forged.status).toBe(403)
})

test.each([
  ['/purchase?package=1', false],
  ['/subscribe', false],
  ['/scheduled-rides', true],
  ['/payments', false],
])('Who is to sign in for %s hears of denied access: %s', async (redirectTo, denied) => {
  const { body } = await new Visitor().get(loader, `/auth?${new URLSearchParams({ redirectTo })}`)
  expect(body.screen.denied).toBe(denied)
})

test('An administrator who looks at the portal has nothing to sign or to buy, and a family has', async () => {
  const joan = await admin()
  const text = { title: 'Riding waiver', text: 'Horses are large.', asksAgain: true }
  await prisma.waiverVersion.create({ data: { ...text, number: 1, publishedAt: new Date(), publishedById: joan.id } })
  const office = await visitorOf(joan)
  expect((await office.get(home, '/')).body.content).toMatchObject({ isVisiting: true, unsigned: [] })
  const family = await visitorOf(await rider())
  expect((await family.get(home, '/')).body.content).toMatchObject({ isVisiting: false, unsigned: [{}] })
})
