import { beforeEach, expect, test } from 'vitest'
import { hashOf, NO_PASSWORD } from '~/models/people/accounts/token'
import { prisma } from '~/platform/db.server'
import { hashPassword } from '~/platform/password.server'
import { action as schoolSettings } from '~/routes/office/settings/school/school'
import { action as portalPassword } from '~/routes/portal/profile/password'
import { action as teachingPassword } from '~/routes/teaching/password'
import { admin, rider, signedIn } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { action as auth } from '../auth/auth'

const quick = (password: string) => hashPassword(password)
const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@lee.example', phone: '555-0100-200', parentName: '' }
const isPoor = async (visitor: Visitor) => (await visitor.page()).viewer?.isPasswordPoor
const GUESSED = 'This is one of the passwords that people guess first. Please choose another.'
const PERSONAL = 'Please choose a password that isn’t made of your name or address.'
const SHORT = 'Please use at least 12 characters: you see every family’s data.'

beforeEach(async () => {
  await prisma.session.deleteMany()
  await prisma.user.deleteMany()
  await prisma.rateLimit.deleteMany()
  await prisma.auditEntry.deleteMany()
  await prisma.school.deleteMany()
})

test.each([
  ['monkey', GUESSED],
  ['AnnLee1', PERSONAL],
  ['short', 'Password must be at least 6 characters long'],
])('nobody registers with %s, by a form or a call', async (password, says) => {
  const form = await new Visitor().post(auth, '/auth?tab=create-account', { ...ann, password, intent: 'register' })
  expect(form.status).toBe(400)
  expect(form.body.lastResult.error).toEqual({ password: [says] })
  const call = await new Visitor().api('/api/register', { method: 'POST', body: { ...ann, password } })
  expect(call.status).toBe(400)
  expect(JSON.stringify(call.body)).toContain(says)
  expect(await prisma.user.count()).toBe(0)
})

test('the office and instructors choose twelve characters, families six', async () => {
  const change = { currentPassword: 'old-secret', newPassword: 'grey-pony', confirmPassword: 'grey-pony' }
  const password = await quick('old-secret')
  const office = await signedIn(await admin({ password }))
  const coach = await signedIn(await rider({ role: 'instructor', password }))
  const family = await signedIn(await rider({ password }))
  const refused = await office.post(portalPassword, '/profile/password', change)
  expect(refused.body.lastResult.error).toEqual({ newPassword: [SHORT] })
  const call = await office.api('/api/auth/password', { method: 'PUT', body: change })
  expect([call.status, call.body.message]).toEqual([400, SHORT])
  expect((await coach.post(teachingPassword, '/teaching/password', change)).status).toBe(400)
  expect((await family.post(portalPassword, '/profile/password', change)).status).toBe(302)
  const long = { ...change, newPassword: 'grey-pony-in-the-hay', confirmPassword: 'grey-pony-in-the-hay' }
  expect((await office.post(portalPassword, '/profile/password', long)).status).toBe(302)
})

test('a school asks families for more than six: new ones say so everywhere, an old one signs in and is asked to change', async () => {
  const office = await signedIn(await admin())
  await office.post(schoolSettings, '/settings/school', { name: 'Meadow', passwordLeast: '10' })
  const says = 'Password must be at least 10 characters long'
  const form = await new Visitor().post(auth, '/auth', { ...ann, password: 'grey-pony', intent: 'register', who: 'me' })
  expect(form.body.lastResult.error).toEqual({ password: [says] })
  const call = await new Visitor().api('/api/register', { method: 'POST', body: { ...ann, password: 'grey-pony' } })
  expect([call.status, call.body.message]).toEqual([400, says])
  const { email } = await rider({ password: await quick('grey-pony') })
  const family = new Visitor()
  await family.post(auth, '/auth', { intent: 'login', email: email!, password: 'grey-pony' })
  expect(await isPoor(family)).toBe(true)
  expect((await family.page()).passwordLeast).toBe(10)
  const change = (newPassword: string) => ({ currentPassword: 'grey-pony', newPassword, confirmPassword: newPassword })
  const short = await family.post(portalPassword, '/profile/password', change('hay-pony9'))
  expect(short.body.lastResult.error).toEqual({ newPassword: [says] })
  expect((await family.post(portalPassword, '/profile/password', change('hay-pony-9'))).status).toBe(302)
  expect(await isPoor(family)).toBe(false)
})

