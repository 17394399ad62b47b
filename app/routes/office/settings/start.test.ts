import { beforeEach, expect, test } from 'vitest'
import { admin, emptyTables, horse, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import type { Visitor } from '../../../../test/visitor'
import { loader as weekLoader } from '../week/week'
import { loader } from './start'

let office: Visitor

beforeEach(async () => {
  await emptyTables()
  office = await signedIn(await admin())
})

const done = async () =>
  (await office.get(loader, '/settings/start')).body.flatMap(({ name, isDone }: { name: string; isDone: boolean }) =>
    isDone ? [name] : [],
  )

test('The list ticks itself off, and the empty week leads to it until there is a lesson', async () => {
  expect(await done()).not.toContain('Horses')
  expect((await office.get(weekLoader, '/admin')).body).toMatchObject({ isNew: true })
  await horse()
  await rideTypes()
  const emma = await rider()
  expect(await done()).toEqual(expect.arrayContaining(['Horses', 'Students']))
  await weeklyPlace({ startDate: '2020-01-06', riderId: emma.id })
  expect(await done()).toContain('Lessons in the week')
  expect((await office.get(weekLoader, '/admin')).body).toMatchObject({ isNew: false })
})
