import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, rider, signedIn, smallSchool, weeklyPlace, weeklyRider } from '../../../test/factories'
import { emptySchedule } from '../../../test/schedule'

const DATE = '2026-11-24'
const open = { attendance: 'scheduled', horseId: null }

const { emma } = await smallSchool(`${DATE}T22:00:00Z`)
const ann = await admin()
const sarah = await rider({ firstName: 'Sarah', role: 'instructor', phone: null })

/** Emma rides at 10:00 AM with Sarah. */
beforeEach(async () => {
  await emptySchedule()
  await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '10:00', instructorId: sarah.id })
})

const present = (studentId: string, lessonTime: string) => ({
  studentId,
  lessonTime,
  rideType: 'Group Lesson',
  key: randomUUID(),
  base: open,
  want: { ...open, attendance: 'present' },
  madeAt: `${DATE}T21:05:00.000Z`,
})
const send = async (by: { id: string }, to: string, changes: unknown[], userId = by.id) => {
  const body = { userId, lessonDate: DATE, changes }
  return (await signedIn(by)).api(`/api/${to}/changes`, { method: 'POST', body })
}
const marked = () => prisma.ride.findMany({ where: { attendance: 'present' }, select: { studentId: true } })

test('Changes that one person made without a signal are not sent by the next who signs in on that device', async () => {
  const dana = await admin({ firstName: 'Dana' })
  const change = present(emma, '10:00')
  for (const [by, to, userId] of [
    [dana, 'day-sheet', ann.id],
    [sarah, 'teaching', ann.id],
  ] as const) {
    expect(await send(by, to, [change], userId)).toMatchObject({
      status: 403,
      body: { message: 'These changes were made by someone else.' },
    })
  }
  expect(await marked()).toEqual([])
  const many = Array.from({ length: 1001 }, (_, i) => ({ ...change, studentId: `rider-${i}` }))
  expect((await send(ann, 'day-sheet', many)).status).toBe(400)
  // A sheet never sends the same ride twice: it would be unclear which one counts.
  expect((await send(ann, 'day-sheet', [change, change])).status).toBe(400)
  expect((await send(ann, 'day-sheet', [change])).body).toEqual({ changes: [{ key: change.key, trouble: null }] })
  expect(await marked()).toEqual([{ studentId: emma }])
})

test('The office and instructors send to an address of their own, and families to neither', async () => {
  const change = [present(emma, '10:00')]
  expect((await send(sarah, 'day-sheet', change)).status).toBe(403)
  expect((await send(ann, 'teaching', change)).status).toBe(403)
  expect((await send({ id: emma }, 'teaching', change)).status).toBe(403)
  expect(await marked()).toEqual([])
})

test('An instructor’s changes are saved for the rides that they teach; about other rides nothing is saved or disclosed', async () => {
  const tom = (await weeklyRider({ firstName: 'Tom' }, { time: '11:00' })).id
  const [own, other, nowhere] = [present(emma, '10:00'), present(tom, '11:00'), present(tom, '10:00')]
  const { status, body } = await send(sarah, 'teaching', [other, own, nowhere])
  const notTaught = { kind: 'gone', said: expect.stringMatching(/^You no longer teach this lesson/) }
  expect([status, body.changes]).toEqual([
    200,
    [
      { key: other.key, trouble: notTaught },
      { key: own.key, trouble: null },
      { key: nowhere.key, trouble: { kind: 'gone', said: 'That ride is no longer on the schedule.' } },
    ],
  ])
  expect(await marked()).toEqual([{ studentId: emma }])
  expect(await prisma.auditEntry.count({ where: { actorId: sarah.id } })).toBe(1)
})

test('A ride that was marked while the instructor taught it counts as sent after someone else has taken the lesson', async () => {
  const [change, late] = [
    present(emma, '10:00'),
    { ...present(emma, '10:00'), want: { ...open, attendance: 'absent' } },
  ]
  await send(sarah, 'teaching', [change])
  await prisma.weeklyPlace.updateMany({ data: { instructorId: null } })
  expect((await send(sarah, 'teaching', [change])).body.changes).toEqual([{ key: change.key, trouble: null }])
  expect((await send(sarah, 'teaching', [late])).body.changes).toMatchObject([{ trouble: { kind: 'gone' } }])
  expect(await marked()).toEqual([{ studentId: emma }])
})

test('A mark that an instructor made in time is saved even if it arrives late; a mark made late, and Reschedule, are not', async () => {
  setClock('2026-12-01T15:00:00Z')
  const told = async (change: object) =>
    (await send(sarah, 'teaching', [{ ...present(emma, '10:00'), ...change }])).body.changes[0].trouble
  const why = 'Instructors can mark a ride on its day and for 3 days after it. Please tell the office.'
  expect(await told({ madeAt: '2026-11-28T15:00:00.000Z' })).toEqual({ kind: 'refused', said: why })
  expect(await told({ want: { ...open, attendance: 'reschedule' } })).toMatchObject({ kind: 'refused' })
  expect(await told({ madeAt: '2026-11-23T15:00:00.000Z' })).toMatchObject({ kind: 'refused' })
  // A clock that is ahead doesn't say when the change was made, so the time of arrival counts.
  expect(await told({ madeAt: '2027-11-24T15:00:00.000Z' })).toEqual({ kind: 'refused', said: why })
  expect(await marked()).toEqual([])
  expect(await told({ madeAt: '2026-11-27T15:00:00.000Z' })).toBeNull()
  expect(await marked()).toEqual([{ studentId: emma }])
  setClock(`${DATE}T22:00:00Z`)
})
