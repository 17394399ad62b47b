import { beforeAll, beforeEach, expect, test } from 'vitest'
import { findLesson } from '~/models/schedule/roster.server'
import { prisma } from '~/platform/db.server'
import { admin, rider, rideTypes, weeklyPlace } from '../../../test/factories'
import { emptySchedule, refusal } from '../../../test/schedule'
import { markAttendance } from './attendance.server'
import { markLessonPresent, undoMarks } from './mark-lesson.server'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
let ann: string
let ids: string[]

beforeAll(async () => {
  await rideTypes()
  ann = (await admin()).id
})

beforeEach(async () => {
  await emptySchedule()
  ids = []
  for (const firstName of ['Ada', 'Ben', 'Cleo']) {
    const { id } = await rider({ firstName, lastName: null })
    await weeklyPlace({ riderId: id, startDate: '2026-11-03' })
    ids.push(id)
  }
})

const marks = async () => (await findLesson(slot))?.riders.map(({ attendance }) => attendance)
const ride = (i: number) => ({ riderId: ids[i] ?? '', ...slot })

test('Marking a lesson marks the riders without a mark, and Undo leaves rides that changed since', async () => {
  await markAttendance(ann, ride(1), { attendance: 'absent' })
  const done = await markLessonPresent(ann, slot)
  expect(done.map(({ riderId }) => riderId)).toEqual([ids[0], ids[2]])
  expect(await marks()).toEqual(['present', 'absent', 'present'])
  await markAttendance(ann, ride(2), { attendance: 'makeup' })
  expect(await undoMarks(ann, slot, done)).toEqual([expect.objectContaining({ riderId: ids[0] })])
  expect(await marks()).toEqual(['scheduled', 'absent', 'makeup'])
})

test('Two people who mark a lesson at once mark nobody twice', async () => {
  const [a, b] = await Promise.all([markLessonPresent(ann, slot), markLessonPresent(ann, slot)])
  expect([...a, ...b]).toHaveLength(3)
  expect(await prisma.ride.count()).toBe(3)
})

test('Undoing one mark restores the one before', async () => {
  await markAttendance(ann, ride(0), { attendance: 'absent' })
  const { undo } = await markAttendance(ann, ride(0), { attendance: 'present' })
  if (!undo) throw new Error('nothing to undo')
  await markAttendance(ann, ride(0), undo)
  expect((await marks())?.[0]).toBe('absent')
  await expect(markAttendance(ann, ride(0), { ...undo, attendance: 'makeup' })).rejects.toEqual(
    refusal(409, 'changed this ride meanwhile'),
  )
})

test('A lesson that does not exist cannot be marked', async () => {
  await expect(markLessonPresent(ann, { ...slot, time: '09:00' })).rejects.toEqual(refusal(404, 'Lesson not found'))
})

test('A lesson of forty riders can be marked', async () => {
  for (let i = 0; i < 37; i++) {
    await weeklyPlace({ riderId: (await rider({ lastName: `Rider ${i}` })).id, startDate: '2026-11-03' })
  }
  expect(await markLessonPresent(ann, slot)).toHaveLength(40)
})
