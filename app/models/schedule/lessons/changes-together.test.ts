import { beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { addLessonAt } from '~/models/schedule/change/add-lesson.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { markLessonPresent } from '~/models/schedule/change/mark-lesson.server'
import { moveRider } from '~/models/schedule/change/move-rider.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { findLesson, loadRoster } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, horse, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { movedAway } from './moved-away.server'

// Tuesdays. The clock is set to Nov 22.
const GROUP = 'Group Lesson'
const nine = (date: string, type = GROUP) => ({ date, time: '09:00', type })
const ten = (date: string, type = GROUP) => ({ date, time: '10:00', type })
const [dec1, dec8, dec15] = ['2026-12-01', '2026-12-08', '2026-12-15']
const week = () => scheduleLines({ from: '2026-11-24', to: dec15 })
let emma: string
let tom: string

await rideTypes()
const ann = (await admin()).id

beforeEach(async () => {
  setClock('2026-11-22T17:00:00Z')
  await emptySchedule()
  emma = (await rider()).id
  tom = (await rider({ firstName: 'Tom', lastName: 'Hill' })).id
})

const weekly = async (...riders: string[]) => {
  for (const riderId of riders) await weeklyPlace({ riderId, startDate: '2026-11-03', time: '09:00' })
}
const rideOf = async (riderId: string, slot: { date: string; time: string; type: string }) => {
  const found = (await findLesson(slot))?.riders.find((one) => one.riderId === riderId)
  return found && { attendance: found.attendance, horse: found.horse?.name ?? null }
}

describe('A weekly move over a day that was moved separately', () => {
  test('The day keeps its lesson, riders and horse, and Undo gives the same weeks', async () => {
    await weekly(emma, tom)
    await editLesson(ann, nine(dec8), ten(dec8), 'one-time')
    const bella = await horse()
    await assignHorse(ann, { riderId: emma, ...ten(dec8) }, { horseId: bella.id })
    const before = await week()
    const { changes } = await editLesson(ann, nine(dec1), ten(dec1), 'weekly')
    expect(await week()).toEqual([
      '2026-11-24 09:00 Group Lesson: Emma Stone, Tom Hill',
      ...[dec1, dec8, dec15].map((date) => `${date} 10:00 Group Lesson: Emma Stone, Tom Hill`),
    ])
    expect(await rideOf(emma, ten(dec8))).toEqual({ attendance: 'scheduled', horse: bella.name })
    await undoChanges(ann, changes)
    expect(await week()).toEqual(before)
    expect(await rideOf(emma, ten(dec8))).toEqual({ attendance: 'scheduled', horse: bella.name })
  })

  test('A rider who was at the new time separately that day stays there once', async () => {
    await weekly(emma)
    await removeFromLesson(ann, emma, nine(dec8), { scope: 'one-time' })
    await addLessonAt(ann, ten(dec8), 'one-time')
    await addToLesson(ann, emma, ten(dec8), { scope: 'one-time' })
    await editLesson(ann, nine(dec1), ten(dec1), 'weekly')
    expect(await week()).toContain('2026-12-08 10:00 Group Lesson: Emma Stone')
  })

  test('An announced absence moves along and counts once', async () => {
    await weekly(emma, tom)
    await markAttendance(ann, { riderId: emma, ...nine(dec8) }, { attendance: 'absent' })
    await editLesson(ann, nine(dec1), ten(dec1), 'weekly')
    expect(await rideOf(emma, ten(dec8))).toEqual({ attendance: 'absent', horse: null })
    expect((await allowanceOf(emma, dec8)).absences).toBe(1)
  })

  test('Undo leaves a lesson of one date at the new time where it was', async () => {
    await weekly(emma)
    await addLessonAt(ann, ten(dec15), 'one-time')
    await addToLesson(ann, tom, ten(dec15), { scope: 'one-time' })
    const before = await week()
    // The two lessons would be one on that day.
    await expect(editLesson(ann, nine(dec15), ten(dec15), 'weekly')).rejects.toEqual(refusal(409, 'There is a Group'))
    const { changes } = await editLesson(ann, nine(dec1), ten(dec1), 'weekly')
    expect(await week()).toContain('2026-12-15 10:00 Group Lesson: Emma Stone, Tom Hill')
    await undoChanges(ann, changes)
    expect(await week()).toEqual(before)
  })
})

describe('Taking a lesson or a rider off', () => {
  test('A lesson with recorded rides says how many will be removed, and Undo restores marks and horses', async () => {
    setClock('2026-12-02T17:00:00Z')
    await weekly(emma, tom)
    const bella = await horse()
    await markAttendance(ann, { riderId: emma, ...nine(dec1) }, { attendance: 'present', horseId: bella.id })
    await expect(deleteLesson(ann, nine(dec1), 'one-time', { recorded: 0 })).rejects.toEqual(
      refusal(409, 'This lesson now has attendance for Emma Stone'),
    )
    const before = await week()
    const { changes } = await deleteLesson(ann, nine(dec1), 'one-time', { recorded: 1 })
    expect((await allowanceOf(emma, dec1)).lessons.used).toBe(0)
    await undoChanges(ann, changes)
    expect(await week()).toEqual(before)
    expect(await rideOf(emma, nine(dec1))).toEqual({ attendance: 'present', horse: bella.name })
    expect((await allowanceOf(emma, dec1)).lessons.used).toBe(1)
  })

  test('A rider who is taken off and added again has the mark and the horse again', async () => {
    setClock('2026-12-02T17:00:00Z')
    await weekly(emma)
    const bella = await horse()
    await markAttendance(ann, { riderId: emma, ...nine(dec1) }, { attendance: 'present', horseId: bella.id })
    const { changes } = await removeFromLesson(ann, emma, nine(dec1), { scope: 'one-time' })
    await undoChanges(ann, changes)
    expect(await rideOf(emma, nine(dec1))).toEqual({ attendance: 'present', horse: bella.name })
  })

  test('An older page cannot remove a ride that was recorded since', async () => {
    await weekly(emma)
    const version = (await findLesson(nine(dec1)))?.riders[0]?.version
    await markAttendance(ann, { riderId: emma, ...nine(dec1) }, { attendance: 'absent' })
    await expect(removeFromLesson(ann, emma, nine(dec1), { scope: 'one-time', version })).rejects.toEqual(
      refusal(409, 'changed this ride in the meantime. Emma Stone is now: Absent'),
    )
  })

  test('A day off ends with the lesson, and hides no later lesson', async () => {
    await weekly(emma)
    await deleteLesson(ann, nine(dec8), 'one-time')
    await removeFromLesson(ann, emma, nine(dec1), { scope: 'weekly' })
    await addToLesson(ann, tom, nine(dec1), { scope: 'weekly', create: true })
    expect(await week()).toContain('2026-12-08 09:00 Group Lesson: Tom Hill')
  })

  test('A rider who joins a continuing lesson is told which days it is off', async () => {
    await weekly(emma)
    await deleteLesson(ann, nine(dec8), 'one-time')
    const { offOn } = await addToLesson(ann, tom, nine(dec1), { scope: 'weekly' })
    expect(offOn).toEqual([dec8])
    expect((await week()).filter((line) => line.startsWith(dec8))).toEqual([])
  })

  test('A rider added to a lesson that was taken off comes alone', async () => {
    await weekly(emma)
    await deleteLesson(ann, nine(dec8), 'one-time')
    const { aloneOn } = await addToLesson(ann, tom, nine(dec8), { scope: 'one-time', create: true })
    expect(aloneOn).toBe(dec8)
    expect((await week()).filter((line) => line.startsWith(dec8))).toEqual(['2026-12-08 09:00 Group Lesson: Tom Hill'])
  })

  test('A lesson that was created for its rider is removed with the rider', async () => {
    for (const scope of ['weekly', 'one-time'] as const) {
      await addToLesson(ann, emma, nine(dec1), { scope, create: true })
      await removeFromLesson(ann, emma, nine(dec1), { scope })
      expect(await week()).toEqual([])
    }
  })
})

describe('Riders who do not come', () => {
  test.each(['absent', 'reschedule'] as const)('A rider marked %s frees the horse for another', async (attendance) => {
    await weekly(emma, tom)
    const bella = await horse()
    await assignHorse(ann, { riderId: emma, ...nine(dec1) }, { horseId: bella.id })
    const { changes } = await markAttendance(ann, { riderId: emma, ...nine(dec1) }, { attendance, horseId: bella.id })
    expect(await rideOf(emma, nine(dec1))).toEqual({ attendance, horse: null })
    await undoChanges(ann, changes)
    expect(await rideOf(emma, nine(dec1))).toEqual({ attendance: 'scheduled', horse: bella.name })
    await markAttendance(ann, { riderId: emma, ...nine(dec1) }, { attendance })
    await assignHorse(ann, { riderId: tom, ...nine(dec1) }, { horseId: bella.id })
    await expect(assignHorse(ann, { riderId: emma, ...nine(dec1) }, { horseId: (await horse()).id })).rejects.toEqual(
      refusal(409, 'Emma Stone is marked'),
    )
  })
})

describe('Changes that begin earlier, and conflicts', () => {
  test('Undo of adding a rider every week leaves a single ride that was there before', async () => {
    await weekly(tom)
    await addToLesson(ann, emma, nine(dec8), { scope: 'one-time' })
    const bella = await horse()
    await assignHorse(ann, { riderId: emma, ...nine(dec8) }, { horseId: bella.id })
    const before = await week()
    const { changes } = await addToLesson(ann, emma, nine(dec1), { scope: 'weekly' })
    await undoChanges(ann, changes)
    expect(await week()).toEqual(before)
    expect(await rideOf(emma, nine(dec8))).toEqual({ attendance: 'scheduled', horse: bella.name })
  })

  test('Adding a student with a new lesson leaves nothing behind if it is refused', async () => {
    await weekly(emma)
    const private9 = nine(dec1, 'Private Lesson')
    await expect(addToLesson(ann, emma, private9, { scope: 'weekly', create: true })).rejects.toEqual(
      refusal(409, 'already'),
    )
    expect(await prisma.weeklyPlace.count()).toBe(1)
  })

  test('A lesson that was taken off is restored by adding it, weekly too', async () => {
    await weekly(emma)
    await deleteLesson(ann, nine(dec8), 'one-time')
    expect((await addLessonAt(ann, nine(dec8), 'weekly')).back).toBe(1)
    expect(await week()).toContain('2026-12-08 09:00 Group Lesson: Emma Stone')
    expect(await prisma.weeklyPlace.count()).toBe(1)
  })

  test('A lesson that was ended, or begins later, can begin again', async () => {
    await weekly(emma)
    await deleteLesson(ann, nine(dec8), 'weekly')
    await addLessonAt(ann, nine(dec15), 'weekly')
    await addLessonAt(ann, nine(dec8), 'weekly')
    expect(await week()).toContain('2026-12-08 09:00 Group Lesson: ')
    expect(await week()).toContain('2026-12-15 09:00 Group Lesson: ')
  })

  test('A move can begin earlier than it was entered', async () => {
    await weekly(emma)
    await editLesson(ann, nine(dec8), ten(dec8), 'weekly')
    await editLesson(ann, nine(dec1), ten(dec1), 'weekly')
    expect(await week()).toEqual([
      '2026-11-24 09:00 Group Lesson: Emma Stone',
      ...[dec1, dec8, dec15].map((date) => `${date} 10:00 Group Lesson: Emma Stone`),
    ])
    expect(await prisma.weeklyPlace.count()).toBe(2)
  })

  test('A rider can start earlier than entered, and is back every week after a day off', async () => {
    await weekly(tom)
    await addToLesson(ann, emma, nine(dec15), { scope: 'weekly' })
    await addToLesson(ann, emma, nine(dec8), { scope: 'weekly' })
    expect(await week()).toContain('2026-12-08 09:00 Group Lesson: Emma Stone, Tom Hill')
    expect(await prisma.weeklyPlace.count({ where: { studentId: emma } })).toBe(1)
    await removeFromLesson(ann, emma, nine(dec8), { scope: 'one-time' })
    await addToLesson(ann, emma, nine(dec8), { scope: 'weekly' })
    expect(await week()).toContain('2026-12-08 09:00 Group Lesson: Emma Stone, Tom Hill')
  })

  test('A lesson of a type that is no longer offered can be moved, and moved back', async () => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '09:00', type: 'Hack' })
    await prisma.rideType.update({ where: { name: 'Hack' }, data: { isActive: false } })
    try {
      await editLesson(ann, nine(dec1, 'Hack'), ten(dec1, 'Hack'), 'weekly')
      const { changes } = await deleteLesson(ann, ten(dec8, 'Hack'), 'one-time')
      await undoChanges(ann, changes)
      expect(await week()).toContain('2026-12-08 10:00 Hack: Emma Stone')
      await expect(addLessonAt(ann, ten(dec8, 'Hack'), 'weekly')).rejects.toEqual(refusal(409, 'Lesson already exists'))
      await expect(addLessonAt(ann, { ...ten(dec8, 'Hack'), time: '12:00' }, 'weekly')).rejects.toEqual(
        refusal(400, 'Choose a ride type'),
      )
    } finally {
      await prisma.rideType.update({ where: { name: 'Hack' }, data: { isActive: true } })
    }
  })

  test('A refusal names every rider, horse and recorded ride that is in the way', async () => {
    setClock('2026-12-09T17:00:00Z')
    await weekly(emma, tom)
    await weeklyPlace({ startDate: '2026-11-03', time: '10:00', type: 'Hack' })
    const bella = await horse('Bella the Grey')
    await assignHorse(ann, { riderId: emma, ...nine(dec15) }, { horseId: bella.id })
    const guest = (await rider({ firstName: 'Gus', lastName: 'Guest' })).id
    await addToLesson(ann, guest, ten(dec15, 'Hack'), { scope: 'one-time' })
    await assignHorse(ann, { riderId: guest, ...ten(dec15, 'Hack') }, { horseId: bella.id })
    await addToLesson(ann, tom, ten(dec15, 'Hack'), { scope: 'one-time' })
    await markLessonPresent(ann, nine(dec1))
    const refused = await editLesson(ann, nine(dec1), { ...ten(dec1), time: '09:30' }, 'weekly').catch((error) => error)
    expect(refused.reasons).toEqual([
      'Tom Hill is already riding at 10:00 AM on Dec 15, 2026',
      'Bella the Grey is already with Gus Guest at 10:00 AM on Dec 15, 2026',
      'Emma Stone’s ride at 9:00 AM on Dec 1, 2026 is marked Present',
      'Tom Hill’s ride at 9:00 AM on Dec 1, 2026 is marked Present',
    ])
  })
})

