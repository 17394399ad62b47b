import { beforeEach, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { assignHorse, horseUsesOn } from '~/models/schedule/change/horses/set-horse.server'
import { canceledOn, sayClosed } from '~/models/schedule/closing/closed-day'
import { cancelChoices, closingChoices } from '~/models/schedule/closing/closing-choices.server'
import { closedSince, closingsOn } from '~/models/schedule/closing/closings.server'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { lessonChanges, recentChanges } from '~/models/schedule/week/lesson-changes.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, grant, horse, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { allowanceLedger } from '../../../../test/ledger'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { addOneTimeLesson } from './add-lesson.server'
import { addToLesson } from './add-rider.server'
import { closeDay } from './close-day.server'
import { deleteLesson } from './delete-lesson.server'
import { markAttendance } from './mark.server'
import { removeFromLesson } from './remove-rider.server'
import { takePlace } from './take-place.server'
import { undoChanges } from './undo.server'

const tuesday = '2026-11-24'
const snow = { from: null, reason: 'Snow' }
const at = (time: string, type = 'Group Lesson') => ({ date: tuesday, time, type })
const days = () => scheduleLines({ from: '2026-11-23', to: '2026-12-01' })
const makeups = () =>
  prisma.makeup.findMany({
    select: { rideTime: true, reason: true, student: { select: { firstName: true } } },
    orderBy: [{ rideTime: 'asc' }, { id: 'asc' }],
  })
let ann: string
let ben: string
let cy: string

await rideTypes()
const office = (await admin()).id

beforeEach(async () => {
  setClock('2026-11-24T15:00:00Z')
  await emptySchedule()
  await prisma.auditEntry.deleteMany()
  const [a, b, c] = await Promise.all(['Ann', 'Ben', 'Cy'].map((firstName) => rider({ firstName, lastName: null })))
  ann = a?.id ?? ''
  ben = b?.id ?? ''
  cy = c?.id ?? ''
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03', time: '09:00', type: 'Hack' })
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03' })
  await weeklyPlace({ riderId: ben, startDate: '2026-11-03' })
  return () => setClock(null)
})

/** Everything that a closing may touch. */
const everything = async () => ({
  lessons: await days(),
  horses: (await horseUsesOn(tuesday)).map(({ horseId, riderId, time }) => `${time} ${riderId} ${horseId}`).sort(),
  marks: await prisma.ride.findMany({
    select: { studentId: true, attendance: true, status: true, scheduledTime: true },
    orderBy: { id: 'asc' },
  }),
  makeups: await makeups(),
})

test('A closed day has no lessons, its horses are free, and each rider has a makeup that shows why', async () => {
  const bella = await horse()
  await assignHorse(office, { riderId: ann, ...at('16:00') }, { horseId: bella.id })
  await addToLesson(office, cy, at('11:00', 'Private Lesson'), { scope: 'one-time', create: true })
  const closed = await closeDay(office, tuesday, snow)
  expect(closed).toMatchObject({ lessons: 3, rides: 4 })
  expect(await days()).toEqual(['2026-12-01 09:00 Hack: Ann', '2026-12-01 16:00 Group Lesson: Ann, Ben'])
  expect(await horseUsesOn(tuesday)).toEqual([])
  const given = (await makeups()).map(({ student, rideTime }) => `${rideTime} ${student.firstName}`)
  expect(given.sort()).toEqual(['09:00 Ann', '11:00 Cy', '16:00 Ann', '16:00 Ben'])
  expect((await makeups()).every(({ reason }) => reason === 'Snow')).toBe(true)
})

test('A day that closes at a time keeps the lessons before it', async () => {
  await closeDay(office, tuesday, { from: '14:00', reason: 'Ice' })
  expect((await days()).filter((line) => line.startsWith(tuesday))).toEqual(['2026-11-24 09:00 Hack: Ann'])
  expect(await makeups()).toHaveLength(2)
  const none = refusal(409, 'No lesson begins at 2:00 PM or later on Nov 24, 2026')
  await expect(closeDay(office, tuesday, { from: '14:00', reason: 'Ice' })).rejects.toEqual(none)
})

test('Recorded rides refuse the closing, and all of them are named', async () => {
  await markAttendance(office, { riderId: ann, ...at('09:00', 'Hack') }, { attendance: 'absent' })
  await markAttendance(office, { riderId: ben, ...at('16:00') }, { attendance: 'makeup' })
  const before = await everything()
  await expect(closeDay(office, tuesday, snow)).rejects.toEqual(
    refusal(409, /Ann’s ride at 9:00 AM on Nov 24, 2026 is marked Absent.*Ben’s ride at 4:00 PM.*Makeup/),
  )
  expect(await everything()).toEqual(before)
})

test('Whoever was absent is not charged and gets no makeup; who called off for a makeup has it as the others', async () => {
  await grant(ann, '2026-11-01', '2026-11-30')
  await markAttendance(office, { riderId: ann, ...at('16:00') }, { attendance: 'absent' })
  await markAttendance(office, { riderId: ben, ...at('16:00') }, { attendance: 'reschedule' })
  expect((await allowanceOf(ann, tuesday)).lessons.used).toBe(1)
  expect(await closeDay(office, tuesday, { ...snow, from: '14:00' })).toMatchObject({ lessons: 1, rides: 1 })
  expect((await allowanceOf(ann, tuesday)).lessons.used).toBe(0)
  const given = (await makeups()).map(({ student, reason }) => `${student.firstName}: ${reason}`)
  expect(given).toEqual(['Ben: Snow'])
})

test('A ride that no package counts gives no makeup when the office reschedules it, as when its family calls it off', async () => {
  await addToLesson(office, cy, at('11:00', 'Afterschool'), { scope: 'one-time', create: true })
  await markAttendance(office, { riderId: cy, ...at('11:00', 'Afterschool') }, { attendance: 'reschedule' })
  await markAttendance(office, { riderId: ben, ...at('16:00') }, { attendance: 'reschedule' })
  expect((await makeups()).map(({ student }) => student.firstName)).toEqual(['Ben'])
})

test('Undo gives the same lessons, marks, horses and makeups, and Redo closes the day again', async () => {
  const bella = await horse()
  await assignHorse(office, { riderId: ann, ...at('16:00') }, { horseId: bella.id })
  await markAttendance(office, { riderId: ben, ...at('16:00') }, { attendance: 'absent' })
  await addToLesson(office, cy, at('11:00', 'Private Lesson'), { scope: 'one-time', create: true })
  const before = await everything()
  const { changes } = await closeDay(office, tuesday, snow)
  const closed = await everything()
  const undone = await undoChanges(office, changes)
  expect(undone.what).toEqual(['closed the day: Snow (3 rides)'])
  expect(await everything()).toEqual(before)
  expect((await closingsOn(tuesday)).closings).toEqual([])
  const redone = await undoChanges(office, undone.changes)
  expect(await everything()).toEqual(closed)
  expect((await closingsOn(tuesday)).closings).toEqual([{ from: null, reason: 'Snow', only: null }])
  await undoChanges(office, redone.changes)
  expect(await everything()).toEqual(before)
})

test('Undo of a closing opens the day for all but who has booked the makeup by now, who keeps it and is named', async () => {
  const { changes } = await closeDay(office, tuesday, snow)
  const made = await prisma.makeup.findFirstOrThrow({ where: { studentId: ben } })
  await addToLesson(office, ben, { ...at('16:00'), date: '2026-12-03' }, { scope: 'one-time', create: true })
  await prisma.makeupBooking.create({
    data: {
      makeupId: made.id,
      studentId: ben,
      lessonDate: new Date('2026-12-03'),
      scheduledTime: '16:00',
      lessonType: 'Group Lesson',
      via: 'place',
      byId: office,
    },
  })
  const closed = await everything()
  const undone = await undoChanges(office, changes)
  expect(undone.off).toEqual([
    'Ben has booked the makeup for the ride at 4:00 PM on Nov 24, 2026 for 4:00 PM on Dec 3, 2026 and stays off',
  ])
  expect(await days()).toEqual([
    '2026-11-24 09:00 Hack: Ann',
    '2026-11-24 16:00 Group Lesson: Ann',
    '2026-12-01 09:00 Hack: Ann',
    '2026-12-01 16:00 Group Lesson: Ann, Ben',
  ])
  expect((await makeups()).map(({ student }) => student.firstName)).toEqual(['Ben'])
  expect(await prisma.makeupBooking.count({ where: { makeupId: made.id } })).toBe(1)
  await undoChanges(office, undone.changes)
  expect(await everything()).toEqual(closed)
})

test('Undo of a closing opens the day although the makeup that a ride was booked with is booked again', async () => {
  const until = '2026-12-31'
  const makeup = await grantMakeup(office, cy, { type: 'Group Lesson', until, reason: 'Kind' })
  await weeklyPlace({ startDate: '2026-11-05' })
  await bookMakeup(cy, cy, at('16:00'))
  const { changes } = await closeDay(office, tuesday, snow)
  await bookMakeup(cy, cy, { ...at('16:00'), date: '2026-12-03' })
  const { off } = await undoChanges(office, changes)
  expect(off).toEqual([expect.stringMatching(/^Cy has booked the makeup .+ for 4:00 PM on Dec 3, 2026 and stays off$/)])
  expect((await days()).filter((line) => line.startsWith(tuesday))).toEqual([
    '2026-11-24 09:00 Hack: Ann',
    '2026-11-24 16:00 Group Lesson: Ann, Ben',
  ])
  const [booking, ...others] = await prisma.makeupBooking.findMany()
  expect([booking?.makeupId, booking?.lessonDate, others]).toEqual([makeup, new Date('2026-12-03'), []])
})

test('Undo of a removal is refused by name if the makeup of that ride is booked again', async () => {
  await grantMakeup(office, cy, { type: 'Group Lesson', until: '2026-12-31', reason: 'Kind' })
  await weeklyPlace({ startDate: '2026-11-05' })
  await bookMakeup(cy, cy, at('16:00'))
  const { changes } = await removeFromLesson(office, cy, at('16:00'), { scope: 'one-time' })
  await bookMakeup(cy, cy, { ...at('16:00'), date: '2026-12-03' })
  await expect(undoChanges(office, changes)).rejects.toEqual(
    refusal(409, /^Cy has booked the makeup .+ for 4:00 PM on Dec 3, 2026\. Nothing was undone/),
  )
})

test('Of two desks that close a day at once, the second finds nothing to close', async () => {
  const results = await Promise.allSettled([closeDay(office, tuesday, snow), closeDay(office, tuesday, snow)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((result) => result.status === 'rejected')?.reason).toEqual(
    refusal(409, 'There are no lessons on Nov 24, 2026'),
  )
  expect(await makeups()).toHaveLength(3)
})

test('A lesson that is restored has nothing to make up for', async () => {
  await closeDay(office, tuesday, snow)
  await addOneTimeLesson(office, at('16:00'))
  expect((await makeups()).map(({ rideTime }) => rideTime)).toEqual(['09:00'])
  await closeDay(office, tuesday, { from: null, reason: 'Ice' })
  expect((await makeups()).map(({ reason }) => reason)).toEqual(['Snow', 'Ice', 'Ice'])
})

test('A makeup of a closed day is allowed in its month and the next one, and the student’s page says why', async () => {
  await grant(ben, '2026-11-01', '2026-11-30')
  await closeDay(office, tuesday, snow)
  const made = { date: tuesday, time: '16:00', reason: 'Snow', until: '2026-12-31' }
  expect(await allowanceOf(ben, tuesday)).toMatchObject({ makeups: { used: 0, allowed: 2 }, makeupsGiven: [made] })
  expect(await allowanceOf(ben, '2026-12-02')).toMatchObject({ makeups: { used: 0, allowed: 1 }, makeupsGiven: [made] })
  expect((await allowanceOf(ben, '2027-01-02')).makeups).toEqual({ used: 0, allowed: 0 })
  const line = {
    what: 'Makeup: lesson of Nov 24, 4:00 PM was canceled (Snow)',
    note: 'Until Dec 31',
    counter: 'makeups',
    allowed: 1,
  }
  for (const month of [11, 12]) {
    const ledger = await allowanceLedger(ben, { year: 2026, month })
    expect(ledger.filter(({ key }) => key.startsWith('makeup'))).toMatchObject([line])
  }
})

test('The log tells of the closing for the day and for each lesson, and the day says that it is closed', async () => {
  await closeDay(office, tuesday, { from: '14:00', reason: 'Snow' })
  const { changes } = await recentChanges(1)
  expect(changes[0]).toMatchObject({
    what: 'closed the day from 2:00 PM: Snow (2 rides) · Tuesday, Nov 24',
    undo: 'possible',
  })
  expect((await lessonChanges(at('16:00')))[0]?.what).toBe('closed the day from 2:00 PM: Snow (2 rides)')
  expect((await lessonChanges(at('09:00', 'Hack')))[0]?.what).toBeUndefined()
  const closing = (await closingsOn(tuesday)).closings
  expect(sayClosed(closing, [{ time: '09:00' }])).toBe('Closed from 2:00 PM: Snow')
  expect(sayClosed(closing, [])).toBe('Closed: Snow')
  expect(sayClosed(closing, [{ time: '16:00' }])).toBeNull()
  expect(sayClosed(undefined, [])).toBeNull()
})

test('What closing would do is told before, for the whole day and from each time on', async () => {
  const parent = await rider({ firstName: 'Pat' })
  await prisma.user.update({ where: { id: ben }, data: { email: null, guardianId: parent.id } })
  const blocked = await rider({ active: false })
  await prisma.user.update({ where: { id: cy }, data: { email: null, guardianId: blocked.id } })
  await addToLesson(office, cy, at('16:00'), { scope: 'one-time' })
  await markAttendance(office, { riderId: ann, ...at('09:00', 'Hack') }, { attendance: 'present' })
  const common = { families: 2, unreached: ['Cy'] }
  expect(await closingChoices(tuesday)).toEqual([
    { from: null, lessons: 2, rides: 4, ...common, recorded: ['Ann'] },
    { from: '16:00', lessons: 1, rides: 3, ...common, recorded: [] },
  ])
})

const group = { time: '16:00', type: 'Group Lesson' }
const marcusIsIll = { from: null, reason: 'Marcus is ill', only: [group] }
const said = async () => {
  const { closings, off } = await closingsOn(tuesday)
  const lessons = (await days()).filter((line) => line.startsWith(tuesday)).map((line) => line.slice(11))
  const taking = lessons.map((line) => ({ time: line.slice(0, 5), type: line.slice(6).split(':')[0] ?? '' }))
  return canceledOn(closings, { lessons: taking, off }).map(({ time, type, reason }) => `${time} ${type}: ${reason}`)
}

test('One lesson is canceled with makeups and a reason, and the rest of the day takes place', async () => {
  const closed = await closeDay(office, tuesday, marcusIsIll)
  expect(closed).toMatchObject({ lessons: 1, rides: 2 })
  expect((await days()).filter((line) => line.startsWith(tuesday))).toEqual(['2026-11-24 09:00 Hack: Ann'])
  const given = (await makeups()).map(({ student, rideTime, reason }) => `${rideTime} ${student.firstName}: ${reason}`)
  expect(given.sort()).toEqual(['16:00 Ann: Marcus is ill', '16:00 Ben: Marcus is ill'])
  expect(await said()).toEqual(['16:00 Group Lesson: Marcus is ill'])
  expect(sayClosed((await closingsOn(tuesday)).closings, [])).toBeNull()
  await addToLesson(office, cy, at('09:00', 'Hack'), { scope: 'one-time' })
})

test('Several lessons are canceled as one change, and one Undo brings them back with marks, horses and makeups', async () => {
  const bella = await horse()
  await assignHorse(office, { riderId: ann, ...at('16:00') }, { horseId: bella.id })
  await markAttendance(office, { riderId: ben, ...at('16:00') }, { attendance: 'absent' })
  await addToLesson(office, cy, at('11:00', 'Private Lesson'), { scope: 'one-time', create: true })
  const before = await everything()
  const only = [group, { time: '11:00', type: 'Private Lesson' }]
  const { changes } = await closeDay(office, tuesday, { ...marcusIsIll, only })
  expect(await said()).toEqual(['11:00 Private Lesson: Marcus is ill', '16:00 Group Lesson: Marcus is ill'])
  const canceled = await everything()
  const undone = await undoChanges(office, changes)
  expect(undone.what).toEqual(['canceled 2 lessons: Marcus is ill (2 rides)'])
  expect(await everything()).toEqual(before)
  expect(await said()).toEqual([])
  const redone = await undoChanges(office, undone.changes)
  expect(await everything()).toEqual(canceled)
  await undoChanges(office, redone.changes)
  expect(await everything()).toEqual(before)
})

test('Of two desks that cancel a lesson at once, the second is told that it is canceled by now', async () => {
  const both = [closeDay(office, tuesday, marcusIsIll), closeDay(office, tuesday, { ...marcusIsIll, reason: 'Ice' })]
  const results = await Promise.allSettled(both)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((result) => result.status === 'rejected')?.reason).toEqual(
    refusal(409, 'The Group Lesson at 4:00 PM on Nov 24, 2026 was just canceled or moved. Look again.'),
  )
  expect(await makeups()).toHaveLength(2)
})

test('A canceled lesson that is restored is not called canceled, nor is one whose weekly lesson has moved since', async () => {
  await closeDay(office, tuesday, marcusIsIll)
  await addOneTimeLesson(office, at('16:00'))
  expect(await said()).toEqual([])
  expect(await makeups()).toEqual([])
  await closeDay(office, tuesday, marcusIsIll)
  expect(await said()).toEqual(['16:00 Group Lesson: Marcus is ill'])
  await deleteLesson(office, { ...at('16:00'), date: '2026-11-17' }, 'weekly')
  expect(await said()).toEqual([])
})

test('A canceled lesson with a recorded ride is refused, and the ride is named', async () => {
  await markAttendance(office, { riderId: ben, ...at('16:00') }, { attendance: 'present' })
  await expect(closeDay(office, tuesday, marcusIsIll)).rejects.toEqual(
    refusal(409, /Ben’s ride at 4:00 PM on Nov 24, 2026 is marked Present/),
  )
  expect((await cancelChoices(tuesday)).map(({ time, rides, recorded }) => [time, rides, recorded])).toEqual([
    ['09:00', 1, []],
    ['16:00', 2, ['Ben']],
  ])
})

test('The log tells of a canceled lesson in its own history alone', async () => {
  await closeDay(office, tuesday, marcusIsIll)
  expect((await lessonChanges(at('16:00')))[0]?.what).toBe('canceled 4:00 PM Group Lesson: Marcus is ill (2 rides)')
  expect(await lessonChanges(at('09:00', 'Hack'))).toEqual([])
  expect((await recentChanges(1)).changes[0]).toMatchObject({
    what: 'canceled 4:00 PM Group Lesson: Marcus is ill (2 rides) · Tuesday, Nov 24',
    undo: 'possible',
  })
})

test('A makeup that was promised for calling off in time outlives the cancellation of its lesson', async () => {
  await markAttendance(office, { riderId: ben, ...at('16:00') }, { attendance: 'reschedule' })
  expect(await closeDay(office, tuesday, marcusIsIll)).toMatchObject({ rides: 2 })
  expect((await makeups()).map(({ student, reason }) => `${student.firstName}: ${reason}`).sort()).toEqual([
    'Ann: Marcus is ill',
    'Ben: Marcus is ill',
  ])
})

test('A family that books a place while its lesson is canceled has the makeup or no place, and never a ride in it', async () => {
  const results = await Promise.allSettled([closeDay(office, tuesday, marcusIsIll), takePlace(cy, cy, at('16:00'))])
  const [canceled, booked] = results.map(({ status }) => status)
  expect(canceled).toBe('fulfilled')
  expect((await days()).filter((line) => line.startsWith(`${tuesday} 16:00`))).toEqual([])
  expect(await makeups()).toHaveLength(booked === 'fulfilled' ? 3 : 2)
})

test('The closed days ahead are listed by date with their reasons, without those that were undone or are over', async () => {
  const monday = '2026-11-30'
  await weeklyPlace({ riderId: cy, startDate: monday, time: '09:00' })
  await closeDay(office, '2026-12-07', { from: null, reason: 'Holidays' })
  const { changes } = await closeDay(office, monday, { from: null, reason: 'Vet' })
  await closeDay(office, tuesday, { from: '16:00', reason: 'Storm' })
  const storm = { date: tuesday, closed: 'Closed from 4:00 PM: Storm' }
  const holidays = { date: '2026-12-07', closed: 'Closed: Holidays' }
  expect(await closedSince(tuesday)).toEqual([storm, { date: monday, closed: 'Closed: Vet' }, holidays])
  await undoChanges(office, changes)
  expect(await closedSince(tuesday)).toEqual([storm, holidays])
  expect(await closedSince('2026-11-25')).toEqual([holidays])
})
