import { beforeEach, expect, test } from 'vitest'
import { profileValues } from '~/models/people/accounts/profile'
import { updateProfile } from '~/models/people/accounts/profile.server'
import { findOwnProfile } from '~/models/people/accounts/user.server'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { versionOf } from '~/platform/version'
import { loader as portalLoader } from '~/routes/portal/home/home'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { rider, signedIn } from '../../../../test/factories'
import type { Visitor } from '../../../../test/visitor'
import { action as completeAction, loader as completeLoader } from './complete'
import { action as editAction } from './edit'
import { action as passwordAction } from './password'
import { action as portalAction } from './payment-portal'
import { action, loader } from './profile'

const filled = { studentName: 'Emma Rose Stone', email: 'emma@stone.example', phone: '555-0100-300', parentName: '' }
const quickHash = hashPassword('old-secret')
const requireOwn = async (id: string) => (await findOwnProfile(id))!
const isIn = async (visitor: Visitor) => (await visitor.api('/api/auth/user')).status === 200

beforeEach(async () => {
  setPaymentProvider(null)
  await prisma.session.deleteMany()
  await prisma.user.deleteMany()
  await prisma.rateLimit.deleteMany()
})

test.each([{ firstName: null }, { lastName: 'null' }, { firstName: ' ' }])(
  'whoever has no name (%j) sets up in two steps',
  async (change) => {
    const visitor = await signedIn(await rider(change))
    expect((await visitor.get(loader, '/profile')).body.view).toBe('step-one')
    expect((await visitor.get(loader, '/profile?step=2')).body.view).toBe('step-one')
    const saved = await visitor.post(action, '/profile', filled)
    expect(saved).toRedirect('/profile?step=2')
    expect((await visitor.get(loader, '/profile?step=2')).body).toMatchObject({ view: 'step-two', cards: false })
    const done = await visitor.post(action, '/profile', { intent: 'finish' })
    expect(done).toRedirect('/customer')
    await expect(visitor).toToast('Profile completed successfully!')
    expect((await visitor.get(loader, '/profile')).body).toMatchObject({
      view: 'profile',
      values: { studentName: 'Emma Rose Stone' },
    })
  },
)

test('the first word is the first name, the rest the last name', async () => {
  const user = await rider()
  const visitor = await signedIn(user)
  const answer = await visitor.post(editAction, '/profile/edit', { ...filled, email: ' Emma@Stone.example ' })
  expect(answer).toRedirect('/profile')
  const row = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
  expect(row).toMatchObject({
    firstName: 'Emma',
    lastName: 'Rose Stone',
    email: user.email,
    parentName: null,
  })
  expect((await visitor.page()).toast).toMatchObject({
    description: 'We sent a link to emma@stone.example. It is your email address once you open it.',
  })
  expect((await visitor.get(loader, '/profile')).body.wanted).toBe('emma@stone.example')
})

test.each([
  ['studentName', ' ', 'Student name is required'],
  ['studentName', 'Emma', 'Please enter first and last name'],
  ['email', 'emma@', 'Invalid email address'],
  ['phone', '555 0100', 'Phone number must be at least 10 digits'],
])('%s %j: %s', async (field, value, message) => {
  const visitor = await signedIn(await rider())
  const { status, body } = await visitor.post(editAction, '/profile/edit', { ...filled, [field]: value })
  expect(status).toBe(400)
  expect(body.lastResult.error[field]).toEqual([message])
  expect(body.lastResult.initialValue.email).toBe(field === 'email' ? value : filled.email)
})

test('the answer to another account’s address is that to a free one, its mailbox is told, and only so often', async () => {
  const own = await rider()
  await rider({ email: 'taken@stone.example' })
  const visitor = await signedIn(own)
  const tryIt = async (email: string) => {
    const { status, headers } = await visitor.post(editAction, '/profile/edit', { ...filled, email })
    return [status, headers.get('Location'), (await visitor.page()).toast?.description?.replace(email, 'it')]
  }
  expect(await tryIt('taken@stone.example')).toEqual(await tryIt('free@stone.example'))
  const toldOf = (recipient: string) => prisma.outboxEmail.findMany({ where: { recipient }, select: { subject: true } })
  expect(await toldOf('taken@stone.example')).toEqual([{ subject: expect.stringContaining('You have an account') }])
  expect(await toldOf('free@stone.example')).toEqual([
    { subject: expect.stringContaining('Confirm your new email address') },
  ])
  expect((await requireOwn(own.id)).email).toBe(own.email)
  for (let i = 0; i < 8; i++) await tryIt('taken@stone.example')
  expect((await visitor.post(editAction, '/profile/edit', { ...filled, email: 'one@more.example' })).status).toBe(429)
})

test('what another phone changed in the meantime stays, and is told', async () => {
  const user = await rider()
  const values = profileValues(await requireOwn(user.id))
  const visitor = await signedIn(user)
  await updateProfile(user.id, { phone: '555-0100-999' })
  const fields = { ...values, studentName: 'Emma Rose Stone', version: versionOf(values) }
  const answer = await visitor.post(editAction, '/profile/edit', fields)
  expect(answer).toRedirect('/profile')
  await expect(visitor).toToast('Profile updated successfully!', {
    description: 'Someone else changed and we kept: phone number 555-0100-999',
  })
  expect(await requireOwn(user.id)).toMatchObject({ lastName: 'Rose Stone', phone: '555-0100-999' })
})

