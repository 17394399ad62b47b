import { expect, test } from 'vitest'
import { listCatalog } from '../../app/models/money/catalog/catalog.server'
import { prisma } from '../../app/platform/db.server'
import { emptyTables } from '../../test/factories'
import { seedCatalog } from './catalog'

test('Processes that start at once on an empty database write the catalog once', async () => {
  await Promise.all([seedCatalog(), seedCatalog(), seedCatalog()])
  expect(await prisma.package.count()).toBe(5)
  expect(await prisma.addOn.groupBy({ by: ['name'], having: { name: { _count: { gt: 1 } } } })).toEqual([])
  expect(await prisma.rideType.count()).toBe(6)
})

test('A new school has every add-on of the catalog, with single lessons off sale', async () => {
  await seedCatalog()
  const addOns = await prisma.addOn.findMany({ orderBy: { sortOrder: 'asc' }, select: { name: true, active: true } })
  expect(addOns.filter(({ active }) => !active).map(({ name }) => name)).toEqual(['Group Lesson', 'Private Lesson'])
  expect(addOns).toHaveLength(10)
})

test('A production school starts with examples, named so and not for sale', async () => {
  await emptyTables()
  await seedCatalog({ examples: true })
  const { packages, addOns } = await listCatalog()
  expect([packages, addOns]).toEqual([[], []])
  const names = [...(await prisma.package.findMany()), ...(await prisma.addOn.findMany())].map(({ name }) => name)
  expect(names).toHaveLength(15)
  expect(names.filter((name) => !name.startsWith('Example: '))).toEqual([])
})
