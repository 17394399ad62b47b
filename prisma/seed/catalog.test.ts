import { expect, test } from 'vitest'
import { prisma } from '../../app/platform/db.server'
import { seedCatalog } from './catalog'

test('Processes that start at once on an empty database write the catalogue once', async () => {
  await Promise.all([seedCatalog(), seedCatalog(), seedCatalog()])
  expect(await prisma.package.count()).toBe(5)
  expect(await prisma.addOn.groupBy({ by: ['name'], having: { name: { _count: { gt: 1 } } } })).toEqual([])
  expect(await prisma.rideType.count()).toBe(6)
})
