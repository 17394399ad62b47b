import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { lessonChanges } from '~/models/schedule/week/lesson-changes.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { admin, emptyOnly, horse, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { addOneTimeLesson, addWeeklyLesson } from './add-lesson.server'
import { addToLesson } from './add-rider.server'
import { deleteLesson } from './delete-lesson.server'
import { editLesson } from './edit-lesson.server'
import { markAttendance } from './mark.server'
import { removeFromLesson } from './remove-rider.server'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const later = { ...slot, date: '2026-12-01' }
const five = { ...slot, time: '17:00' }
const schedule = () => scheduleLines({ from: '2026-11-17', to: '2026-12-08' })
let emma: string
let tom: string

await rideTypes()
const ann = (await admin()).id
const bob = (await admin({ firstName: 'Bob', lastName: 'Barn' })).id

afterEach(() => setClock(null))

beforeEach(async () => {
  await emptySchedule()
  await emptyOnly('audit_log')
  emma = (await weeklyRider()).id
  tom = (await rider({ firstName: 'Tom', lastName: 'Hill' })).id
})

describe('Editing a lesson weekly, from a date on', () => {
  test('A weekly edit leaves the past, and moves riders, one-time places and horses along', async () => {
    await addToLesson(ann, tom, later, { scope: 'one-time' })
    await removeFromLesson(ann, emma, { ...slot, date: '2026-12-08' }, { scope: 'one-time' })
    const bella = await horse()
    await assignHorse(ann, { riderId: emma, ...later }, { horseId: bella.id })
    await editLesson(ann, slot, { time: '17:00', type: 'Hack' }, 'weekly')
    expect(await schedule()).toEqual([
      '2026-11-17 16:00 Group Lesson: Emma Stone',
      '2026-11-24 17:00 Hack: Emma Stone',
      '2026-12-01 17:00 Hack: Emma Stone, Tom Hill',
      '2026-12-08 17:00 Hack: ',
    ])
    const use = await prisma.horseUsage.findFirstOrThrow({ where: { horseId: bella.id } })
    expect([use.lessonTime, use.lessonType, use.usageDate]).toEqual(['17:00', 'Hack', toDbDate(later.date)])
  })

  test('Moving a lesson there and back leaves the schedule as it was', async () => {
    await addToLesson(ann, tom, later, { scope: 'weekly' })
    const before = await schedule()
    await editLesson(ann, slot, five, 'weekly')
    await editLesson(ann, five, slot, 'weekly')
    expect(await schedule()).toEqual(before)
  })

  test('A weekly edit is refused if a one-time rider of a later day has a weekly lesson at the new time', async () => {
    await weeklyPlace({ riderId: tom, startDate: '2026-11-03', time: '17:30', type: 'Hack' })
    await addToLesson(ann, tom, later, { scope: 'one-time' })
    const before = await schedule()
    await expect(editLesson(ann, slot, five, 'weekly')).rejects.toEqual(
      refusal(409, 'Tom Hill is already riding at 5:30 PM on Dec 1, 2026'),
    )
    expect(await schedule()).toEqual(before)
  })

  test('A weekly edit is refused, and changes nothing, if the new time is taken', async () => {
    const before = await schedule()
    await weeklyPlace({ startDate: '2026-12-08', time: '18:00', type: 'Hack' })
    await expect(editLesson(ann, slot, { time: '18:00', type: 'Hack' }, 'weekly')).rejects.toEqual(
      refusal(409, 'There is a Hack at 6:00 PM on Tuesdays already'),
    )
    await weeklyPlace({ riderId: emma, startDate: '2026-12-08', time: '09:00', type: 'Hack' })
    await expect(editLesson(ann, slot, { ...slot, time: '09:30' }, 'weekly')).rejects.toEqual(
      refusal(409, 'Emma Stone is already riding at 9:00 AM on Tuesdays'),
    )
    await addOneTimeLesson(ann, { ...later, time: '11:00' })
    await addToLesson(ann, emma, { ...later, time: '11:00' }, { scope: 'one-time' })
    await expect(editLesson(ann, slot, { ...slot, time: '11:30' }, 'weekly')).rejects.toEqual(
      refusal(409, 'Emma Stone is already riding at 11:00 AM on Dec 1, 2026'),
    )
    await markAttendance(ann, { riderId: emma, ...later }, { attendance: 'present' })
    await expect(editLesson(ann, slot, five, 'weekly')).rejects.toEqual(refusal(409, 'Dec 1, 2026 is marked Present'))
    expect((await schedule()).filter((line) => line.includes('16:00'))).toEqual(before)
  })

  test('A weekly edit is refused if a horse is busy at the new time', async () => {
    await addWeeklyLesson(ann, { ...five, type: 'Hack' })
    await addToLesson(ann, tom, { ...five, type: 'Hack' }, { scope: 'weekly' })
    const bella = await horse()
    await assignHorse(ann, { riderId: emma, ...slot }, { horseId: bella.id })
    await assignHorse(ann, { riderId: tom, ...five, type: 'Hack' }, { horseId: bella.id })
    await expect(editLesson(ann, slot, { ...slot, time: '16:30' }, 'weekly')).rejects.toEqual(
      refusal(409, `${bella.name} is already with Tom Hill at 5:00 PM on Nov 24, 2026`),
    )
  })

  test('A weekly edit is refused for a one-time lesson, and for a ride type that the school does not have', async () => {
    const single = { ...slot, time: '08:00' }
    await addOneTimeLesson(ann, single)
    await expect(editLesson(ann, single, five, 'weekly')).rejects.toEqual(refusal(400, 'this date only'))
    await expect(editLesson(ann, slot, { ...five, type: 'Polo' }, 'weekly')).rejects.toEqual(refusal(400, 'ride type'))
  })
})

