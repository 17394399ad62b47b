import { beforeEach, describe, expect, it } from 'vitest'
import { rideTypeNames } from '~/models/schedule/rides/ride-type.server'
import { prisma } from '~/platform/db.server'
import { admin, rider, rideTypes, signedIn } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import { action, loader } from './ride-types'

const path = '/admin/settings?day=2026-11-24'
const pony = { intent: 'add', name: 'Pony Club', color: '#225588', sortOrder: '7', counter: '' }

const office = await signedIn(await admin())

beforeEach(async () => {
  await prisma.rideType.deleteMany()
  await rideTypes()
})

const typeNamed = (name: string) => prisma.rideType.findUniqueOrThrow({ where: { name } })
const shown = async (): Promise<{ name: string; isActive: boolean }[]> => (await office.get(loader, path)).body.types
const toast = async () => (await office.page()).toast

describe('a ride type', () => {
  it('is added, trimmed, with the allowance it uses, and can be chosen', async () => {
    const answer = await office.post(action, path, { ...pony, name: '  Pony Club ', counter: 'lessons' })
    expect(answer).toRedirect(path)
    expect(await toast()).toMatchObject({ type: 'success', title: 'Ride Type Added', description: 'Pony Club' })
    expect(await typeNamed('Pony Club')).toMatchObject({ color: '#225588', sortOrder: 7, counter: 'lessons' })
    expect(await rideTypeNames()).toContain('Pony Club')
  })

  it('leads back to the settings if it was added there', async () => {
    const answer = await office.post(action, '/settings/ride-types', pony)
    expect(answer).toRedirect('/settings/ride-types')
  })

  it.each([
    ['Hack', 409, 'That ride type already exists'],
    ['hACK', 409, 'That ride type already exists'],
    ['   ', 400, 'Enter a name'],
    ['..', 400, 'Enter a name'],
    [' . ', 400, 'Enter a name'],
    ['x'.repeat(101), 400, 'Use up to 100 characters'],
  ])('named %o is refused', async (name, status, error) => {
    const before = await shown()
    const answer = await office.post(action, path, { ...pony, name })
    expect([answer.status, answer.body.lastResult.error]).toEqual([status, { name: [error] }])
    expect(await shown()).toEqual(before)
  })

  it.each([
    [{ color: 'red' }, 'Choose a color'],
    [{ sortOrder: '1.5' }, 'Enter a whole number'],
    [{ counter: 'treats' }, expect.stringContaining('It must be one of')],
    [{ intent: 'rename' }, expect.any(String)],
  ])('with %o is refused', async (change, error) => {
    const answer = await office.post(action, path, { ...pony, ...change })
    expect([answer.status, answer.body.lastResult.error]).toEqual([400, { [Object.keys(change)[0] ?? '']: [error] }])
    expect(await prisma.rideType.count({ where: { name: pony.name } })).toBe(0)
  })

  it('added twice at once is one', async () => {
    const answers = await Promise.all([office.post(action, path, pony), office.post(action, path, pony)])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409])
  })

  it('changes its color, position and whether it is offered, and the log says who did it; its name can’t change', async () => {
    const { id } = await typeNamed('Hack')
    const change = { intent: 'save', id: String(id), color: '#000001', sortOrder: '0', name: 'Gallop' }
    const answer = await office.post(action, path, change)
    expect([answer.status, (await toast())?.title]).toEqual([302, 'Ride Type Saved'])
    expect(await typeNamed('Hack')).toMatchObject({ color: '#000001', sortOrder: 0, isActive: false, counter: 'hacks' })
    expect((await shown())[0]).toMatchObject({ name: 'Hack', isActive: false })
    expect(await rideTypeNames()).not.toContain('Hack')
    const entry = await prisma.auditEntry.findFirst({ where: { action: 'ride-type.save' }, orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({ entityId: 'Hack', detail: { from: { isActive: true }, to: { isActive: false } } })
    await office.post(action, path, { ...change, onOffer: 'on' })
    expect(await rideTypeNames()).toContain('Hack')
  })

  it('that is gone cannot be saved', async () => {
    const answer = await office.post(action, path, { intent: 'save', id: '99999', color: '#000001', sortOrder: '0' })
    expect([answer.status, answer.body.lastResult.error]).toEqual([404, { '': ['This ride type no longer exists.'] }])
  })
})

describe('Of two desks that save one ride type', () => {
  const opened = async () => {
    const { id, version, color, sortOrder } = (await office.get(loader, path)).body.types.find(
      ({ name }: { name: string }) => name === 'Hack',
    )
    return { intent: 'save', id: String(id), version, color, sortOrder: String(sortOrder), onOffer: 'on' }
  }

  it('the second keeps what the first stopped offering', async () => {
    const { onOffer, ...form } = await opened()
    await office.post(action, path, form)
    await office.post(action, path, { ...form, onOffer, color: '#000001' })
    expect(await typeNamed('Hack')).toMatchObject({ color: '#000001', isActive: false })
    expect((await toast())?.description).toBe('Hack. Someone else changed and we kept: offered no')
  })

  it('the second is told of what both changed, and saves it with the next try', async () => {
    const form = await opened()
    await office.post(action, path, { ...form, sortOrder: '70' })
    const { status, body } = await office.post(action, path, { ...form, sortOrder: '80' })
    expect([status, body.lastResult.error['']]).toEqual([
      409,
      [`Order was ${form.sortOrder} and is now 70. What you typed is still here: save again to put it in place.`],
    ])
    expect(body.lastResult.initialValue).toMatchObject({ id: form.id, sortOrder: '80' })
    await office.post(action, path, { ...form, sortOrder: '80', version: body.version })
    expect(await typeNamed('Hack')).toMatchObject({ sortOrder: 80 })
  })
})

it('is for admins', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, path)).status).toBe(403)
  expect((await family.post(action, path, pony)).status).toBe(403)
  expect((await new Visitor().post(action, path, pony)).status).toBe(302)
  expect(await prisma.rideType.count({ where: { name: pony.name } })).toBe(0)
})
