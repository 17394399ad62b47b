import { beforeEach, expect, test } from 'vitest'
import { ridersOfFamily } from '~/models/people/families/family.server'
import { recordPaper } from '~/models/waivers/signature.server'
import { prisma } from '~/platform/db.server'
import { emptyTables, rider, signedIn } from '../../../../../test/factories'
import type { Visitor } from '../../../../../test/visitor'
import { action, loader } from '../profile'
import { action as add } from './add-rider'
import { loader as birthDate, action as setBirthDate } from './birth-date'

let ruth: { id: string }
let visitor: Visitor

beforeEach(async () => {
  await emptyTables()
  ruth = await rider({ firstName: 'Ruth', lastName: 'Wells' })
  visitor = await signedIn(ruth)
})

const MIA = { firstName: ' Mia ', lastName: 'Wells', birthDate: '2016-05-01', consent: 'on' }
const post = (change: Record<string, string> = {}) => visitor.post(add, '/profile/riders/new', { ...MIA, ...change })
const say = (rides: string) => visitor.post(action, '/profile', { intent: 'rides-too', rides })
const riders = async () => (await ridersOfFamily(ruth.id)).map(({ firstName }) => firstName)

test('A family adds a rider, with the tick, and the profile has them', async () => {
  const { consent: _, ...untold } = MIA
  const refused = await visitor.post(add, '/profile/riders/new', untold)
  expect([refused.status, refused.body.lastResult.error]).toEqual([
    400,
    { consent: [expect.stringContaining('Please tick')] },
  ])
  expect((await post({ birthDate: '2099-01-01' })).body.lastResult.error).toHaveProperty('birthDate')
  const done = await post()
  expect(done).toRedirect('/profile')
  await expect(visitor).toToast('Rider Added', { description: 'Mia Wells' })
  expect((await visitor.get(loader, '/profile')).body.family).toMatchObject({
    riders: [{ firstName: 'Ruth' }, { firstName: 'Mia' }],
    mayAdd: true,
    maySayRides: true,
  })
  expect((await post()).status).toBe(409)
  expect(await prisma.auditEntry.findFirst({ where: { action: 'family.add-rider' } })).toMatchObject({
    actorId: ruth.id,
  })
})

test('A parent says that they do not ride, and that they do', async () => {
  await post()
  expect(await say('no')).toRedirect('/profile')
  expect(await riders()).toEqual(['Mia'])
  await say('yes')
  expect(await riders()).toEqual(['Ruth', 'Mia'])
  expect((await say('perhaps')).status).toBe(302)
  expect((await visitor.page()).toast).toMatchObject({ type: 'error' })
  expect(await riders()).toEqual(['Ruth', 'Mia'])
})

test('A rider with a guardian is offered nothing, and refused', async () => {
  const teen = await signedIn(await rider({ guardianId: ruth.id }))
  expect((await teen.get(loader, '/profile')).body.family.mayAdd).toBe(false)
  expect((await teen.post(add, '/profile/riders/new', MIA)).status).toBe(409)
})

test('The eleventh rider in an hour waits', async () => {
  const resetAt = new Date(Date.now() + 60 * 60_000)
  await prisma.rateLimit.create({ data: { key: `add-rider:${ruth.id}`, count: 9, resetAt } })
  expect((await post()).status).toBe(302)
  expect((await post({ firstName: 'Leo' })).status).toBe(429)
})

const childOf = (change = {}) =>
  rider({ firstName: 'Mia', email: null, password: null, guardianId: ruth.id, ...change })
const born = (id: string, day: string, fields = {}) =>
  visitor.post(setBirthDate, `/profile/riders/${id}`, { birthDate: day, ...fields }, { id })
const bornOf = async (id: string) =>
  (await prisma.user.findUniqueOrThrow({ where: { id } })).birthDate?.toISOString().slice(0, 10)

test('A family corrects the birth date of its riders, and the log has both', async () => {
  const { id } = await childOf()
  const done = await born(id, '2016-05-01')
  expect(done).toRedirect('/profile')
  await born(id, '2016-05-11')
  expect(await bornOf(id)).toBe('2016-05-11')
  expect((await visitor.get(loader, '/profile')).body.family.riders).toContainEqual(
    expect.objectContaining({ id, birthDate: '2016-05-11', isSigned: false }),
  )
  expect(await prisma.auditEntry.findFirst({ where: { entityId: id }, orderBy: { id: 'desc' } })).toMatchObject({
    actorId: ruth.id,
    detail: { from: { birthDate: '2016-05-01' }, to: { birthDate: '2016-05-11' } },
  })
  expect((await born(id, '2099-01-01')).body.lastResult.error).toHaveProperty('birthDate')
  // The office has changed it since the form was shown.
  const other = await born(id, '2016-05-12', { version: JSON.stringify({ birthDate: '2016-05-01' }) })
  expect([other.status, await bornOf(id)]).toEqual([409, '2016-05-11'])
  const stranger = await rider()
  expect((await born(stranger.id, '2016-05-01')).status).toBe(404)
})

test('What a signature or a sign-in depends on stays as it is: the school corrects that', async () => {
  const { id } = await childOf({ birthDate: new Date('2016-05-01') })
  const text = { title: 'Waiver', text: 'Riding has risks.', asksAgain: true, publishedById: ruth.id }
  await prisma.waiverVersion.create({ data: { number: 1, publishedAt: new Date(), ...text } })
  await recordPaper(ruth.id, id, { name: 'Ruth Wells', paperOn: '2026-11-01', note: null })
  expect((await born(id, '2016-05-11')).status).toBe(409)
  expect((await visitor.get(birthDate, `/profile/riders/${id}`, { id })).status).toBe(409)
  expect((await born(ruth.id, '2019-05-11')).body.lastResult.error).toEqual({
    birthDate: [expect.stringContaining('under 13')],
  })
  await prisma.user.update({ where: { id: ruth.id }, data: { parentName: 'Rose Wells' } })
  expect((await born(ruth.id, '1990-05-11')).status).toBe(409)
  expect((await born(ruth.id, '2012-05-11')).status).toBe(302)
  // Without it the parent's name alone would say who signs, and a profile without one lets the teenager choose.
  expect((await born(ruth.id, '')).status).toBe(409)
  const own = { id: (await rider({ guardianId: ruth.id })).id }
  const teen = await signedIn(own)
  expect((await teen.post(setBirthDate, `/profile/riders/${own.id}`, { birthDate: '2000-01-01' }, own)).status).toBe(
    409,
  )
})
