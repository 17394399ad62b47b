import { beforeEach, expect, test } from 'vitest'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { addHorse } from '~/models/schedule/horses/horse.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { rider } from '../../../test/factories'
import { emptySchool } from '../../../test/import-desk'
import { keepSheet, readSheet, studentImport } from './import.server'
import { moveIn } from './move-in.server'

let officeId: string

beforeEach(async () => {
  ;({ officeId } = await emptySchool())
})

async function shown(csv: string) {
  const id = await keepSheet(officeId, await readSheet(new File([csv], 'students.csv')))
  return { id, version: (await studentImport(id)).version }
}

/** Does all of it at once. Returns the status of each: 200, or that of a refusal. */
async function atOnce(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const done = await Promise.allSettled(works.map((work) => work()))
  return done.map((one) => {
    if (one.status === 'fulfilled') return 200
    if (one.reason instanceof Refused) return one.reason.status
    throw one.reason
  })
}

test('A horse that another desk adds while a file with it moves in is there once, and the file moves in whole or not at all', async () => {
  const { id, version } = await shown('Rider,Email,Horse\nRae Quinn,rae@quinn.example,Peanut')
  const [moved, added] = await atOnce(
    () => moveIn(officeId, id, version),
    () => addHorse(officeId, 'Peanut'),
  )
  expect([200, 409]).toContain(moved)
  expect(added).toBe(200)
  expect(await prisma.horse.count()).toBe(1)
  expect(await prisma.user.count({ where: { firstName: 'Rae' } })).toBe(moved === 200 ? 1 : 0)
})

test('Of two files that bring one family at two desks, one moves in', async () => {
  const csv = 'Rider,Guardian,Email,Date,Time\nAva Ruiz,Dana Ruiz,dana@ruiz.example,11/28/2026,4 PM'
  const files = [await shown(csv), await shown(csv)]
  const statuses = await atOnce(
    ...files.map(
      ({ id, version }) =>
        () =>
          moveIn(officeId, id, version),
    ),
  )
  expect(statuses.sort()).toEqual([200, 409])
  expect([await prisma.user.count({ where: { lastName: 'Ruiz' } }), await prisma.oneTimeParticipant.count()]).toEqual([
    2, 1,
  ])
})

test('A rider whom another desk adds to a lesson while a file says the same is in it once', async () => {
  const { id: riderId } = await rider({ email: 'grace@adult.example', firstName: 'Grace', lastName: 'Adult' })
  const slot = { date: '2026-11-28', time: '16:00', type: 'Group Lesson' }
  const { id, version } = await shown('Rider,Email,Date,Time\nGrace Adult,grace@adult.example,11/28/2026,4 PM')
  const statuses = await atOnce(
    () => moveIn(officeId, id, version),
    () => addToLesson(officeId, riderId, slot, { scope: 'one-time', create: true }),
  )
  expect(statuses.sort()).toEqual([200, 409])
  expect(await prisma.oneTimeParticipant.count()).toBe(1)
})