test('a field that two phones change is not taken back: the later one is told, and may save again', async () => {
  const user = await rider({ phone: '555-0100-100' })
  const values = profileValues(await requireOwn(user.id))
  const visitor = await signedIn(user)
  await updateProfile(user.id, { phone: '555-0100-999' })
  const fields = { ...values, phone: '555-0100-300' }
  const refused = await visitor.post(editAction, '/profile/edit', { ...fields, version: versionOf(values) })
  expect([refused.status, refused.body.lastResult.error['']]).toEqual([
    409,
    [
      'Phone number was 555-0100-100 and is now 555-0100-999. What you typed is still here: save again to put it in place.',
    ],
  ])
  expect(refused.body.lastResult.initialValue.phone).toBe('555-0100-300')
  expect((await requireOwn(user.id)).phone).toBe('555-0100-999')
  await visitor.post(editAction, '/profile/edit', { ...fields, version: refused.body.version })
  expect((await requireOwn(user.id)).phone).toBe('555-0100-300')
})

const change = { currentPassword: 'old-secret', newPassword: 'new-secret', confirmPassword: 'new-secret' }

test('a new password signs out every other device and gives this one a new session', async () => {
  const user = await rider({ password: await quickHash })
  const [here, there] = [await signedIn(user), await signedIn(user)]
  const before = here.cookies.get('__session')
  const answer = await here.post(passwordAction, '/profile/password', change)
  expect(answer).toRedirect('/profile')
  expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  expect(here.cookies.get('__session')).not.toBe(before)
  expect(await prisma.session.count()).toBe(1)
})

test.each([
  [{ currentPassword: '' }, 'currentPassword', 'Current password is required'],
  [{ currentPassword: 'guess' }, 'currentPassword', "That's not your current password."],
  [{ newPassword: 'five5' }, 'newPassword', 'New password must be at least 6 characters'],
  [{ confirmPassword: '' }, 'confirmPassword', 'Please confirm your new password'],
  [{ confirmPassword: 'other-secret' }, 'confirmPassword', "Passwords don't match"],
])('changing the password with %j is refused', async (wrong, field, message) => {
  const visitor = await signedIn(await rider({ password: await quickHash }))
  const { status, body } = await visitor.post(passwordAction, '/profile/password', { ...change, ...wrong })
  expect(status).toBe(400)
  expect(body.lastResult.error[field]).toEqual([message])
  expect(JSON.stringify(body)).not.toContain('secret"')
})

test('the current password cannot be guessed in a borrowed session', async () => {
  const visitor = await signedIn(await rider({ password: await quickHash }))
  const guess = () => visitor.post(passwordAction, '/profile/password', { ...change, currentPassword: 'guess' })
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400)
  expect((await visitor.post(passwordAction, '/profile/password', change)).status).toBe(429)
})

test('the API changes the profile and the password, and names what is wrong', async () => {
  const visitor = await signedIn(await rider({ password: await quickHash, parentName: 'Ann Stone' }))
  const put = (body: unknown) => visitor.api('/api/auth/user', { method: 'PUT', body })
  expect((await put({ firstName: 'Em', phone: '555-0100-999' })).body).toMatchObject({
    firstName: 'Em',
    lastName: 'Stone',
    phone: '555-0100-999',
    parentName: 'Ann Stone',
  })
  expect(await put({ phone: '1' })).toMatchObject({ status: 400, body: { field: 'phone' } })
  expect((await put({ role: 'admin', id: 'x' })).body.role).toBe('customer')
  const password = (body: unknown) => visitor.api('/api/auth/password', { method: 'PUT', body })
  expect(await password({ currentPassword: 'no', newPassword: 'new-secret' })).toMatchObject({
    status: 400,
    body: { field: 'currentPassword' },
  })
  expect((await password({ currentPassword: 'old-secret', newPassword: 'new-secret' })).status).toBe(200)
  expect(await isIn(visitor)).toBe(true)
})

test('the portal asks for what a profile lacks, until it is told later or everything is there', async () => {
  const visitor = await signedIn(await rider({ phone: null }))
  const asked = async () => (await visitor.get(portalLoader, '/')).body.incomplete
  expect(await asked()).toMatchObject({ studentName: 'Emma Stone', phone: '' })
  const later = await visitor.get(completeLoader, '/profile/complete?later=1')
  expect(later).toRedirect('/')
  expect(await asked()).toBeNull()
  visitor.cookies.delete('profile_later')
  const wrong = await visitor.post(completeAction, '/profile/complete', { ...filled, phone: '' })
  expect(wrong.body.lastResult.error.phone).toEqual(['Phone number is required'])
  const saved = await visitor.post(completeAction, '/profile/complete', filled)
  expect(saved).toRedirect('/')
  expect(await asked()).toBeNull()
})

test('where the payment provider is not set up, its page is not opened and the reason is said', async () => {
  const visitor = await signedIn(await rider())
  const answer = await visitor.post(portalAction, '/profile/payment-portal', {})
  expect(answer).toRedirect('/profile')
  await expect(visitor).toToast('Error', { description: 'Failed to open Stripe portal. Payment Not Available' })
})
