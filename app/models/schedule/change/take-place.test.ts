import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placesToTake } from '~/models/schedule/places/places-to-take.server'
import { freePlaces } from '~/models/schedule/vocabulary/free'
import { recentChanges } from '~/models/schedule/week/lesson-changes.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { RefusalCode } from '~/platform/refused'
import { admin, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, ridersOn } from '../../../../test/schedule'
import { statementsOf } from '../../../../test/statements'
import { addToLesson } from './add-rider.server'
import { closeDay } from './close-day.server'
import { editLesson } from './edit-lesson.server'
import { markAttendance } from './mark.server'
import { removeFromLesson } from './remove-rider.server'
import { givePlaceBack, takePlace } from './take-place.server'
import { undoChanges } from './undo.server'

const tuesday = '2026-11-24'
const slot = { date: tuesday, time: '16:00', type: 'Group Lesson' }

await rideTypes()
const office = (await admin()).id
const six: string[] = []
for (let i = 0; i < 6; i++) six.push((await rider({ firstName: `Rider ${i}` })).id)
const guardian = (await rider({ firstName: 'Gail' })).id
const child = (await rider({ firstName: 'Cleo', email: null, password: null, guardianId: guardian, level: 'novice' }))
  .id
beforeEach(async () => {
  await emptySchedule()
  setClock('2026-11-20T15:00:00Z')
  for (const id of six.slice(0, 5)) await weeklyPlace({ riderId: id, startDate: '2026-11-03' })
})
afterEach(() => setClock(null))

const reason = (code: RefusalCode) => expect.objectContaining({ code, status: 409 })
const free = async () => {
  const lesson = await findLesson(slot)
  return lesson && freePlaces(lesson)
}

describe('A family takes a place', () => {
  test('A guardian books a free place for a child, and cancels it', async () => {
    expect(await free()).toBe(1)
    await takePlace(guardian, child, slot)
    expect(await ridersOn(tuesday)).toContain('Cleo Stone')
    expect(await ridersOn('2026-12-01')).not.toContain('Cleo Stone')
    expect(await free()).toBe(0)
    expect((await placesToTake(child, tuesday, tuesday)).length).toBe(0)
    await givePlaceBack(guardian, child, slot)
    expect(await free()).toBe(1)
    await expect(givePlaceBack(guardian, child, slot)).rejects.toEqual(refusal(404, "isn't booked"))
    const { changes } = await recentChanges(1)
    expect(JSON.stringify(changes)).toContain('gave back Cleo Stone’s spot')
  })

  test('A place that a family booked is given back for a rider whom the office removed, and no other is booked', async () => {
    const { id } = await rider({ firstName: 'Finn', email: null, password: null, guardianId: guardian })
    await takePlace(guardian, id, slot)
    await prisma.user.update({ where: { id }, data: { hiddenAt: new Date() } })
    await givePlaceBack(guardian, id, slot)
    expect(await free()).toBe(1)
    await expect(takePlace(guardian, id, slot)).rejects.toEqual(refusal(404, 'Rider not found'))
  })

  test('The office undoes a booking like any change of the week', async () => {
    const { changes } = await takePlace(guardian, child, slot)
    await undoChanges(office, changes)
    expect(await free()).toBe(1)
    expect(await prisma.oneTimeParticipant.count()).toBe(0)
  })

  test('A full lesson has no place until someone calls off', async () => {
    await addToLesson(office, six[5] ?? '', slot, { scope: 'weekly' })
    await expect(takePlace(guardian, child, slot)).rejects.toEqual(reason('lesson_full'))
    await markAttendance(office, { riderId: six[0] ?? '', ...slot }, { attendance: 'absent' })
    expect(await placesToTake(child, tuesday, '2026-12-01')).toMatchObject([{ date: tuesday, free: 1 }])
    await takePlace(guardian, child, slot)
    await expect(takePlace(six[0] ?? '', six[0] ?? '', slot)).rejects.toEqual(reason('already_rides'))
  })

  test('A lesson that has begun, is off, or is for others has no place', async () => {
    await expect(takePlace(guardian, child, { ...slot, type: 'Hack' })).rejects.toEqual(
      refusal(404, 'Lesson not found'),
    )
    await expect(takePlace(guardian, child, slot, { types: ['Hack'] })).rejects.toEqual(reason('type_not_covered'))
    await editLesson(office, slot, { ...slot, places: { level: 'advanced' } }, 'one-time')
    await expect(takePlace(guardian, child, slot)).rejects.toEqual(reason('level_mismatch'))
    await expect(takePlace(guardian, guardian, slot)).rejects.toEqual(reason('level_missing'))
    expect(await placesToTake(child, tuesday, tuesday)).toEqual([])
    await editLesson(office, slot, { ...slot, places: { level: 'novice' } }, 'one-time')
    expect(await placesToTake(child, tuesday, tuesday)).toMatchObject([{ free: 1, level: 'novice' }])
    setClock(`${tuesday}T21:00:00Z`)
    await expect(takePlace(guardian, child, slot)).rejects.toEqual(reason('lesson_started'))
    expect(await placesToTake(child, tuesday, tuesday)).toEqual([])
    setClock('2026-11-20T15:00:00Z')
    await closeDay(office, tuesday, { from: null, reason: 'Snow' })
    await expect(takePlace(guardian, child, slot)).rejects.toEqual(reason('lesson_canceled'))
  })

  test('Nobody can book for a rider of another family, for a blocked one or into two lessons at once', async () => {
    const other = (await rider()).id
    await expect(takePlace(other, child, slot)).rejects.toEqual(refusal(404, 'Rider not found'))
    const blocked = (await rider({ active: false })).id
    await expect(takePlace(blocked, blocked, slot)).rejects.toEqual(reason('ask_office'))
    await weeklyPlace({ riderId: child, startDate: '2026-11-03', time: '16:30', type: 'Hack' })
    await expect(takePlace(guardian, child, slot)).rejects.toEqual(refusal(409, 'is already riding'))
    expect(await placesToTake(child, tuesday, tuesday)).toEqual([])
  })

  test('A family cannot cancel what it did not book', async () => {
    const own = six[0] ?? ''
    await expect(givePlaceBack(own, own, slot)).rejects.toEqual(refusal(404, "isn't booked"))
    await takePlace(guardian, child, slot)
    setClock(`${tuesday}T22:00:00Z`)
    await expect(givePlaceBack(guardian, child, slot)).rejects.toEqual(reason('lesson_started'))
  })

  test('Of twenty families who want the last place at once, one gets it', async () => {
    const families = await Promise.all(Array.from({ length: 20 }, () => rider()))
    const results = await Promise.allSettled(families.map(({ id }) => takePlace(id, id, slot)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toEqual(reason('lesson_full'))
    expect(await free()).toBe(0)
  })

  test('Of twenty taps for one rider, one books the place', async () => {
    await removeFromLesson(office, six[0] ?? '', slot, { scope: 'one-time' })
    const taps = Array.from({ length: 20 }, () => takePlace(guardian, child, slot))
    const results = await Promise.allSettled(taps)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await free()).toBe(1)
  })

  test('Available places are queried in one statement, of at most 42 days', async () => {
    const { statements, answer } = await statementsOf(() => placesToTake(child, '2026-11-20', '2027-11-20'))
    expect(statements).toHaveLength(1)
    expect(answer.at(-1)?.date).toBe('2026-12-29')
  })
})
