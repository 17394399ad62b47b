import { beforeEach, describe, expect, test } from 'vitest'
import { addLessonAt } from '~/models/schedule/change/add-lesson.server'
import { addRidersToLesson, addToLesson } from '~/models/schedule/change/add-rider.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { listRideTypes, saveRideType } from '~/models/schedule/rides/ride-type.server'
import { formatFreePlaces, formatOverCapacity } from '~/models/schedule/vocabulary/free'
import { findLesson } from '~/models/schedule/week/roster.server'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import * as addRider from '~/routes/office/lessons/rider/add-rider'
import { paths } from '~/utils/paths'
import { openOffice, rider, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, ridersOn } from '../../../../test/schedule'

const dates = ['2026-11-17', '2026-11-24', '2026-12-01', '2026-12-08'] as const
const at = (date: string) => ({ date, time: '16:00', type: 'Group Lesson' })
const slot = at('2026-11-24')

const { office: desk, officeId: office } = await openOffice()
const riders = (await Promise.all(Array.from({ length: 7 }, () => rider()))).map(({ id }) => id)
beforeEach(async () => {
  await emptySchedule()
  await weeklyPlace({ startDate: '2026-11-03' })
})

const places = async (date: string) => {
  const lesson = await findLesson(at(date))
  return lesson && `${lesson.capacity} ${lesson.level ?? 'any'}`
}
const allPlaces = () => Promise.all(dates.map(places))
const edit = (
  wish: Parameters<typeof editLesson>[2]['places'],
  scope: 'weekly' | 'one-time',
  shown?: Record<string, null>,
) =>
  editLesson(
    office,
    slot,
    { time: '16:00', type: 'Group Lesson', places: wish, version: shown && versionOf(shown) },
    scope,
  )

describe('Places and level of a lesson', () => {
  test('A lesson has its ride type’s places until it has its own, weekly from a date on or on one date', async () => {
    expect(await allPlaces()).toEqual(['6 any', '6 any', '6 any', '6 any'])
    const { changes } = await edit({ capacity: 4, level: 'novice' }, 'weekly')
    expect(await allPlaces()).toEqual(['6 any', '4 novice', '4 novice', '4 novice'])
    await editLesson(
      office,
      at('2026-12-01'),
      { ...at('2026-12-01'), places: { capacity: 0, level: null } },
      'one-time',
    )
    expect(await allPlaces()).toEqual(['6 any', '4 novice', 'null any', '4 novice'])
    await editLesson(
      office,
      at('2026-12-01'),
      { ...at('2026-12-01'), places: { capacity: 4, level: 'novice' } },
      'one-time',
    )
    expect(await prisma.oneTimeLesson.count()).toBe(0)
    await undoChanges(office, changes)
    expect(await allPlaces()).toEqual(['6 any', '6 any', '6 any', '6 any'])
  })

  test('A lesson keeps its places when it is moved, when riders come and go, and when it is restored', async () => {
    await edit({ capacity: 2, level: 'advanced' }, 'weekly')
    await addToLesson(office, riders[0] ?? '', slot, { scope: 'weekly' })
    await removeFromLesson(office, riders[0] ?? '', at('2026-12-01'), { scope: 'one-time' })
    expect(await allPlaces()).toEqual(['6 any', '2 advanced', '2 advanced', '2 advanced'])
    await editLesson(office, slot, { time: '17:00', type: 'Group Lesson' }, 'one-time')
    const moved = await findLesson({ ...slot, time: '17:00' })
    expect([moved?.capacity, moved?.level]).toEqual([2, 'advanced'])
    await editLesson(office, { ...slot, time: '17:00' }, { time: '16:00', type: 'Group Lesson' }, 'one-time')
    expect(await allPlaces()).toEqual(['6 any', '2 advanced', '2 advanced', '2 advanced'])
    expect(await prisma.oneTimeLesson.count()).toBe(0)
    await editLesson(office, slot, { time: '16:30', type: 'Hack' }, 'weekly')
    const later = await findLesson({ date: '2026-12-08', time: '16:30', type: 'Hack' })
    expect([later?.capacity, later?.level]).toEqual([2, 'advanced'])
  })

  test('A lesson is added with its own places, and a form that someone else overtook is refused', async () => {
    await addLessonAt(office, { ...slot, time: '09:00' }, 'weekly', {
      places: { capacity: 3, level: 'beginner', arena: null },
    })
    expect(await findLesson({ ...slot, time: '09:00' })).toMatchObject({ capacity: 3, level: 'beginner' })
    await edit({ capacity: 4 }, 'weekly', { capacity: null, level: null })
    await expect(edit({ capacity: 5 }, 'weekly', { capacity: null, level: null })).rejects.toEqual(
      refusal(409, "The number of spots was the ride type's and is now 4"),
    )
    await edit({ level: 'novice' }, 'weekly', { capacity: null, level: null })
    expect(await places('2026-12-01')).toBe('4 novice')
  })

  test('More places of a ride type mean more places in its lessons', async () => {
    const type = (await listRideTypes()).find(({ name }) => name === 'Group Lesson')
    if (!type) throw new Error('no such type')
    const { id, color, sortOrder, isActive } = type
    await saveRideType(office, id, { color, sortOrder, isActive, capacity: null })
    expect(await places(slot.date)).toBe('null any')
    await saveRideType(office, id, { color, sortOrder, isActive, capacity: 6 })
    await expect(saveRideType(office, id, { color, sortOrder, isActive, capacity: 100 })).rejects.toThrow()
  })
})

