import { beforeEach, describe, expect, test } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { removeInstructor } from '~/models/schedule/instructors/instructor.server'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { lessonChanges } from '~/models/schedule/week/lesson-changes.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import type { Slot } from '~/models/vocabulary/slot'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays } from '~/utils/dates'
import { admin, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { addLessonAt, addOneTimeLesson, addWeeklyLesson } from './add-lesson.server'
import { addToLesson } from './add-rider.server'
import { deleteLesson } from './delete-lesson.server'
import { markAttendance } from './mark.server'
import { removeFromLesson } from './remove-rider.server'
import { undoChanges } from './undo.server'

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

describe('A lesson that is added with an instructor', () => {
  let kelly: string
  const taught = (...dates: string[]) =>
    Promise.all(dates.map(async (date) => (await findLesson({ ...slot, date }))?.instructor?.name))

  beforeEach(async () => {
    setClock('2026-11-20T15:00:00Z')
    await prisma.auditEntry.deleteMany()
    kelly = (await rider({ firstName: 'Kelly', lastName: null, role: 'instructor' })).id
    return () => setClock(null)
  })

  test.each([
    ['weekly', ['Kelly', 'Kelly'], 'added the lesson with Kelly, every week from Nov 24'],
    ['one-time', ['Kelly', undefined], 'added the lesson with Kelly, on Nov 24 only'],
  ] as const)('%s is one change with one Undo', async (scope, names, what) => {
    const { changes } = await addLessonAt(office, slot, scope, { instructorId: kelly })
    expect(await taught(tuesday, next.date)).toEqual(names)
    expect(await lessonChanges(slot)).toMatchObject([{ what }])
    await undoChanges(office, changes)
    expect([await schedule(), await prisma.weeklyPlace.count()]).toEqual([[], 0])
  })

  test('has its spots and its arena too, and without one nobody teaches it', async () => {
    const places = { capacity: 3, level: 'novice', arena: null } as const
    for (const [scope, at] of [
      ['weekly', slot],
      ['one-time', { ...slot, time: '10:00' }],
    ] as const) {
      await addLessonAt(office, at, scope, { places, instructorId: kelly })
      expect(await findLesson(at)).toMatchObject({ capacity: 3, level: 'novice', instructor: { id: kelly } })
    }
    await addLessonAt(office, { ...slot, time: '11:00' }, 'weekly', { instructorId: null })
    expect((await findLesson({ ...slot, time: '11:00' }))?.instructor).toBeNull()
  })

  test('is refused in words if that is no instructor of the school, and nothing is left of it', async () => {
    const ann = (await rider({ firstName: 'Ann' })).id
    await removeInstructor(office, kelly)
    await prisma.auditEntry.deleteMany()
    await addLesson(office, { ...slot, time: '10:00' }, 'weekly')
    const again = { ...slot, time: '10:00' }
    for (const instructorId of ['nobody', ann, kelly]) {
      const gone = { status: 400, field: 'instructorId', message: 'This instructor no longer exists' }
      await expect(addLessonAt(office, slot, 'weekly', { instructorId })).rejects.toMatchObject(gone)
      await expect(addLessonAt(office, slot, 'one-time', { instructorId })).rejects.toMatchObject(gone)
      const second = `${tuesday} 10:00 Group Lesson 2`
      await expect(addLessonAt(office, again, 'weekly', { instructorId, second })).rejects.toMatchObject(gone)
    }
    expect(await findLesson(slot)).toBeUndefined()
    expect(await prisma.rideType.count({ where: { baseType: { not: null } } })).toBe(0)
    expect(await prisma.auditEntry.findMany({ select: { action: true } })).toEqual([{ action: 'lesson.add' }])
  })

  test('can be the second one at its hour, and each says if its instructor has another one then', async () => {
    const at = (instructorId: string) => ({ instructorId, second: `${tuesday} 16:00 Group Lesson 2` })
    await addLessonAt(office, slot, 'weekly', at(kelly))
    const { type } = await addLessonAt(office, slot, 'weekly', at(kelly))
    const { days } = await loadOfficeWeek(tuesday, { today: tuesday, time: '06:00' })
    expect(days.flatMap(({ lessons }) => lessons.map((one) => [one.type, one.instructor, one.twice]))).toEqual([
      ['Group Lesson', 'Kelly', '4:00 PM Group Lesson 2'],
      [type, 'Kelly', '4:00 PM Group Lesson'],
    ])
  })

  test('is restored with that one on its day, if anyone rides in it', async () => {
    await weeklyRider({}, { startDate: '2026-11-17' })
    await deleteLesson(office, slot, 'one-time')
    await addLessonAt(office, slot, 'one-time', { instructorId: kelly })
    expect(await taught(tuesday, next.date)).toEqual(['Kelly', undefined])
    const empty = { ...slot, time: '10:00' }
    await addLesson(office, empty, 'weekly')
    await deleteLesson(office, empty, 'one-time')
    await expect(addLessonAt(office, empty, 'one-time', { instructorId: kelly })).rejects.toEqual(
      refusal(400, 'Choose every week'),
    )
    expect(await findLesson(empty)).toBeUndefined()
  })
})
