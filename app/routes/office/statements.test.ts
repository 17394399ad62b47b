import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { loader as rootLoader } from '~/root'
import { loader as findPlace } from '~/routes/portal/places/find-a-place'
import { loader as purchase } from '~/routes/portal/purchase/purchase'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { grant, horse, recordedRide, rider, signedIn, smallSchool } from '../../../test/factories'
import { statementsOf } from '../../../test/statements'
import { loader as daySheet } from './day/day-sheet'
import { loader as notRecorded } from './day/not-recorded'
import { loader as horses } from './horses/fits/student-horses'
import { loader as makeup } from './makeups/give'
import { loader as payment } from './payments/record-payment'
import { loader as addRider } from './students/family/add-rider'
import { loader as family } from './students/family/link'
import { loader as merge } from './students/family/merge'
import { loader as unlink } from './students/family/unlink'
import { loader as edit } from './students/student/edit'
import { loader as signInLink } from './students/student/sign-in-link'
import { loader as student } from './students/student/student'

type Loader = (args: LoaderFunctionArgs) => unknown

const MOST = 10

await seedCatalog()
const { office, emma, tom } = await smallSchool('2026-11-20T15:00:00Z')
const mother = await rider({ firstName: 'Ruth' })
await prisma.user.update({ where: { id: emma }, data: { guardianId: mother.id } })
await grant(emma, '2026-11-01', '2026-11-30')
await recordedRide(emma, '2026-11-10')
await horse()
const parent = await signedIn(mother)

test.each<[string, number, ...Loader[]]>([
  ['', 6, student],
  ['/edit', 10, student, edit],
  ['/merge', 8, student, merge],
  ['/merge?with=TOM', 9, student, merge],
  ['/family', 8, student, family],
  ['/family?choose=TOM', 8, student, family],
  ['/family/unlink', 9, student, unlink],
  ['/riders/new', 7, student, addRider],
  ['/sign-in-link', 7, student, signInLink],
  ['/payment', 10, student, payment],
  ['/makeup', 9, student, makeup],
  ['/horses', 9, student, horses],
])('a student’s page with “%s” sends %i statements', async (dialog, count, ...loaders) => {
  expect(await countOf(office, `/students/${emma}${dialog.replace('TOM', tom)}`, loaders, { id: emma })).toBe(count)
  expect(count).toBeLessThanOrEqual(MOST)
})

test.each([
  ['/admin/day?date=2026-11-24', 9, office, daySheet],
  ['/admin/not-recorded', 3, office, notRecorded],
  ['/find-a-place', 10, parent, findPlace],
  ['/purchase', 4, parent, purchase],
])('%s sends %i statements', async (path, count, visitor, loader) => {
  expect(await countOf(visitor, path, [loader])).toBe(count)
  expect(count).toBeLessThanOrEqual(MOST)
})

/** Returns how many statements a page of these routes sends, with those of the viewer and the school. */
async function countOf(visitor: typeof office, path: string, loaders: readonly Loader[], params = {}) {
  const { answer, statements } = await statementsOf(() =>
    Promise.all([rootLoader, ...loaders].map((loader) => visitor.get(loader as Loader, path, params))),
  )
  expect(answer.map(({ status }) => status)).toEqual(answer.map(() => 200))
  return statements.length
}
