import { beforeEach, expect, test } from 'vitest'
import { findLesson } from '~/models/schedule/week/roster.server'
import { prisma } from '~/platform/db.server'
import { admin, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { markAttendance } from './mark.server'
import { markLessonPresent } from './mark-lesson.server'
import { undoChanges } from './undo.server'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
let ids: string[]

await rideTypes()
const ann = (await admin()).id

beforeEach(async () => {
  await emptySchedule()
  ids = []
  for (const firstName of ['Ada', 'Ben', 'Cleo']) ids.push((await weeklyRider({ firstName, lastName: null })).id)
})

const marks = async () => (await findLesson(slot))?.riders.map(({ attendance }) => attendance)
const ride = (i: number) => ({ riderId: ids[i] ?? '', ...slot })

test('Marking a lesson marks the riders without a mark, and Undo leaves rides that changed since', async () => {
  await markAttendance(ann, ride(1), { attendance: 'absent' })
  const done = await markLessonPresent(ann, slot)
  expect(done.marked).toBe(2)
  expect(await marks()).toEqual(['present', 'absent', 'present'])
  await markAttendance(ann, ride(2), { attendance: 'makeup' })
  expect(await undoChanges(ann, done.changes)).toMatchObject({
    what: ['marked Ada Present (was Scheduled)'],
    kept: 1,
  })
  expect(await marks()).toEqual(['scheduled', 'absent', 'makeup'])
})

test('Two people who mark a lesson at once mark nobody twice', async () => {
  const [a, b] = await Promise.all([markLessonPresent(ann, slot), markLessonPresent(ann, slot)])
  expect(a.marked + b.marked).toBe(3)
  expect(await prisma.ride.count()).toBe(3)
})

test('Undoing one mark restores the one before', async () => {
  await markAttendance(ann, ride(0), { attendance: 'absent' })
  const { changes } = await markAttendance(ann, ride(0), { attendance: 'present' })
  await undoChanges(ann, changes)
  expect((await marks())?.[0]).toBe('absent')
  await expect(undoChanges(ann, changes)).rejects.toBeRefused('already_done', 'This was undone already')
})

test('A lesson that does not exist cannot be marked', async () => {
  await expect(markLessonPresent(ann, { ...slot, time: '09:00' })).rejects.toBeRefused('not_found', 'Lesson not found')
})

test('A lesson of forty riders can be marked', async () => {
  for (let i = 0; i < 37; i++) {
    await weeklyPlace({ riderId: (await rider({ lastName: `Rider ${i}` })).id, startDate: '2026-11-03' })
  }
  expect((await markLessonPresent(ann, slot)).marked).toBe(40)
})
