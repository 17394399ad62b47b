import { beforeEach, expect, test } from 'vitest'
import { ridersOfFamily } from '~/models/people/families/family.server'
import { prisma } from '~/platform/db.server'
import { emptyTables, rider, signedIn } from '../../../../test/factories'
import type { Visitor } from '../../../../test/visitor'
import { action as add } from './add-rider'
import { action, loader } from './profile'

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