test('A lesson has the length that was set, weekly or on one date, and half-hour lessons follow each other', async () => {
  await addLessonAt(ann, nine(dec1), 'weekly', { duration: 30 })
  await addToLesson(ann, emma, nine(dec1), { scope: 'weekly' })
  const half = { date: dec1, time: '09:30', type: 'Private Lesson' }
  await addLessonAt(ann, half, 'weekly', { duration: 30 })
  await addToLesson(ann, emma, half, { scope: 'weekly' })
  const bella = await horse()
  for (const slot of [nine(dec1), half]) await assignHorse(ann, { riderId: emma, ...slot }, { horseId: bella.id })
  await expect(editLesson(ann, nine(dec8), { ...nine(dec8), duration: 45 }, 'one-time')).rejects.toEqual(
    refusal(409, 'Emma Stone is already riding at 9:30 AM'),
  )
  await removeFromLesson(ann, emma, { ...half, date: dec8 }, { scope: 'one-time' })
  const { changes } = await editLesson(ann, nine(dec8), { ...nine(dec8), duration: 45 }, 'one-time')
  const lengths = async () =>
    Promise.all([dec1, dec8, dec15].map(async (date) => (await findLesson(nine(date)))?.duration))
  expect(await lengths()).toEqual([30, 45, 30])
  await undoChanges(ann, changes)
  expect(await lengths()).toEqual([30, 30, 30])
})

