import { expect, test } from 'vitest'
import { prisma } from '../../app/platform/db.server'
import { seedCatalog } from './catalog'

test('Processes that start at once on an empty database write the catalogue once', async () => {
  await Promise.all([seedCatalog(), seedCatalog(), seedCatalog()])
  expect(await prisma.package.count()).toBe(5)
  expect(await prisma.addOn.groupBy({ by: ['name'], having: { name: { _count: { gt: 1 } } } })).toEqual([])
  expect(await prisma.rideType.count()).toBe(6)
})

test('A new school has every add-on of the catalogue, the single lessons off sale', async () => {
  await seedCatalog()
  const addOns = await prisma.addOn.findMany({ orderBy: { sortOrder: 'asc' }, select: { name: true, active: true } })
  expect(addOns.filter(({ active }) => !active).map(({ name }) => name)).toEqual(['Group Lesson', 'Private Lesson'])
  expect(addOns).toHaveLength(10)
})
