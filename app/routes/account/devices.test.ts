import { beforeEach, describe, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as week } from '~/routes/office/week/week'
import { loader as teaching } from '~/routes/teaching/teaching'
import { admin, rider, signedIn } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { action as authAction, loader as authLoader } from '../auth/auth'
import { action, loader } from './devices'
import { action as everywhere } from './everywhere'

const HOUR_MS = 60 * 60 * 1000
const isIn = async (visitor: Visitor) => (await visitor.page()).viewer !== null
const devicesOf = async (visitor: Visitor) => (await visitor.get(loader, '/devices')).body.devices
const instructor = () => rider({ role: 'instructor' })
const lines = (id: string) => prisma.auditEntry.findMany({ where: { entityId: id, action: 'account.sign-out' } })

/** As if everyone had signed in so long ago, and used it just now. */
const signedInBefore = (ms: number) => {
  const since = new Date(Date.now() - ms).toISOString()
  return prisma.session.updateMany({ data: { sess: { since, device: 'Chrome on Android' } } })
}

beforeEach(async () => {
  await prisma.session.deleteMany()
  await prisma.rateLimit.deleteMany()
})

describe('how long a sign-in lasts', () => {
  test('the office and instructors sign in again after 12 hours, however much they did', async () => {
    const office = await signedIn(await admin())
    const coach = await signedIn(await instructor())
    const family = await signedIn(await rider())
    await signedInBefore(12 * HOUR_MS - 60_000)
    expect([await isIn(office), await isIn(coach), await isIn(family)]).toEqual([true, true, true])
    await signedInBefore(12 * HOUR_MS + 1000)
    expect([await isIn(office), await isIn(coach), await isIn(family)]).toEqual([false, false, true])
    expect((await office.api('/api/auth/user')).status).toBe(401)
  })

  test('the sign-in page says why, and signing in leads back', async () => {
    const office = await signedIn(await admin())
    await signedInBefore(13 * HOUR_MS)
    const sent = await office.get(week, '/admin?date=2026-11-23')
    const to = sent.headers.get('Location')!
    expect(to).toBe('/auth?redirectTo=%2Fadmin%3Fdate%3D2026-11-23')
    expect((await office.get(authLoader, to)).body.screen).toMatchObject({
      isDayOver: true,
      redirectTo: '/admin?date=2026-11-23',
    })
    expect((await new Visitor().get(authLoader, to)).body.screen.isDayOver).toBe(false)
  })

  test('an instructor is sent to sign in from a lesson, and back to it', async () => {
    const coach = await signedIn(await instructor())
    await signedInBefore(13 * HOUR_MS)
    const sent = await coach.get(teaching, '/teaching?date=2026-11-24')
    expect(sent).toRedirect('/auth?redirectTo=%2Fteaching%3Fdate%3D2026-11-24')
  })

  test('a use in the same hour writes nothing, and a later one moves the end', async () => {
    const family = await signedIn(await rider())
    const end = async () => (await prisma.session.findFirstOrThrow()).expire.getTime()
    const before = await end()
    await family.page()
    expect(await end()).toBe(before)
    await prisma.session.updateMany({ data: { expire: new Date(before - 2 * HOUR_MS) } })
    await family.page()
    expect(await end()).toBeGreaterThanOrEqual(before)
  })
})

describe('the list of devices', () => {
  test('names each browser and when it was used, and this one first', async () => {
    const user = await rider()
    const phone = await signedIn(user)
    await prisma.session.updateMany({
      data: { sess: { since: '2026-11-20T15:00:00.000Z', device: 'Safari on iPhone' } },
    })
    await signedIn(user)
    await signedIn(await rider())
    const devices = await devicesOf(phone)
    expect(devices).toMatchObject([
      { name: 'Safari on iPhone', isThis: true, since: 'Nov 20, 2026, 10:00 AM' },
      { name: 'Unknown browser', isThis: false },
    ])
    const sids = (await prisma.session.findMany()).map(({ sid }) => sid)
    for (const sid of sids) expect(JSON.stringify(devices)).not.toContain(sid)
  })

  test('a sign-in notes the browser and system, and not the whole text that the browser sent', async () => {
    const visitor = new Visitor()
    const headers = {
      Origin: getEnv().appUrl,
      'Content-Type': 'application/json',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    }
    const person = { firstName: 'Ann', lastName: 'Lee', phone: '555', password: 'grey pony 7' }
    const body = JSON.stringify({ ...person, email: 'ann@lee.example' })
    expect((await visitor.sendApi('/api/register', { method: 'POST', headers, body })).status).toBe(201)
    const { sess } = await prisma.session.findFirstOrThrow()
    expect(Object.keys(sess as object).sort()).toEqual(['device', 'poor', 'since'])
    expect(sess).toMatchObject({ device: 'Firefox on Linux' })
  })

  test('one device is signed out, and it is noted once', async () => {
    const user = await rider()
    const phone = await signedIn(user)
    const lost = await signedIn(user)
    const other = await signedIn(user)
    const [, second] = await devicesOf(phone)
    const third = (await devicesOf(lost)).find(({ isThis }: { isThis: boolean }) => isThis)
    expect([second.handle, third.handle].every(Boolean)).toBe(true)
    const send = () => phone.post(action, '/devices', { device: third.handle })
    expect(await send()).toRedirect('/devices')
    await expect(phone).toToast('Signed out there')
    await send()
    await expect(phone).toToast('That device was signed out already')
    expect([await isIn(phone), await isIn(lost), await isIn(other)]).toEqual([true, false, true])
    expect(await lines(user.id)).toMatchObject([{ actorId: user.id, detail: { devices: 'Unknown browser' } }])
  })

  test('everywhere else ends all but this one', async () => {
    const user = await instructor()
    const [here, one, two] = [await signedIn(user), await signedIn(user), await signedIn(user)]
    const stranger = await signedIn(await rider())
    expect(await here.post(everywhere, '/devices/everywhere', {})).toRedirect('/devices')
    expect((await here.page()).toast).toMatchObject({ description: '2 devices were signed out.' })
    expect([await isIn(here), await isIn(one), await isIn(two), await isIn(stranger)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(await devicesOf(here)).toHaveLength(1)
  })

  test("nobody signs out another's device, nor the one in use", async () => {
    const [mine, theirs] = [await signedIn(await rider()), await signedIn(await admin())]
    const [their] = await devicesOf(theirs)
    await mine.post(action, '/devices', { device: their.handle })
    const [own] = await devicesOf(mine)
    await mine.post(action, '/devices', { device: own.handle })
    expect([await isIn(mine), await isIn(theirs)]).toEqual([true, true])
  })

  test("the office's list leaves out what 12 hours have ended", async () => {
    const user = await admin()
    await signedIn(user)
    await signedInBefore(13 * HOUR_MS)
    expect(await devicesOf(await signedIn(user))).toHaveLength(1)
  })
})

test('a family that becomes the office keeps no session of two weeks', async () => {
  const user = await rider()
  const family = await signedIn(user)
  await signedInBefore(13 * HOUR_MS)
  expect(await isIn(family)).toBe(true)
  await prisma.user.update({ where: { id: user.id }, data: { role: 'admin' } })
  expect(await isIn(family)).toBe(false)
  expect(
    (await family.post(authAction, '/auth', { intent: 'login', email: user.email!, password: 'wrong' })).status,
  ).toBe(400)
})