test('Undo of a whole lesson of sixty riders fits the toast', async () => {
  for (let i = 0; i < 60; i++) await weekly((await rider({ lastName: `Rider ${i}` })).id)
  const { marked, changes } = await markLessonPresent(ann, nine('2026-11-24'))
  expect([marked, changes.length]).toEqual([60, 60])
  await undoChanges(ann, changes)
  expect((await findLesson(nine('2026-11-24')))?.riders.every(({ attendance }) => attendance === 'scheduled')).toBe(
    true,
  )
})

describe('Moving riders and lessons', () => {
  test('Removing a rider for good asks about days that were moved from the lesson', async () => {
    await weekly(emma, tom)
    await editLesson(ann, nine(dec8), { ...ten(dec8), time: '11:00' }, 'one-time')
    const eleven = { date: dec8, time: '11:00', type: GROUP }
    expect(await movedAway(nine(dec1), emma)).toEqual([{ ...eleven, riderId: emma }])
    const kept = await removeFromLesson(ann, emma, nine(dec1), { scope: 'weekly' })
    expect(kept.moved).toEqual([{ ...eleven, riderId: emma }])
    expect(await week()).toContain('2026-12-08 11:00 Group Lesson: Emma Stone, Tom Hill')
    await undoChanges(ann, kept.changes)
    const gone = await removeFromLesson(ann, emma, nine(dec1), { scope: 'weekly', withMoved: true })
    expect(await week()).toContain('2026-12-08 11:00 Group Lesson: Tom Hill')
    await undoChanges(ann, gone.changes)
    expect(await week()).toContain('2026-12-08 11:00 Group Lesson: Emma Stone, Tom Hill')
    expect((await deleteLesson(ann, nine(dec1), 'weekly', { withMoved: true })).moved).toEqual([])
    expect(await week()).toEqual(['2026-11-24 09:00 Group Lesson: Emma Stone, Tom Hill'])
  })

  test('A day that is moved back no longer counts as moved, and a weekly move updates the link', async () => {
    await weekly(emma)
    await editLesson(ann, nine(dec8), { ...nine(dec8), time: '11:00' }, 'one-time')
    await editLesson(ann, nine(dec1), ten(dec1), 'weekly')
    expect(await movedAway(ten(dec1), emma)).toHaveLength(1)
    await editLesson(ann, { ...nine(dec8), time: '11:00' }, ten(dec8), 'one-time')
    expect(await movedAway(ten(dec1), emma)).toEqual([])
    expect(await week()).toContain('2026-12-08 10:00 Group Lesson: Emma Stone')
  })

  test('A rider moves to another lesson in one step, with the horse where it is free, and Undo moves both back', async () => {
    await weekly(emma, tom)
    await weeklyPlace({ startDate: '2026-11-03', time: '11:00', type: 'Hack' })
    const eleven = { date: dec1, time: '11:00', type: 'Hack' }
    const bella = await horse()
    await assignHorse(ann, { riderId: emma, ...nine(dec1) }, { horseId: bella.id })
    const before = await week()
    const { freed, changes } = await moveRider(ann, emma, { from: nine(dec1), to: eleven, scope: 'one-time' })
    expect(freed).toEqual([])
    expect(await rideOf(emma, eleven)).toEqual({ attendance: 'scheduled', horse: bella.name })
    expect(await week()).toContain('2026-12-01 09:00 Group Lesson: Tom Hill')
    expect(await week()).toContain('2026-12-08 09:00 Group Lesson: Emma Stone, Tom Hill')
    await undoChanges(ann, changes)
    expect(await week()).toEqual(before)
    expect(await rideOf(emma, nine(dec1))).toEqual({ attendance: 'scheduled', horse: bella.name })
  })

  test('A rider moves to another day of the week for good, and is refused where they are busy', async () => {
    await weekly(emma)
    await weeklyPlace({ startDate: '2026-11-05', time: '16:00', type: 'Hack' })
    const thursday = { date: '2026-12-03', time: '16:00', type: 'Hack' }
    const bella = await horse()
    await assignHorse(ann, { riderId: emma, ...nine(dec1) }, { horseId: bella.id })
    const { freed } = await moveRider(ann, emma, { from: nine(dec1), to: thursday, scope: 'weekly' })
    expect(freed).toEqual([bella.name])
    const lines = await week()
    expect(lines).toContain('2026-12-10 16:00 Hack: Emma Stone')
    expect(lines.filter((line) => line.includes('09:00'))).toEqual(['2026-11-24 09:00 Group Lesson: Emma Stone'])
    await weeklyPlace({ riderId: tom, startDate: '2026-11-03', time: '09:00' })
    await addToLesson(ann, tom, { ...thursday, date: '2026-12-10' }, { scope: 'one-time' })
    const back = moveRider(ann, tom, { from: nine(dec8), to: { ...thursday, date: '2026-12-10' }, scope: 'one-time' })
    await expect(back).rejects.toEqual(refusal(409, 'Tom Hill is already riding at 4:00 PM on Dec 10, 2026'))
    await markAttendance(ann, { riderId: tom, ...nine(dec8) }, { attendance: 'absent' })
    const marked = moveRider(ann, tom, { from: nine(dec8), to: { ...thursday, date: '2026-12-17' }, scope: 'one-time' })
    await expect(marked).rejects.toEqual(refusal(409, 'is canceled'))
    expect(await week()).toContain('2026-12-08 09:00 Group Lesson: Tom Hill')
  })
})

