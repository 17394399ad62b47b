import { beforeEach, expect, test } from 'vitest'
import { listChoices, saveChoices } from '~/models/notices/choices.server'
import { unsubscribeToken } from '~/models/notices/unsubscribe-token.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { admin, rider, signedIn } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import { action as settingsAction } from '../../office/settings/notices'
import { action, loader } from './notices'
import { loader as look, action as stop } from './unsubscribe'

beforeEach(async () => {
  await prisma.noticeChoice.deleteMany()
  await prisma.rateLimit.deleteMany()
})

const off = async (userId: string) =>
  (await listChoices(userId)).filter(({ wanted }) => !wanted).map(({ kind }) => kind)

/** Sends the request of a mailbox: without cookies. */
const oneClick = (token: string) =>
  new Visitor().send(
    stop,
    '/unsubscribe/x',
    { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) },
    { token },
  )
const open = (token: string) => new Visitor().get(look, '/unsubscribe/x', { token })

test('A family chooses which notices it gets, and what is about money or safety is no choice', async () => {
  const user = await rider()
  const visitor = await signedIn(user)
  const page = await visitor.get(loader, '/profile/notices')
  expect(JSON.stringify(page.body)).toContain(user.email)
  await visitor.post(action, '/profile/notices', { kind: 'ride-reminder' })
  expect(await off(user.id)).toEqual(['makeup-expiring', 'card-expiring'])
  await expect(visitor).toToast('Notifications Saved')
  await saveChoices(user.id, ['ride-reminder', 'makeup-expiring', 'card-expiring'])
  expect(await off(user.id)).toEqual([])
})

test('One click stops one kind for one family, without a sign-in, and again changes nothing', async () => {
  const [user, other] = [await rider(), await rider()]
  const token = unsubscribeToken(user.id, 'ride-reminder')
  expect((await open(token)).status).toBe(200)
  expect(await off(user.id)).toEqual([])
  for (let again = 0; again < 2; again++) expect((await oneClick(token)).status).toBe(200)
  expect(await off(user.id)).toEqual(['ride-reminder'])
  expect(await off(other.id)).toEqual([])
})

test('A link that is guessed, altered, or of a kind that is no choice is answered as one page, and changes nothing', async () => {
  const [user, other] = [await rider(), await rider()]
  const token = unsubscribeToken(user.id, 'ride-reminder')
  const [what = '', signature = ''] = token.split('.')
  const [otherWhat = ''] = unsubscribeToken(other.id, 'ride-reminder').split('.')
  const secret = getEnv().sessionSecret
  const settings = getEnv()
  settings.sessionSecret = 'another secret of thirty-two letters'
  const foreign = unsubscribeToken(user.id, 'ride-reminder')
  settings.sessionSecret = secret
  const wrong = [
    'guessed',
    '',
    what,
    `${what}.`,
    `${what}.${'A'.repeat(43)}`,
    `${what}.${signature.slice(1)}`,
    `${otherWhat}.${signature}`,
    foreign,
    unsubscribeToken(user.id, 'payment-failed'),
    unsubscribeToken('nobody', 'ride-reminder'),
  ]
  for (const one of wrong) expect([one, (await oneClick(one)).status]).toEqual([one, 404])
  expect((await oneClick('guessed')).body).toEqual({ name: null })
  expect(await prisma.noticeChoice.count()).toBe(0)
})

test('Guessing is slowed down; links that work always do', async () => {
  const user = await rider()
  for (let i = 0; i < 100; i++) await open(`guess-${i}`)
  await expect(open('guess')).rejects.toBeRefused('too_many_tries')
  expect((await oneClick(unsubscribeToken(user.id, 'ride-reminder'))).status).toBe(200)
})

test('The office sets quiet hours and the time of reminders', async () => {
  const office = await signedIn(await admin())
  const answer = await office.post(settingsAction, '/settings/notices', {
    quietFrom: '22:00',
    quietTo: '6:30 AM',
    remindAt: '09:15',
    remindNote: ' Bring boots. ',
  })
  expect(answer).toRedirect('/settings/notices')
  expect(await prisma.school.findFirst()).toMatchObject({
    quietFrom: '22:00',
    quietTo: '06:30',
    remindAt: '09:15',
    remindNote: 'Bring boots.',
  })
  const wrong = await office.post(settingsAction, '/settings/notices', {
    quietFrom: '25:00',
    quietTo: '07:00',
    remindAt: '',
  })
  expect(wrong.status).toBe(400)
  const family = await signedIn(await rider())
  expect((await family.post(settingsAction, '/settings/notices', { quietFrom: '00:00' })).status).toBe(403)
  await prisma.school.deleteMany()
})
