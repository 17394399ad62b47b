import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { grant, openOffice, rider, rideTypes, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import { loader } from './move-rider'

const { office } = await openOffice('2026-11-20T15:00:00Z')
await rideTypes()

/** Returns what the dialog says of the lessons of a type, by day. */
async function saidOf(type: string, riderId: string) {
  const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
  const { choices } = (await office.get(loader, '/x', { ...slot, riderId })).body
  return choices
    .filter(({ value }: { value: string }) => value.endsWith(type))
    .map(({ label }: { label: string }) => /; (.*)\)$/.exec(label)?.[1] ?? null)
}

test('Before a rider is moved, the dialog says which lessons the package would not cover', async () => {
  await emptySchedule()
  const [ann, ben] = [(await rider({ firstName: 'Ann' })).id, (await rider({ firstName: 'Ben' })).id]
  await weeklyPlace({ riderId: ann, startDate: '2026-11-24' })
  await weeklyPlace({ riderId: ben, startDate: '2026-11-25', type: 'Private Lesson' })
  await weeklyPlace({ riderId: ben, startDate: '2026-11-26' })
  const { id } = await grant(ann, '2026-11-01', '2026-11-30')
  expect(await saidOf('Private Lesson', ann)).toEqual(['not in the package', 'not paid yet'])
  expect(await saidOf('Group Lesson', ann)).toEqual([null, null, 'not paid yet'])
  await prisma.grant.update({ where: { id }, data: { privateLessons: 1 } })
  expect((await saidOf('Private Lesson', ann))[0]).toBeNull()
})