describe('Two desks at once', () => {
  const outcomes = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status).sort()

  test('The same change is undone once', async () => {
    await weekly(emma, tom)
    const before = await week()
    const { changes } = await editLesson(ann, nine(dec1), ten(dec1), 'weekly')
    const results = await Promise.allSettled([undoChanges(ann, changes), undoChanges(ann, changes)])
    expect(outcomes(results)).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusal(409, 'This was undone already'),
    })
    expect(await week()).toEqual(before)
  })

  test('A rider who is moved to two lessons at once is in one of them, and nowhere twice', async () => {
    await weekly(emma)
    const eleven = { date: dec1, time: '11:00', type: 'Hack' }
    await weeklyPlace({ startDate: '2026-11-03', time: '11:00', type: 'Hack' })
    await weeklyPlace({ startDate: '2026-11-05', time: '16:00', type: 'Hack' })
    const thursday = { date: '2026-12-03', time: '16:00', type: 'Hack' }
    const results = await Promise.allSettled([
      moveRider(ann, emma, { from: nine(dec1), to: eleven, scope: 'one-time' }),
      moveRider(ann, emma, { from: nine(dec1), to: thursday, scope: 'one-time' }),
      moveRider(ann, emma, { from: nine(dec1), to: thursday, scope: 'weekly' }),
    ])
    expect(outcomes(results)).toEqual(['fulfilled', 'rejected', 'rejected'])
    const rides = (await week()).filter((line) => line.includes('Emma') && line > dec1 && line < dec8)
    expect(rides).toHaveLength(1)
  })

  test('A lesson that is moved while its riders are marked keeps every mark where its ride is', async () => {
    await weekly(emma, tom)
    const results = await Promise.allSettled([
      markLessonPresent(ann, nine('2026-11-24')),
      editLesson(ann, nine('2026-11-24'), ten('2026-11-24'), 'weekly'),
      markAttendance(ann, { riderId: tom, ...nine('2026-11-24') }, { attendance: 'absent' }),
    ])
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    const { days } = await loadRoster({ from: '2026-11-24', to: '2026-11-24' })
    const sources = days.flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.map(({ source }) => source)))
    expect(sources).toEqual(['weekly', 'weekly'])
  })
})

test('Undo of a change that a later one has superseded names the rider, although the rider has left', async () => {
  await weekly(tom)
  const { changes } = await addToLesson(ann, emma, nine(dec1), { scope: 'weekly' })
  await removeFromLesson(ann, emma, nine(dec1), { scope: 'weekly' })
  await expect(undoChanges(ann, changes)).rejects.toEqual(
    refusal(409, 'Emma Stone at 9:00 AM on Tuesdays was changed since. Nothing was undone.'),
  )
})
