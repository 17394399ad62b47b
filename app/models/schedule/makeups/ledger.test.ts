import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { closeDay } from '~/models/schedule/change/close-day.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import type { Attendance } from '~/models/vocabulary/attendance'
import { type MakeupState, makeupStateSql } from '~/models/vocabulary/makeup'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays, toDbDate } from '~/utils/dates'
import { admin, grant, rideTypes, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { bookMakeup } from './book-makeup.server'

const tuesday = '2026-11-24'
const at = (date = tuesday, time = '16:00', type = 'Group Lesson') => ({ date, time, type })
let ben: string

await rideTypes()
const office = (await admin()).id

beforeEach(async () => {
  setClock('2026-11-20T12:00:00-05:00')
  await emptySchedule()
  ben = (await weeklyRider({ firstName: 'Ben', lastName: 'Bo' }, { time: '16:00' })).id
})

const mark = (attendance: Attendance, date = tuesday, time = '16:00') =>
  markAttendance(office, { riderId: ben, ...at(date, time) }, { attendance })

/** Returns each makeup as its ride's day, its state, and the day of the ride that it is booked for. */
async function ledger(today = '2026-11-20'): Promise<string[]> {
  const rows = await prisma.$queryRawUnsafe<{ line: string }[]>(
    `SELECT concat_ws(' ', m.ride_date, m.ride_time, ${makeupStateSql('$1::date')}, b.lesson_date) AS line
     FROM makeups m LEFT JOIN makeup_bookings b ON b.makeup_id = m.id
     LEFT JOIN lessons r ON r.student_id = b.student_id AND r.scheduled_date = b.lesson_date AND r.scheduled_time = b.scheduled_time
     ORDER BY m.ride_date NULLS LAST, m.ride_time, m.id`,
    today,
  )
  return rows.map(({ line }) => line)
}

test('A rescheduled ride gives one makeup, which is withdrawn with its mark', async () => {
  await mark('reschedule')
  await mark('reschedule')
  expect(await ledger()).toEqual(['2026-11-24 16:00 open'])
  expect(await prisma.makeup.findFirstOrThrow()).toMatchObject({
    why: 'absence',
    reason: 'Rescheduled',
    validFrom: toDbDate('2026-11-20'),
    validTo: toDbDate('2026-12-24'),
    byId: office,
    lessonDate: null,
  })
  for (const other of ['present', 'absent', 'scheduled'] as const) {
    await mark(other)
    expect(await ledger()).toEqual([])
    await mark('reschedule')
  }
  expect(await ledger()).toEqual(['2026-11-24 16:00 open'])
})

test('Undo of a mark restores the makeup as it was, and Undo of that withdraws it again', async () => {
  await mark('reschedule')
  const before = await prisma.makeup.findMany()
  const { changes } = await mark('scheduled')
  expect(await ledger()).toEqual([])
  const undone = await undoChanges(office, changes)
  expect(await prisma.makeup.findMany()).toEqual(before)
  await undoChanges(office, undone.changes)
  expect(await ledger()).toEqual([])
})

test('A promised makeup stays when its booking ends, whatever else changes on the day of its ride', async () => {
  const cy = (await weeklyRider({ firstName: 'Cy' }, { time: '16:00' })).id
  await addToLesson(office, cy, at('2026-12-03'), { scope: 'one-time', create: true })
  await mark('reschedule')
  const booked = await bookMakeup(ben, ben, at('2026-12-03'))
  await mark('scheduled')
  await undoChanges(office, booked.changes)
  expect(await ledger()).toEqual(['2026-11-24 16:00 open'])
  const { changes } = await markAttendance(office, { riderId: cy, ...at() }, { attendance: 'absent' })
  expect(await ledger()).toEqual(['2026-11-24 16:00 open'])
  await undoChanges(office, changes)
  expect(await ledger()).toEqual(['2026-11-24 16:00 open'])
})

test('A ride marked as a makeup uses the open one, and returns it when it is marked otherwise', async () => {
  await mark('reschedule', '2026-11-17')
  const { changes } = await mark('makeup')
  expect(await ledger()).toEqual(['2026-11-17 16:00 used 2026-11-24'])
  await mark('present')
  expect(await ledger()).toEqual(['2026-11-17 16:00 open'])
  await mark('makeup')
  await undoChanges(office, [...changes]).catch(() => {})
  expect(await ledger()).toEqual(['2026-11-17 16:00 used 2026-11-24'])
  expect((await allowanceOf(ben, tuesday)).makeups.used).toBe(1)
})

test('A makeup without an open one still counts as used', async () => {
  await mark('makeup')
  expect(await ledger()).toEqual([])
  expect((await allowanceOf(ben, tuesday)).makeups).toEqual({ used: 1, allowed: 0 })
})

test('The package’s own makeups are used before those given in addition, which expire later', async () => {
  await grant(ben, '2026-11-01', '2026-11-30')
  await closeDay(office, '2026-11-17', { from: null, reason: 'Snow' })
  await mark('makeup')
  expect(await ledger()).toEqual(['2026-11-17 16:00 open'])
  await mark('makeup', '2026-11-10')
  expect(await ledger()).toEqual(['2026-11-17 16:00 used 2026-11-10'])
  expect((await allowanceOf(ben, tuesday)).makeups).toEqual({ used: 2, allowed: 2 })
})

test('A makeup that was ridden stays, whatever becomes of the ride that it was for', async () => {
  await mark('reschedule', '2026-12-01')
  await mark('makeup')
  await closeDay(office, '2026-12-01', { from: null, reason: 'Snow' })
  expect(await ledger()).toEqual(['2026-12-01 16:00 used 2026-11-24'])
})

test('A makeup moves along with its rescheduled ride when the lesson is moved', async () => {
  await mark('reschedule')
  await editLesson(office, at(), { time: '17:00', type: 'Group Lesson' }, 'one-time')
  expect(await ledger()).toEqual(['2026-11-24 17:00 open'])
})

test('A lesson that is off returns the makeup that was booked for it, and closing its day extends it', async () => {
  await mark('reschedule', '2026-11-03')
  const { id } = await prisma.makeup.findFirstOrThrow()
  await addToLesson(office, ben, at('2026-11-26', '10:00'), { scope: 'one-time', create: true })
  const booking = { makeupId: id, studentId: ben, lessonType: 'Group Lesson', byId: office }
  await prisma.makeupBooking.create({
    data: { ...booking, lessonDate: toDbDate('2026-11-26'), scheduledTime: '10:00' },
  })
  expect(await ledger()).toEqual(['2026-11-03 16:00 booked 2026-11-26'])
  expect(await mark('present', '2026-11-26', '10:00')).toMatchObject({ before: null })
  expect(await ledger()).toEqual(['2026-11-03 16:00 used 2026-11-26'])
  expect(await allowanceOf(ben, tuesday)).toMatchObject({ lessons: { used: 0 }, makeups: { used: 1 }, absences: 0 })
  await expect(mark('reschedule', '2026-11-26', '10:00')).rejects.toThrow('This ride of Ben Bo is a makeup itself')
  await mark('absent', '2026-11-26', '10:00')
  expect(await allowanceOf(ben, tuesday)).toMatchObject({ lessons: { used: 0 }, makeups: { used: 1 }, absences: 1 })
  await mark('scheduled', '2026-11-26', '10:00')
  const { changes } = await closeDay(office, '2026-11-26', { from: null, reason: 'Snow' })
  expect(await ledger()).toEqual(['2026-11-03 16:00 open'])
  expect(await prisma.makeup.findFirstOrThrow()).toMatchObject({ validTo: toDbDate('2026-12-31') })
  await undoChanges(office, changes)
  expect(await ledger()).toEqual(['2026-11-03 16:00 booked 2026-11-26'])
  expect(await prisma.makeup.findFirstOrThrow()).toMatchObject({ validTo: toDbDate('2026-12-03') })
})

interface Life {
  revoked: boolean
  ends: number
  /** The mark of the ride that it is booked for; `none` without a record, null without a booking. */
  mark: string | null
}

function stateOf({ revoked, ends, mark }: Life): MakeupState {
  if (revoked) return 'revoked'
  if (mark) return ['makeup', 'present', 'absent'].includes(mark) ? 'used' : 'booked'
  return ends < 0 ? 'expired' : 'open'
}

test('A makeup is withdrawn, used, booked, expired or open, whichever applies first', async () => {
  const offset = fc.integer({ min: -3, max: 3 })
  const any = fc.record({
    ends: offset,
    revoked: fc.boolean(),
    mark: fc.option(fc.constantFrom('none', 'scheduled', 'present', 'absent', 'makeup', 'reschedule')),
  })
  const today = '2026-11-20'
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 20 }), async (all) => {
      await emptySchedule()
      const rows = all.map((row, id) => ({ ...row, id: id + 1, day: addDays('2026-12-01', id) }))
      const common = { studentId: ben, lessonType: 'Group Lesson', byId: office }
      await prisma.makeup.createMany({
        data: rows.map(({ id, ends, revoked }) => ({
          ...common,
          id,
          why: 'office',
          reason: 'Pony',
          validFrom: toDbDate('2026-11-01'),
          validTo: toDbDate(addDays(today, ends)),
          ...(revoked && { revokedAt: new Date(), revokedBy: office, revokeReason: 'Mistake' }),
        })),
      })
      const booked = rows.filter(({ mark }) => mark !== null)
      await prisma.makeupBooking.createMany({
        data: booked.map(({ id, day }) => ({
          ...common,
          makeupId: id,
          lessonDate: toDbDate(day),
          scheduledTime: '10:00',
        })),
      })
      await prisma.ride.createMany({
        data: booked
          .filter(({ mark }) => mark !== 'none')
          .map(({ day, mark }) => ({
            studentId: ben,
            type: 'Group Lesson',
            scheduledDate: toDbDate(day),
            scheduledTime: '10:00',
            attendance: mark,
          })),
      })
      expect((await ledger(today)).map((line) => line.split(' ')[0])).toEqual(rows.map(stateOf))
    }),
    { numRuns: 10 },
  )
})

test('A row from the previous version has the new columns', async () => {
  await prisma.$executeRaw`
    INSERT INTO makeups (student_id, lesson_date, scheduled_time, lesson_type, reason, valid_from, valid_to, by_id)
    VALUES (${ben}, '2026-11-17', '16:00', 'Group Lesson', 'Snow', '2026-11-17', '2026-12-31', ${office})`
  expect(await prisma.makeup.findFirstOrThrow()).toMatchObject({
    why: 'closed',
    rideDate: toDbDate('2026-11-17'),
    rideTime: '16:00',
  })
})