test.each(['5', '13', 'ten'])('nor may it ask for %s', async (passwordLeast) => {
  const office = await signedIn(await admin())
  const { status, body } = await office.post(schoolSettings, '/settings/school', { name: 'Meadow', passwordLeast })
  expect([status, body.lastResult.error]).toEqual([400, { passwordLeast: ['Enter 6 to 12 characters, or nothing'] }])
})

test('whoever chooses one reads how good it is, on the screen that follows', async () => {
  const says = async (visitor: Visitor) => (await visitor.page()).toast?.description
  const ben = { ...ann, firstName: 'Ben', email: 'ben@lee.example', who: 'me', intent: 'register' }
  const family = new Visitor()
  expect((await family.post(auth, '/auth', { ...ben, password: 'hay9ue' })).status).toBe(302)
  expect(await says(family)).toContain('Your password is weak. A longer one is safer')
  const change = { currentPassword: 'hay9ue', newPassword: 'grey-pony', confirmPassword: 'grey-pony' }
  await family.post(portalPassword, '/profile/password', change)
  expect(await says(family)).toContain('signed out on your other devices. Your password is fair.')
  await prisma.user.updateMany({
    data: { resetToken: hashOf('the-token'), resetTokenExpiry: new Date(Date.now() + 60_000) },
  })
  const newPassword = 'grey-pony-in-the-hay'
  const reset = { intent: 'reset', token: 'the-token', newPassword, confirmPassword: newPassword }
  await family.post(auth, '/auth?reset=the-token', reset)
  expect(await says(family)).toContain('signed out everywhere. Your password is strong.')
  await family.post(auth, '/auth', { intent: 'login', email: ben.email, password: newPassword })
  expect(await says(family)).toBeUndefined()
})

test('a poor password leaves the link of a reset as it is', async () => {
  const resetToken = hashOf('the-token')
  const resetTokenExpiry = new Date(Date.now() + 60_000)
  const { email } = await admin({ password: NO_PASSWORD, resetToken, resetTokenExpiry })
  const reset = (newPassword: string) =>
    new Visitor().post(auth, '/auth?reset=the-token', {
      ...{ intent: 'reset', token: 'the-token', newPassword, confirmPassword: newPassword },
    })
  const refused = await reset('grey-pony')
  expect(refused.status).toBe(400)
  expect(refused.body.lastResult.error).toEqual({ newPassword: [SHORT] })
  expect(await reset('grey-pony-in-the-hay')).toRedirect('/auth')
  const entered = await new Visitor().post(auth, '/auth', {
    intent: 'login',
    email: email!,
    password: 'grey-pony-in-the-hay',
  })
  expect(entered.status).toBe(302)
})

test('an old password that is poor still signs in, and its owner is asked for another until there is one', async () => {
  const { email } = await admin({ password: await quick('monkey') })
  const office = new Visitor()
  const signIn = { intent: 'login', email: email!, password: 'monkey' }
  expect(await office.post(auth, '/auth', signIn)).toRedirect('/admin')
  expect(await isPoor(office)).toBe(true)
  const newPassword = 'grey-pony-in-the-hay'
  const change = { currentPassword: 'monkey', newPassword, confirmPassword: newPassword }
  await office.post(portalPassword, '/profile/password', change)
  expect(await isPoor(office)).toBe(false)
})

test('who signs in with a good password is asked for nothing', async () => {
  const { email } = await rider({ password: await quick('grey-pony') })
  const family = new Visitor()
  await family.api('/api/login', { method: 'POST', body: { email, password: 'grey-pony' } })
  expect(await isPoor(family)).toBe(false)
})
