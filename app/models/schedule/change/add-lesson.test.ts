import { beforeEach, describe, expect, test } from 'vitest'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import type { Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'
import { addDays } from '~/utils/dates'
import { admin, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { addOneTimeLesson, addWeeklyLesson } from './add-lesson.server'
import { addToLesson } from './add-rider.server'
import { deleteLesson } from './delete-lesson.server'
import { markAttendance } from './mark.server'
import { removeFromLesson } from './remove-rider.server'

const tuesday = '2026-11-24'
const slot = { date: tuesday, time: '16:00', type: 'Group Lesson' }
const next = { ...slot, date: addDays(tuesday, 7) }
const schedule = () => scheduleLines({ from: '2026-11-01', to: '2026-12-31' })
const addLesson = (by: string, at: Slot, scope: Scope) =>
  scope === 'weekly' ? addWeeklyLesson(by, at) : addOneTimeLesson(by, at)

await rideTypes()
const office = (await admin()).id

beforeEach(emptySchedule)

describe('Adding and deleting lessons', () => {
  test('A weekly lesson begins on its day, and can end from a day on', async () => {
    await addLesson(office, slot, 'weekly')
    expect(await schedule()).toHaveLength(6)
    await deleteLesson(office, next, 'weekly')
    expect(await schedule()).toEqual(['2026-11-24 16:00 Group Lesson: '])
    await deleteLesson(office, slot, 'weekly')
    expect(await schedule()).toEqual([])
    expect(await prisma.weeklyPlace.count()).toBe(0)
  })

  test('A lesson can be added for one day and taken off again', async () => {
    await addLesson(office, slot, 'one-time')
    expect(await schedule()).toEqual(['2026-11-24 16:00 Group Lesson: '])
    await deleteLesson(office, slot, 'one-time')
    expect(await schedule()).toEqual([])
    expect(await prisma.lessonRemoval.count()).toBe(0)
  })

  test.each(['weekly', 'one-time'] as const)('A %s lesson that exists on that day is refused', async (scope) => {
    await addLesson(office, slot, 'weekly')
    await expect(addLesson(office, next, scope)).rejects.toEqual(
      refusal(409, /^Lesson already exists - A lesson for this time slot already exists for this date$/),
    )
  })

  test('A weekly lesson is restored on its day, unless one of its riders is in another one', async () => {
    const ann = await weeklyRider({ firstName: 'Ann', lastName: null }, { startDate: '2026-11-17' })
    await weeklyPlace({ startDate: '2026-11-17', time: '16:30', type: 'Hack' })
    const half = { ...slot, time: '16:30', type: 'Hack' }
    await deleteLesson(office, slot, 'one-time')
    await addToLesson(office, ann.id, half, { scope: 'one-time' })
    const before = await schedule()
    const busy = refusal(409, 'Ann is already riding at 4:30 PM on Nov 24, 2026')
    await expect(addOneTimeLesson(office, slot)).rejects.toEqual(busy)
    expect(await schedule()).toEqual(before)
    await removeFromLesson(office, ann.id, half, { scope: 'one-time' })
    await addOneTimeLesson(office, slot)
    expect(await schedule()).toContain('2026-11-24 16:00 Group Lesson: Ann')
  })

  test.each(['weekly', 'one-time'] as const)('A %s lesson that is sent twice at once is added once', async (scope) => {
    const results = await Promise.allSettled([addLesson(office, slot, scope), addLesson(office, slot, scope)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')?.reason).toEqual(
      refusal(409, /^Lesson already exists/),
    )
  })

  test('A weekly lesson that begins later can begin earlier', async () => {
    const later = await addLesson(office, next, 'weekly')
    expect(await addLesson(office, slot, 'weekly')).toBe(later)
    expect(await schedule()).toContain('2026-11-24 16:00 Group Lesson: ')
  })

  test('A ride type that the school does not have is refused', async () => {
    await expect(addLesson(office, { ...slot, type: 'Polo' }, 'weekly')).rejects.toEqual(
      refusal(400, 'Choose a ride type'),
    )
  })

  test('A weekly lesson can be taken off one day free of charge, and is restored with its riders', async () => {
    const emma = await weeklyRider({}, { startDate: '2026-11-17' })
    const before = await schedule()
    await markAttendance(office, { riderId: emma.id, ...slot }, { attendance: 'absent' })
    await deleteLesson(office, slot, 'one-time')
    expect(await schedule()).toEqual(before.filter((line) => !line.startsWith(tuesday)))
    expect(await prisma.ride.findMany({ select: { attendance: true, status: true } })).toEqual([
      { attendance: 'scheduled', status: 'canceled' },
    ])
    await addLesson(office, slot, 'one-time')
    expect(await schedule()).toEqual(before)
  })

  test('A lesson cannot end before a recorded ride', async () => {
    const emma = await weeklyRider({}, { startDate: tuesday })
    await markAttendance(office, { riderId: emma.id, ...next }, { attendance: 'present' })
    await expect(deleteLesson(office, slot, 'weekly')).rejects.toEqual(refusal(409, /Dec 1, 2026 is marked Present/))
    await deleteLesson(office, { ...slot, date: addDays(tuesday, 14) }, 'weekly')
    expect(await schedule()).toHaveLength(2)
  })

  test('Changing a lesson that no longer exists is refused', async () => {
    await expect(deleteLesson(office, slot, 'weekly')).rejects.toEqual(refusal(404, /^Lesson not found/))
    const emma = await rider()
    await expect(addToLesson(office, emma.id, slot, { scope: 'weekly' })).rejects.toEqual(
      refusal(404, /^Lesson not found/),
    )
  })
})