describe('Editing a lesson on one date', () => {
  test('An edit of one date moves that day alone, with everyone who rides then, and back', async () => {
    await addToLesson(ann, tom, slot, { scope: 'one-time' })
    const before = await schedule()
    await editLesson(ann, slot, five, 'one-time')
    expect(await schedule()).toEqual([
      before[0],
      '2026-11-24 17:00 Group Lesson: Emma Stone, Tom Hill',
      ...before.slice(2),
    ])
    await removeFromLesson(ann, emma, five, { scope: 'one-time' })
    await editLesson(ann, five, slot, 'one-time')
    expect(await schedule()).toEqual([before[0], '2026-11-24 16:00 Group Lesson: Tom Hill', ...before.slice(2)])
  })

  test('An edit of one date is refused for a busy rider, an existing lesson and a recorded ride', async () => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '18:00', type: 'Hack' })
    await expect(editLesson(ann, slot, { ...slot, time: '17:30' }, 'one-time')).rejects.toEqual(
      refusal(409, 'Emma Stone is already riding at 6:00 PM on Nov 24, 2026'),
    )
    await expect(editLesson(ann, slot, { time: '18:00', type: 'Hack' }, 'one-time')).rejects.toEqual(
      refusal(409, 'There is a Hack at 6:00 PM'),
    )
    await markAttendance(ann, { riderId: emma, ...slot }, { attendance: 'present' })
    await expect(editLesson(ann, slot, five, 'one-time')).rejects.toEqual(
      refusal(409, 'Emma Stone’s ride at 4:00 PM on Nov 24, 2026 is marked Present. Set that ride back'),
    )
  })
})

test('A lesson that moves on one date keeps its instructor, whatever else changes, and back', async () => {
  const ina = await rider({ firstName: 'Ina', lastName: 'Reed', role: 'instructor' })
  await prisma.weeklyPlace.updateMany({ data: { instructorId: ina.id } })
  const taught = async (at: typeof slot) => (await findLesson(at))?.instructor?.name
  await editLesson(ann, slot, five, 'one-time')
  expect(await taught(five)).toBe('Ina Reed')
  const thursday = { ...slot, date: '2026-11-26' }
  await editLesson(ann, five, thursday, 'one-time')
  expect(await taught(thursday)).toBe('Ina Reed')
  await editLesson(ann, thursday, slot, 'one-time')
  expect(await taught(slot)).toBe('Ina Reed')
  expect(await prisma.oneTimeLesson.count()).toBe(0)
})

describe('Two people editing a lesson at once', () => {
  test('The later of two people is told who changed the lesson, and to what', async () => {
    await editLesson(ann, slot, five, 'weekly')
    await expect(editLesson(bob, later, { ...slot, time: '09:00' }, 'weekly')).rejects.toEqual(
      refusal(
        404,
        /^Ann Office \(.+\) changed the lesson from 4:00 PM Group Lesson to 5:00 PM Group Lesson, every week/,
      ),
    )
    await deleteLesson(ann, five, 'one-time')
    await expect(editLesson(bob, five, slot, 'one-time')).rejects.toEqual(refusal(404, /^Ann Office .+ deleted/))
    await expect(editLesson(bob, { ...slot, time: '07:00' }, five, 'one-time')).rejects.toEqual(
      refusal(404, 'Lesson not found'),
    )
  })

  test('One of two parallel changes goes through', async () => {
    const results = await Promise.allSettled([
      editLesson(ann, slot, five, 'weekly'),
      editLesson(bob, slot, { ...slot, time: '09:00' }, 'weekly'),
      editLesson(ann, slot, { ...slot, type: 'Hack' }, 'one-time'),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await schedule()).filter((line) => line.startsWith('2026-11-24'))).toHaveLength(1)
  })
})

test('A lesson lists who changed what, newest first', async () => {
  setClock('2026-11-24T15:00:00-05:00')
  await addToLesson(ann, tom, slot, { scope: 'weekly' })
  await markAttendance(bob, { riderId: tom, ...slot }, { attendance: 'present' })
  await removeFromLesson(ann, emma, later, { scope: 'one-time' })
  const changesOf = async (at: typeof slot) => (await lessonChanges(at)).map(({ who, what }) => `${who} ${what}`)
  expect(await changesOf(slot)).toEqual([
    'Bob Barn marked Tom Hill Present (was Scheduled)',
    'Ann Office added Tom Hill, every week from Nov 24',
  ])
  expect(await changesOf(later)).toEqual([
    'Ann Office removed Emma Stone, on Dec 1 only',
    'Ann Office added Tom Hill, every week from Nov 24',
  ])
  expect(await changesOf({ ...slot, date: '2026-11-17' })).toEqual([])
})