describe('A lesson that is full', () => {
  test('A lesson that joins riders of a single day beyond its places is asked about, and one that is over moves as it is', async () => {
    for (const id of riders.slice(0, 4)) await addToLesson(office, id, slot, { scope: 'weekly' })
    const later = { ...at('2026-12-01'), time: '17:00' }
    await addLessonAt(office, later, 'one-time')
    await addRidersToLesson(office, riders.slice(4, 7), later, { scope: 'one-time' })
    const join = { time: '17:00', type: 'Group Lesson' }
    const asked = editLesson(office, slot, { ...join, beyond: false }, 'weekly')
    await expect(asked).rejects.toMatchObject({ code: 'lesson_full', field: 'beyond' })
    await editLesson(office, slot, { ...join, beyond: true }, 'weekly')
    expect(await ridersOn('2026-12-01')).toHaveLength(7)
    const over = { ...at('2026-12-01'), time: '17:00' }
    await editLesson(office, over, { time: '18:00', type: 'Private Lesson', beyond: false }, 'one-time')
    expect(await ridersOn('2026-12-01')).toHaveLength(7)
  })

  test('The office exceeds a lesson’s places only knowingly, by form and by call', async () => {
    for (const id of riders.slice(0, 5)) await addToLesson(office, id, slot, { scope: 'weekly' })
    const both = addRidersToLesson(office, riders.slice(5, 7), slot, { scope: 'weekly', beyond: false })
    await expect(both).rejects.toEqual(refusal(409, 'Only 1 free: 5 of 6'))
    const add = (fields: Record<string, string>) =>
      desk.post(addRider.action, paths.addToLesson(slot), { scope: 'weekly', ...fields }, { ...slot })
    await addToLesson(office, riders[5] ?? '', slot, { scope: 'weekly', beyond: false })
    const sixth = await add({ riderId: riders[6] ?? '' })
    expect(JSON.stringify(sixth.body)).toContain('Full: 6 of 6')
    const call = (beyondCapacity?: boolean) =>
      desk.api('/api/temporary-lessons/add-student', {
        method: 'POST',
        body: {
          studentId: riders[6],
          lessonDate: slot.date,
          scheduledTime: '4:00 PM',
          lessonType: slot.type,
          beyondCapacity,
        },
      })
    expect((await call()).status).toBe(409)
    expect((await call(true)).status).toBe(201)
    expect(await ridersOn(slot.date)).toHaveLength(7)
    expect((await add({ riderId: riders[6] ?? '', beyond: 'on' })).status).toBe(302)
    const lesson = await findLesson(at('2026-12-01'))
    expect(lesson && [formatFreePlaces(lesson), formatOverCapacity(lesson)]).toEqual(['full', '7 of 6'])
    const { body } = await desk.api(`/api/schedule/places?week=${slot.date}`)
    expect(body).toMatchObject([{ lessonDate: slot.date, capacity: 6, riding: 7, held: 0, free: -1, level: null }])
  })
})
