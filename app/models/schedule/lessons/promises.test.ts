import { beforeEach, describe, expect, test } from 'vitest'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { moveRider } from '~/models/schedule/change/move-rider.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { callOff } from '~/models/schedule/makeups/absence.server'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { fromDbDate } from '~/utils/dates'
import { admin, grant, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'

/**
 * Cases missing from the table of promises. Cleo rides on Tuesdays at 4; Tom on Tuesdays at 5 and 6 and on Thursdays at
 * 10, his hack is on Thursdays at 2.
 */
const tuesday = (date: string, time = '16:00') => ({ date, time, type: 'Group Lesson' })
const thursday = (date: string) => ({ date, time: '10:00', type: 'Group Lesson' })
const own = tuesday('2026-12-08')
const booked = tuesday('2026-12-08', '17:00')
let cleo: string
let tom: string

await rideTypes()
const office = (await admin()).id
beforeEach(async () => {
  setClock('2026-11-22T12:00:00-05:00')
  await emptySchedule()
  cleo = (await rider({ firstName: 'Cleo', lastName: 'Park' })).id
  tom = (await rider({ firstName: 'Tom', lastName: 'Hill' })).id
  await grant(cleo, '2026-12-01', '2026-12-31')
  await weeklyPlace({ riderId: cleo, startDate: '2026-11-03' })
  await weeklyPlace({ riderId: tom, startDate: '2026-11-03', time: '17:00' })
  await weeklyPlace({ riderId: tom, startDate: '2026-11-03', time: '18:00' })
  await weeklyPlace({ riderId: tom, startDate: '2026-11-05', time: '10:00' })
  await weeklyPlace({ riderId: tom, startDate: '2026-11-05', time: '14:00', type: 'Hack' })
})

/** Returns `absence of 2026-12-08 16:00 until 2027-01-07, booked 2026-12-10 10:00`. */
async function makeups(): Promise<string[]> {
  const rows = await prisma.makeup.findMany({ include: { booking: true }, orderBy: { id: 'asc' } })
  return rows.map(({ why, rideDate, rideTime, validTo, booking }) => {
    const ride = rideDate ? ` of ${fromDbDate(rideDate)} ${rideTime}` : ''
    const into = booking ? `, booked ${fromDbDate(booking.lessonDate)} ${booking.scheduledTime}` : ''
    return `${why}${ride} until ${fromDbDate(validTo)}${into}`
  })
}
/** Returns the marked days of Cleo. */
const marks = async () =>
  (await prisma.ride.findMany({ where: { studentId: cleo, attendance: { not: null } }, orderBy: { id: 'asc' } }))
    .filter(({ attendance }) => attendance !== 'scheduled')
    .map((row) => `${fromDbDate(row.scheduledDate)} ${row.scheduledTime} ${row.attendance}`)
const rides = async () =>
  (await scheduleLines({ from: '2026-12-01', to: '2026-12-31' })).filter((line) => line.includes('Cleo'))
const everything = async () => ({ makeups: await makeups(), marks: await marks(), rides: await rides() })

type Change = () => Promise<{ changes: number[] }>
const move = (from: typeof own, to: typeof own, scope: 'one-time' | 'weekly' = 'one-time') =>
  moveRider(office, cleo, { from, to, scope })

describe('A ride that a family booked with a makeup', () => {
  beforeEach(async () => {
    await grantMakeup(office, cleo, { type: 'Group Lesson', until: '2026-12-08', reason: 'Kind' })
    await bookMakeup(cleo, cleo, booked)
    expect(await makeups()).toEqual(['office until 2026-12-08, booked 2026-12-08 17:00'])
  })

  const kept: [string, Change, string][] = [
    [
      'the place becomes one of every week',
      () => addToLesson(office, cleo, tuesday('2026-12-01', '17:00'), { scope: 'weekly' }),
      'office until 2026-12-08',
    ],
    ['its lesson is taken off', () => deleteLesson(office, booked, 'one-time'), 'office until 2027-01-31'],
    [
      'the rider is taken off',
      () => removeFromLesson(office, cleo, booked, { scope: 'one-time' }),
      'office until 2026-12-08',
    ],
  ]
  test.each(kept)('A booked ride has its makeup when %s, and again after Undo', async (_, change, expected) => {
    const before = await everything()
    const { changes } = await change()
    expect((await makeups())[0]).toBe(expected)
    await undoChanges(office, changes)
    expect(await everything()).toEqual(before)
  })

  test('A booked ride is not moved into a lesson that its makeup is not for, and the office reads why', async () => {
    const why = 'Cleo Park booked the Group Lesson at 5:00 PM on Dec 8, 2026 with a makeup for that type.'
    const hack = { date: '2026-12-10', time: '14:00', type: 'Hack' }
    await expect(move(booked, hack)).rejects.toEqual(refusal(409, why))
    const edit = { date: booked.date, time: booked.time, type: 'Hack' }
    await expect(editLesson(office, booked, edit, 'one-time')).rejects.toEqual(refusal(409, why))
    const weekly = { ...edit, date: '2026-12-01' }
    await expect(editLesson(office, tuesday('2026-12-01', '17:00'), weekly, 'weekly')).rejects.toEqual(
      refusal(409, why),
    )
    expect(await makeups()).toEqual(['office until 2026-12-08, booked 2026-12-08 17:00'])
  })

  test('A booked ride can be called off once its place is a weekly one, like any ride of it', async () => {
    await addToLesson(office, cleo, tuesday('2026-12-01', '17:00'), { scope: 'weekly' })
    await callOff(cleo, { riderId: cleo, date: booked.date, time: booked.time })
    expect(await makeups()).toEqual(['office until 2026-12-08', 'absence of 2026-12-08 17:00 until 2027-01-07'])
  })

  test('A booked ride can be called off if it was the rider’s own, on a day that the office had taken off', async () => {
    await removeFromLesson(office, cleo, booked, { scope: 'one-time' })
    await removeFromLesson(office, cleo, own, { scope: 'one-time' })
    await bookMakeup(cleo, cleo, own)
    expect(await makeups()).toEqual(['office until 2026-12-08, booked 2026-12-08 16:00'])
    await callOff(cleo, { riderId: cleo, date: own.date, time: own.time })
    expect(await makeups()).toEqual(['office until 2026-12-08'])
    expect(await rides()).not.toContainEqual(expect.stringContaining('2026-12-08'))
  })
})

describe('A ride that a family called off in time', () => {
  beforeEach(async () => {
    await callOff(cleo, { riderId: cleo, date: own.date, time: own.time })
    expect(await makeups()).toEqual(['absence of 2026-12-08 16:00 until 2027-01-07'])
  })

  const kept: [string, Change, string, string[]][] = [
    [
      'the rider moves every week to another time',
      () => move(tuesday('2026-12-01'), tuesday('2026-12-01', '17:00'), 'weekly'),
      'absence of 2026-12-08 17:00 until 2027-01-07',
      ['2026-12-08 17:00 reschedule'],
    ],
    [
      'the rider is taken off that day',
      () => removeFromLesson(office, cleo, own, { scope: 'one-time' }),
      'absence of 2026-12-08 16:00 until 2027-01-07',
      [],
    ],
    [
      'the rider leaves for good',
      () => removeFromLesson(office, cleo, tuesday('2026-12-01'), { scope: 'weekly' }),
      'absence of 2026-12-08 16:00 until 2027-01-07',
      [],
    ],
  ]
  test.each(kept)(
    'A called-off ride has its makeup when %s, and again after Undo',
    async (_, change, expected, marked) => {
      const before = await everything()
      const { changes } = await change()
      expect((await makeups())[0]).toBe(expected)
      expect(await marks()).toEqual(marked)
      await undoChanges(office, changes)
      expect(await everything()).toEqual(before)
    },
  )

  test('A called-off ride is not moved alone, and the office reads what to do instead', async () => {
    const why = 'Cleo Park’s ride at 4:00 PM on Dec 8, 2026 is canceled.'
    await expect(move(own, booked)).rejects.toEqual(refusal(409, why))
  })

  test('A called-off ride that was made up before the day was closed is still made up', async () => {
    await bookMakeup(cleo, cleo, thursday('2026-12-10'))
    const before = await everything()
    const { changes } = await closeDay(office, own.date, { from: null, reason: 'Snow' })
    expect((await makeups())[0]).toBe('closed of 2026-12-08 16:00 until 2027-01-31, booked 2026-12-10 10:00')
    await undoChanges(office, changes)
    expect(await everything()).toEqual(before)
  })

  test('A called-off ride gives no second makeup when its lesson is restored and closed again', async () => {
    await closeDay(office, own.date, { from: null, reason: 'Snow' })
    await addToLesson(office, cleo, own, { scope: 'one-time', create: true })
    expect(await makeups()).not.toContainEqual(expect.stringContaining('2026-12-08 16:00'))
    await closeDay(office, own.date, { from: null, reason: 'Ice' })
    expect((await makeups()).filter((line) => line.includes('2026-12-08 16:00'))).toEqual([
      'closed of 2026-12-08 16:00 until 2027-01-31',
    ])
  })
})

test('A rider who moves every week stays off on the days that the office had taken off', async () => {
  await removeFromLesson(office, cleo, own, { scope: 'one-time' })
  await removeFromLesson(office, cleo, tuesday('2026-12-22'), { scope: 'one-time' })
  const before = await everything()
  const { changes } = await move(tuesday('2026-12-01'), thursday('2026-12-03'), 'weekly')
  expect(await rides()).toEqual([
    '2026-12-03 10:00 Group Lesson: Cleo Park, Tom Hill',
    '2026-12-17 10:00 Group Lesson: Cleo Park, Tom Hill',
    '2026-12-31 10:00 Group Lesson: Cleo Park, Tom Hill',
  ])
  await undoChanges(office, changes)
  expect(await everything()).toEqual(before)
})

test('A ride of one date that was moved belongs to the rider’s new place', async () => {
  await move(own, tuesday('2026-12-08', '18:00'))
  await move(tuesday('2026-12-01'), tuesday('2026-12-01', '17:00'), 'weekly')
  expect((await rides()).filter((line) => line.includes('2026-12-08'))).toEqual([
    '2026-12-08 18:00 Group Lesson: Cleo Park, Tom Hill',
  ])
  const moved = await prisma.oneTimeParticipant.findFirstOrThrow({ where: { studentId: cleo } })
  expect(moved.movedFrom).toBe('2026-12-08 17:00 Group Lesson')
})
