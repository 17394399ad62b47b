import { beforeAll, beforeEach, expect, it } from 'vitest'
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

it('marks everybody of whom nothing is recorded, and takes back what nobody changed since', async () => {
  await markAttendance(ann, ride(1), { attendance: 'absent' })
  const done = await markLessonPresent(ann, slot)
  expect(done.map(({ riderId }) => riderId)).toEqual([ids[0], ids[2]])
  expect(await marks()).toEqual(['present', 'absent', 'present'])
  await markAttendance(ann, ride(2), { attendance: 'makeup' })
  expect(await undoMarks(ann, slot, done)).toEqual([expect.objectContaining({ riderId: ids[0] })])
  expect(await marks()).toEqual(['scheduled', 'absent', 'makeup'])
})

it('counts nobody twice when two press at once', async () => {
  const [a, b] = await Promise.all([markLessonPresent(ann, slot), markLessonPresent(ann, slot)])
  expect([...a, ...b]).toHaveLength(3)
  expect(await prisma.ride.count()).toBe(3)
})

it('takes one mark back to what was there before', async () => {
  await markAttendance(ann, ride(0), { attendance: 'absent' })
  const { undo } = await markAttendance(ann, ride(0), { attendance: 'present' })
  if (!undo) throw new Error('nothing to undo')
  await markAttendance(ann, ride(0), undo)
  expect((await marks())?.[0]).toBe('absent')
  await expect(markAttendance(ann, ride(0), { ...undo, attendance: 'makeup' })).rejects.toEqual(
    refusal(409, 'changed this ride meanwhile'),
  )
})

it('refuses a lesson that is not there', async () => {
  await expect(markLessonPresent(ann, { ...slot, time: '09:00' })).rejects.toEqual(refusal(404, 'Lesson not found'))
})

it('holds forty riders', async () => {
  for (let i = 0; i < 37; i++) {
    await weeklyPlace({ riderId: (await rider({ lastName: `Rider ${i}` })).id, startDate: '2026-11-03' })
  }
  expect(await markLessonPresent(ann, slot)).toHaveLength(40)
})
