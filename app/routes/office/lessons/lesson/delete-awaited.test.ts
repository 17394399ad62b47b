import { beforeEach, expect, test } from 'vitest'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { addToWaitlist, leaveWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { offerPlaces } from '~/services/mail/notices/offered-places.server'
import { admin, emptyOnly, rider, rideTypes, signedIn, weeklyPlace, weeklyRider } from '../../../../../test/factories'
import { emptySchedule, scheduleLines } from '../../../../../test/schedule'
import type { Visitor } from '../../../../../test/visitor'
import { action } from './lesson'

const slot = { date: '2026-11-24', time: '16:00', type: 'Private Lesson' }
const path = '/admin/lessons/2026-11-24/16:00/Private%20Lesson?index'
const asked =
  'Ann Stone is waiting for a spot in this lesson. The family is told by email in five minutes that it is off the schedule, and keeps its place in line.'
let office: Visitor
let waiting: number

await rideTypes()
const desk = (await admin()).id
const ann = (await rider({ firstName: 'Ann' })).id
const ben = (await rider({ firstName: 'Ben' })).id
beforeEach(async () => {
  await emptyOnly('waitlist', 'place_offers', 'email_outbox')
  await emptySchedule()
  setClock('2026-11-20T15:00:00Z')
  office = await signedIn({ id: desk })
  await weeklyRider({ firstName: 'Owen' }, { type: slot.type })
  waiting = await addToWaitlist(desk, ann, slot, 'one-time')
})

const remove = (fields: Record<string, string>) => office.post(action, path, { recorded: '0', ...fields }, slot)
const day = () => scheduleLines({ from: slot.date, to: slot.date })

test('Deleting a lesson with a waitlist first asks, with names, and needs a checked box', async () => {
  const { status, body } = await remove({ scope: 'one-time' })
  expect([status, body.lastResult.error]).toEqual([409, { despiteWaitlist: [asked] }])
  expect(await day()).toEqual(['2026-11-24 16:00 Private Lesson: Owen Stone'])
  await addToWaitlist(desk, ben, slot, 'weekly')
  // A rider who waits for every week can still get next week's lesson.
  expect((await remove({ scope: 'one-time' })).body.lastResult.error).toEqual({ despiteWaitlist: [asked] })
  expect((await remove({ scope: 'weekly' })).body.lastResult.error).toEqual({
    despiteWaitlist: [
      '2 are waiting for a spot in this lesson: Ann Stone, Ben Stone. Their families are told by email in five minutes that it is off the schedule, and keep their places in line.',
    ],
  })
  expect((await remove({ scope: 'weekly', despiteWaitlist: 'on' })).status).toBe(302)
  expect(await day()).toEqual([])
})

test('Riders without an email address are named, so that the office can call', async () => {
  const guardianId = (await rider({ active: false })).id
  const dee = (await rider({ firstName: 'Dee', email: null, password: null, guardianId })).id
  await leaveWaitlist(desk, waiting)
  await addToWaitlist(desk, dee, slot, 'one-time')
  const question = async () => (await remove({ scope: 'one-time' })).body.lastResult.error.despiteWaitlist[0]
  expect(await question()).toBe(
    'Dee Stone is waiting for a spot in this lesson. The family keeps its place in line. No email reaches Dee Stone: please call.',
  )
  await addToWaitlist(desk, ann, slot, 'one-time')
  expect(await question()).toMatch(
    /^2 are waiting .* keep their places in line\. No email reaches Dee Stone: please call\.$/,
  )
})

test('A lesson that nobody waits for is deleted without a question', async () => {
  await leaveWaitlist(desk, waiting)
  expect((await remove({ scope: 'weekly' })).status).toBe(302)
  expect(await day()).toEqual([])
})

test('Every call that deletes a lesson refuses one with a waitlist, unless it confirms', async () => {
  const send = (method: string, to: string, body?: object) => office.api(`/api/${to}`, { method, body })
  await weeklyPlace({ startDate: '2026-11-03', time: '17:00', type: slot.type })
  await addToWaitlist(desk, ben, { ...slot, time: '17:00' }, 'one-time')
  const place = await weeklyPlace({ startDate: '2026-11-03', time: '18:00', type: slot.type })
  await addToWaitlist(desk, ben, { ...slot, time: '18:00' }, 'weekly')
  const single = { ...slot, time: '19:00' }
  const { id } = await prisma.oneTimeLesson.create({
    data: { lessonDate: new Date(slot.date), scheduledTime: single.time, lessonType: slot.type },
  })
  await addToWaitlist(desk, ben, single, 'one-time')
  const lesson = { lessonType: slot.type, dayOfWeek: 2 }
  const calls: [string, string, Record<string, unknown>?][] = [
    ['POST', 'lessons/record-removal', { lessonType: slot.type, lessonDate: slot.date, lessonTime: '17:00' }],
    ['DELETE', 'weekly-schedule/timeslot', { ...lesson, scheduledTime: slot.time, fromDate: slot.date }],
    ['DELETE', `weekly-schedule/${place.id}`],
    ['DELETE', `temporary-lessons/${id}`],
  ]
  for (const [method, to, body] of calls) {
    const answer = await send(method, to, body)
    expect([to, answer.status, answer.body.field]).toEqual([to, 409, 'despiteWaitlist'])
  }
  const yes = { despiteWaitlist: true }
  const [removal, ...others] = calls
  expect((await send('POST', removal?.[1] ?? '', { ...removal?.[2], ...yes })).status).toBe(201)
  for (const [method, to, body] of others) {
    const answer = await (body ? send(method, to, { ...body, ...yes }) : send(method, `${to}?despiteWaitlist=true`))
    expect([to, answer.status]).toEqual([to, 200])
  }
  expect(await day()).toEqual([])
})

test('Riders on the waitlist are told once that the lesson is off, and once if it comes back, but not if it is undone in time or they left', async () => {
  const at = (time: string) => setClock(`2026-11-20T${time}:00Z`)
  const told = async () => {
    await Promise.all([offerPlaces(), offerPlaces()])
    await offerPlaces()
    const mails = await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })
    await prisma.outboxEmail.deleteMany()
    return mails.map(({ subject }) => subject)
  }
  const { changes } = await deleteLesson(desk, slot, 'one-time')
  at('15:04')
  expect(await told()).toEqual([])
  const undone = await undoChanges(desk, changes)
  at('15:30')
  expect(await told()).toEqual([])
  await undoChanges(desk, undone.changes)
  at('15:40')
  expect(await told()).toEqual(['Off the schedule for Ann Stone: Private Lesson, Tuesday, Nov 24, 2026'])
  const back = await undoChanges(
    desk,
    (await prisma.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 })).map(({ id }) => id),
  )
  at('15:50')
  expect(await told()).toEqual(['Back on the schedule for Ann Stone: Private Lesson, Tuesday, Nov 24, 2026'])
  await undoChanges(desk, back.changes)
  await leaveWaitlist(desk, waiting)
  at('16:00')
  expect(await told()).toEqual([])
})

test('Nobody is told that a lesson is off once its time has come', async () => {
  setClock('2026-11-24T20:57:00Z')
  await deleteLesson(desk, slot, 'one-time')
  setClock('2026-11-24T21:03:00Z')
  await offerPlaces()
  expect(await prisma.outboxEmail.count()).toBe(0)
})
