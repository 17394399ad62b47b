import { beforeEach, describe, expect, test } from 'vitest'
import { bookMakeup, bookMakeupFor } from '~/models/schedule/makeups/book-makeup.server'
import { listMakeups, makeupsFor } from '~/models/schedule/makeups/makeup-list.server'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { addRideType, listRideTypes, saveRideType } from '~/models/schedule/rides/ride-type.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { prisma } from '~/platform/db.server'
import { openOffice, rider, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { addLessonAt } from './add-lesson.server'
import { addToLesson } from './add-rider.server'
import { deleteLesson } from './delete-lesson.server'
import { editLesson } from './edit-lesson.server'
import { moveRider } from './move-rider.server'
import { undoChanges } from './undo.server'

const TUESDAY = '2026-11-24'
const NEXT = '2026-12-01'
const slot = { date: TUESDAY, time: '16:00', type: 'Group Lesson' }
const other = { ...slot, type: 'Group Lesson 2' }
const { officeId: office } = await openOffice('2026-11-20T15:00:00Z')
const [emma, tom] = (
  await Promise.all(['Emma', 'Tom'].map((firstName) => rider({ firstName, lastName: 'Stone' })))
).map(({ id }) => id) as [string, string]

beforeEach(async () => {
  await emptySchedule()
  await prisma.rideType.deleteMany({ where: { NOT: { baseType: null } } })
  await prisma.rideType.deleteMany({ where: { name: { startsWith: 'Group Lesson ' } } })
  await prisma.school.upsert({
    where: { id: 1 },
    update: { arenas: 'Outdoor, Indoor' },
    create: { id: 1, arenas: 'Outdoor, Indoor' },
  })
  await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
})

const second = (scope: 'weekly' | 'one-time' = 'weekly') => addLessonAt(office, slot, scope, { second: true })
const lines = (date: string) => scheduleLines({ from: date, to: date })
const seconds = async () => (await listRideTypes()).filter(({ baseType }) => baseType !== null)

describe('a second lesson at one hour', () => {
  test('It is refused in the usual words unless it is asked for, and then has a ride type of its own', async () => {
    await expect(addLessonAt(office, slot, 'weekly', { second: false })).rejects.toMatchObject({
      ...{ code: 'duplicate', field: 'second' },
      message: 'Lesson already exists - A lesson for this time slot already exists for this date',
    })
    await expect(addLessonAt(office, slot, 'weekly')).rejects.toMatchObject({ code: 'duplicate', field: 'time' })
    expect(await second()).toMatchObject({ type: 'Group Lesson 2', offOn: [] })
    const [first] = (await listRideTypes()).filter(({ name }) => name === 'Group Lesson')
    expect(await seconds()).toMatchObject([
      {
        ...{ name: 'Group Lesson 2', baseType: 'Group Lesson', isActive: true },
        ...{ color: first?.color, counter: first?.counter, capacity: first?.capacity, sortOrder: first?.sortOrder },
      },
    ])
    for (const date of [TUESDAY, NEXT]) {
      expect(await lines(date)).toEqual([`${date} 16:00 Group Lesson: Emma Stone`, `${date} 16:00 Group Lesson 2: `])
    }
    expect((await second('one-time')).type).toBe('Group Lesson 3')
  })

  test('Asked for where there is no first one, it is the first', async () => {
    const free = { ...slot, time: '17:00' }
    expect(await addLessonAt(office, free, 'weekly', { second: true })).toMatchObject({ type: 'Group Lesson' })
    expect(await seconds()).toEqual([])
  })

  test('Two desks at once add a second and a third, each with one ride type', async () => {
    const added = await Promise.all([second(), second()])
    expect(added.map(({ type }) => type).sort()).toEqual(['Group Lesson 2', 'Group Lesson 3'])
    expect((await seconds()).map(({ name }) => name)).toEqual(['Group Lesson 2', 'Group Lesson 3'])
  })

  test('At two times of different weekdays at once, both are the second with the same ride type', async () => {
    await weeklyPlace({ startDate: '2026-11-05' })
    const thursday = { ...slot, date: '2026-11-26' }
    const both = [second(), addLessonAt(office, thursday, 'weekly', { second: true })]
    expect((await Promise.all(both)).map(({ type }) => type)).toEqual(['Group Lesson 2', 'Group Lesson 2'])
    expect(await seconds()).toHaveLength(1)
  })

  test('A lesson that is off that day keeps its type to itself, and so does one of a later week', async () => {
    const { type } = await second()
    await deleteLesson(office, { ...slot, type }, 'one-time')
    expect((await second('one-time')).type).toBe('Group Lesson 3')
    await emptySchedule()
    await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
    await addLessonAt(office, { ...other, date: NEXT }, 'one-time')
    expect((await second('one-time')).type).toBe('Group Lesson 2')
    await emptySchedule()
    await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
    await addLessonAt(office, { ...other, date: NEXT }, 'one-time')
    expect((await second()).type).toBe('Group Lesson 3')
  })

  test('A type of that name that the school made itself is left alone, and one that it no longer offers is named', async () => {
    const look = { color: '#112233', sortOrder: 90, capacity: null }
    await addRideType(office, { name: 'group lesson 2', counter: 'hacks', ...look })
    expect((await second()).type).toBe('Group Lesson 3')
    const [third] = await seconds()
    await saveRideType(office, third?.id ?? 0, { ...look, isActive: false })
    await emptySchedule()
    await weeklyPlace({ startDate: '2026-11-03', riderId: emma })
    await expect(second()).rejects.toEqual(refusal(400, /Group Lesson 3 is no longer offered/))
    await prisma.rideType.deleteMany({ where: { name: 'group lesson 2' } })
  })

  test('Undo takes the lesson away again, and moves between both are undone too', async () => {
    const { changes } = await second()
    const moved = await moveRider(office, emma, { from: slot, to: other, scope: 'weekly' })
    expect(await lines(NEXT)).toEqual([`${NEXT} 16:00 Group Lesson 2: Emma Stone`])
    await undoChanges(office, moved.changes)
    await undoChanges(office, changes)
    expect(await lines(NEXT)).toEqual([`${NEXT} 16:00 Group Lesson: Emma Stone`])
  })

  test('Nobody rides in both at once', async () => {
    await second()
    await expect(addToLesson(office, emma, other, { scope: 'one-time' })).rejects.toMatchObject({ status: 409 })
  })

  test('The database refuses one that uses another counter, and one of a second one', async () => {
    await second()
    await expect(
      prisma.rideType.update({ where: { name: 'Group Lesson' }, data: { counter: 'hacks' } }),
    ).rejects.toThrow(/ride_types_base|has the counter of its base/)
    const of = { name: 'Group Lesson 2 2', baseType: 'Group Lesson 2', color: '#112233', counter: 'lessons' }
    await expect(prisma.rideType.create({ data: of })).rejects.toThrow(/ride_types_base|has no base itself/)
  })
})

describe('a makeup', () => {
  const given = { type: 'Group Lesson', reason: 'The pony was lame', until: '2026-12-22' }

  test('It is good for the second lesson, for a family and for the office, and not for another kind', async () => {
    await second()
    const first = await grantMakeup(office, tom, given)
    expect(await makeupsFor(other, [tom], TUESDAY)).toMatchObject([{ id: first }])
    await bookMakeup(tom, tom, other)
    expect(await lines(TUESDAY)).toContain(`${TUESDAY} 16:00 Group Lesson 2: Tom Stone`)
    const next = await grantMakeup(office, tom, given)
    await expect(bookMakeupFor(office, next, { ...slot, date: NEXT, type: 'Hack' })).rejects.toEqual(
      refusal(409, 'This makeup is for a Group Lesson.'),
    )
    await bookMakeupFor(office, next, { ...other, date: NEXT })
    expect(await lines(NEXT)).toContain(`${NEXT} 16:00 Group Lesson 2: Tom Stone`)
    expect((await listMakeups({ today: TUESDAY, riderIds: [tom] })).map(({ state }) => state)).toEqual([
      'booked',
      'booked',
    ])
  })

  test('A ride that is booked with one moves to the second lesson, and not to another kind', async () => {
    await second()
    await addLessonAt(office, { ...slot, type: 'Hack' }, 'weekly')
    await grantMakeup(office, tom, given)
    await bookMakeup(tom, tom, slot)
    await moveRider(office, tom, { from: slot, to: other, scope: 'one-time' })
    expect(await lines(TUESDAY)).toContain(`${TUESDAY} 16:00 Group Lesson 2: Tom Stone`)
    await expect(
      moveRider(office, tom, { from: other, to: { ...slot, type: 'Hack' }, scope: 'one-time' }),
    ).rejects.toMatchObject({ code: 'type_not_covered' })
  })
})

describe('an arena', () => {
  const at = (arena: string | null) => ({ ...slot, places: { arena } })
  const arenas = async (...dates: string[]) =>
    Promise.all(dates.map(async (date) => (await findLesson({ ...slot, date }))?.arena))

  test('A lesson has it weekly from a day on, or on one day, and Undo restores the one before', async () => {
    const { changes } = await editLesson(office, slot, at('Indoor'), 'weekly')
    expect(await arenas('2026-11-17', TUESDAY, NEXT)).toEqual([null, 'Indoor', 'Indoor'])
    await undoChanges(office, changes)
    expect(await arenas('2026-11-17', TUESDAY, NEXT)).toEqual([null, null, null])
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await editLesson(office, { ...slot, date: NEXT }, { ...slot, date: NEXT, places: { arena: null } }, 'one-time')
    expect(await arenas(TUESDAY, NEXT, '2026-12-08')).toEqual(['Indoor', null, 'Indoor'])
    await addToLesson(office, tom, slot, { scope: 'weekly' })
    expect(await arenas(TUESDAY, '2026-12-08')).toEqual(['Indoor', 'Indoor'])
  })

  test('It goes along to another day, and stays with a lesson whose riders all leave', async () => {
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await editLesson(office, slot, { date: '2026-11-25', time: '10:00', type: 'Group Lesson' }, 'one-time')
    expect((await findLesson({ ...slot, date: '2026-11-25', time: '10:00' }))?.arena).toBe('Indoor')
    await editLesson(
      office,
      { ...slot, date: NEXT },
      { date: '2026-12-03', time: '10:00', type: 'Group Lesson' },
      'weekly',
    )
    expect((await findLesson({ ...slot, date: '2026-12-10', time: '10:00' }))?.arena).toBe('Indoor')
  })

  test('One that the school does not have is refused, unless the lesson has it already', async () => {
    await expect(editLesson(office, slot, at('Moon'), 'weekly')).rejects.toEqual(
      refusal(400, 'Choose an arena of the school'),
    )
    await expect(
      addLessonAt(office, { ...slot, time: '17:00' }, 'weekly', {
        places: { capacity: null, level: null, arena: 'Moon' },
      }),
    ).rejects.toEqual(refusal(400, 'Choose an arena of the school'))
    await editLesson(office, slot, at('Indoor'), 'weekly')
    await prisma.school.update({ where: { id: 1 }, data: { arenas: null } })
    await editLesson(office, slot, { ...slot, duration: 45, places: { arena: 'Indoor' } }, 'weekly')
    expect(await arenas(TUESDAY)).toEqual(['Indoor'])
  })
})
