import { beforeEach, expect, test } from 'vitest'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { loader as daySheet } from '~/routes/office/day/day-sheet'
import { loader as lessonDialog } from '~/routes/office/lessons/lesson/lesson'
import { action as markAll } from '~/routes/office/lessons/mark'
import { action as markTaught, loader as taughtRide } from '~/routes/teaching/ride'
import { action as markAllTaught, loader as myDay } from '~/routes/teaching/teaching'
import { admin, rider, rideTypes, signedIn, weeklyRider } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import type { Visitor } from '../../../../../test/visitor'
import { action, loader } from './rider'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const address = '/admin/lessons/2026-11-24/16:00/Group%20Lesson'
const asked = 'This lesson begins on Tuesday, Nov 24, at 4:00 PM. The family sees at once that the ride was ridden.'
let office: Visitor
let coach: Visitor
let ann: string

/** Signs both in again, which they need every day. */
async function goTo(at: string) {
  setClock(at)
  office = await signedIn(user)
  coach = await signedIn(teacher)
}

await rideTypes()
const user = await admin()
const teacher = await rider({ firstName: 'Sarah', role: 'instructor' })
beforeEach(async () => {
  await goTo('2026-11-22T12:00:00-05:00')
  await emptySchedule()
  ann = (await weeklyRider({ firstName: 'Ann' }, { startDate: slot.date, instructorId: teacher.id })).id
})
async function mark(intent: string, fields: Record<string, string> = {}) {
  const params = { ...slot, riderId: ann }
  const { version } = (await office.get(loader, address, params)).body.rider
  return office.post(action, address, { version, intent, ...fields }, params)
}
async function teach(intent: string, fields: Record<string, string> = {}) {
  const params = { ...slot, riderId: ann }
  const { version } = (await coach.get(taughtRide, address, params)).body.rider
  return coach.post(markTaught, address, { version, intent, ...fields }, params)
}
const now = async () => (await findLesson(slot))?.riders[0]?.attendance

test('Whoever is marked as having ridden before the lesson is asked about first, in the dialog', async () => {
  for (const intent of ['present', 'makeup']) {
    const answer = await mark(intent, { back: '' })
    expect([answer.status, answer.body.lastResult.error]).toEqual([409, { ahead: [asked] }])
    expect(await now()).toBe('scheduled')
  }
  expect((await mark('present', { ahead: 'on' })).status).toBe(302)
  expect(await now()).toBe('present')
})

test('From the sheet the question is a message on the sheet, whose button marks the ride', async () => {
  expect(await mark('present', { back: 'sheet' })).toRedirect(`/admin/day?date=${slot.date}`)
  expect(await now()).toBe('scheduled')
  const { toast } = await office.page()
  expect(toast).toMatchObject({ type: 'info', description: asked, undo: { label: 'Mark it anyway', asks: true } })
  const { action: to = '', fields = {} } = toast?.undo ?? {}
  expect(await office.post(action, to, fields, { ...slot, riderId: ann })).toRedirect(`/admin/day?date=${slot.date}`)
  expect(await now()).toBe('present')
})

test('Whoever calls off ahead is marked without a question, and a mark is cleared without one', async () => {
  for (const intent of ['absent', 'reschedule', 'scheduled']) {
    expect((await mark(intent, { makeupAnyway: 'on' })).status).toBe(302)
    expect(await now()).toBe(intent)
  }
})

test('From half an hour before the lesson on nothing is asked', async () => {
  await goTo('2026-11-24T15:29:59-05:00')
  expect((await mark('present')).status).toBe(409)
  setClock('2026-11-24T15:30:00-05:00')
  expect((await mark('present')).status).toBe(302)
})

test('A whole lesson is marked ahead by the dialog that asks, and not from the sheet', async () => {
  const all = (fields: Record<string, string>) =>
    office.post(markAll, `${address}/mark`, { intent: 'present', ...fields }, slot)
  expect((await office.get(lessonDialog, address, slot)).body.ahead).toBe(asked)
  expect(await all({ back: 'sheet' })).toRedirect('/admin/day?date=2026-11-24')
  await expect(office).toToast('Nothing recorded yet', { type: 'info' })
  expect(await now()).toBe('scheduled')
  await all({ ahead: 'on' })
  expect(await now()).toBe('present')
  await goTo('2026-11-24T16:00:00-05:00')
  expect((await office.get(lessonDialog, address, slot)).body.ahead).toBe(null)
})

test('Until a lesson begins, its sheets know that marking it is not what is to be done now', async () => {
  const ahead = async () => {
    const sheets = [await office.get(daySheet, '/admin/day?date=2026-11-24'), await coach.get(myDay, '/teaching')]
    return sheets.map(({ body }) => body.lessons.map((lesson: { ahead: boolean }) => lesson.ahead))
  }
  await goTo('2026-11-24T08:00:00-05:00')
  expect(await ahead()).toEqual([[true], [true]])
  await goTo('2026-11-24T16:00:00-05:00')
  expect(await ahead()).toEqual([[false], [false]])
})

test('An instructor is asked in the morning of the lesson, and marks no day ahead', async () => {
  expect((await teach('present', { ahead: 'on' })).status).toBe(403)
  await goTo('2026-11-24T08:00:00-05:00')
  const answer = await teach('present')
  expect([answer.status, answer.body.lastResult.error]).toEqual([409, { ahead: [asked] }])
  expect(await teach('present', { back: 'sheet' })).toRedirect(`/teaching?date=${slot.date}`)
  await expect(coach).toToast('Not recorded yet', { type: 'info', description: asked })
  await coach.post(markAllTaught, '/teaching', { intent: 'present', lesson: `${slot.date} 16:00 Group Lesson` })
  await expect(coach).toToast('Nothing recorded yet', { type: 'info' })
  expect(await now()).toBe('scheduled')
  expect((await teach('present', { ahead: 'on' })).status).toBe(302)
  expect(await now()).toBe('present')
})
