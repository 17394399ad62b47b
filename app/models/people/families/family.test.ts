import { expect, test } from 'vitest'
import { grant, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { familyRider, ridersOfFamily } from './family.server'

const child = (guardianId: string, firstName: string, change: Parameters<typeof rider>[0] = {}) =>
  rider({ firstName, lastName: 'Stone', email: null, guardianId, ...change })

test('An account without children is its own family', async () => {
  const { id } = await rider({ firstName: 'Emma', lastName: 'Stone' })
  expect(await ridersOfFamily(id)).toEqual([{ id, name: 'Emma Stone', firstName: 'Emma', isSelf: true }])
})

test('A guardian who does not ride has only the children, by name and without removed ones', async () => {
  const { id } = await rider()
  const zoe = await child(id, 'Zoe')
  const adam = await child(id, 'Adam')
  await child(id, 'Gone', { hiddenAt: new Date() })
  await child((await rider()).id, 'Foreign')
  expect(await ridersOfFamily(id)).toEqual([
    { id: adam.id, name: 'Adam Stone', firstName: 'Adam', isSelf: false },
    { id: zoe.id, name: 'Zoe Stone', firstName: 'Zoe', isSelf: false },
  ])
})

test('A guardian who rides comes first', async () => {
  await rideTypes()
  const [placed, bought] = [await rider(), await rider()]
  await weeklyPlace({ riderId: placed.id, startDate: '2026-11-03' })
  await grant(bought.id, '2026-11-01', '2026-11-30')
  for (const { id } of [placed, bought]) {
    const { id: childId } = await child(id, 'Adam')
    expect((await ridersOfFamily(id)).map((one) => [one.id, one.isSelf])).toEqual([
      [id, true],
      [childId, false],
    ])
  }
})

test('A guardian whose children were all removed is a family of one again', async () => {
  const { id } = await rider()
  await child(id, 'Gone', { hiddenAt: new Date() })
  expect(await ridersOfFamily(id)).toMatchObject([{ id, isSelf: true }])
})

test('A family acts only for its own riders, and anyone else is not found', async () => {
  const guardian = await rider()
  const other = await rider()
  const own = await child(guardian.id, 'Adam')
  const removed = await child(guardian.id, 'Gone', { hiddenAt: new Date() })
  const foreign = await child(other.id, 'Foreign')
  expect(await familyRider(guardian.id, own.id)).toMatchObject({ id: own.id, name: 'Adam Stone', isSelf: false })
  expect(await familyRider(guardian.id, guardian.id)).toMatchObject({ id: guardian.id, isSelf: true })
  for (const id of [other.id, foreign.id, removed.id, 'nobody', '']) {
    await expect(familyRider(guardian.id, id)).rejects.toBeRefused('not_found')
  }
  await expect(familyRider(own.id, guardian.id)).rejects.toBeRefused('not_found')
})
