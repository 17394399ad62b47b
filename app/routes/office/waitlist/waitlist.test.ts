import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { setClock } from '~/platform/clock.server'
import { loader as findPlace } from '~/routes/portal/places/find-a-place'
import { admin, emptyOnly, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, ridersOn } from '../../../../test/schedule'
import type { Visitor } from '../../../../test/visitor'
import { action, loader } from './lesson-waitlist'
import { loader as all } from './waitlists'

const slot = { date: '2026-11-24', time: '16:00', type: 'Private Lesson' }
const path = '/admin/lessons/x/waitlist'
let desk: string
let office: Visitor
let family: Visitor

beforeAll(async () => {
  await rideTypes()
})
beforeEach(async () => {
  await emptyOnly('waitlist', 'place_offers', 'email_outbox')
  await emptySchedule()
  setClock('2026-11-20T15:00:00Z')
  desk = (await admin()).id
  office = await signedIn({ id: desk })
  const own = await rider({ firstName: 'Owen' })
  const ann = await rider({ firstName: 'Ann' })
  family = await signedIn(ann)
  await weeklyPlace({ riderId: own.id, startDate: '2026-11-03', type: slot.type })
  await addToWaitlist(desk, ann.id, slot, 'one-time')
  await markAttendance(desk, { riderId: own.id, ...slot }, { attendance: 'absent' })
})

const offerIn = async () => {
  const { waiting } = (await office.get(loader, path, slot)).body
  return String(waiting[0].offerId)
}

test('The lesson’s waitlist and the list of all show an offer, which the office takes for a family', async () => {
  const offer = await offerIn()
  expect((await office.get(all, '/admin/waitlists')).body.waiting).toMatchObject([
    { name: 'Ann Stone', offerId: Number(offer) },
  ])
  const answer = await office.post(action, path, { intent: 'take', offer }, slot)
  expect(answer.status).toBe(302)
  expect((await office.page()).toast).toMatchObject({
    title: 'Lesson booked',
    description: 'Ann Stone',
    undo: { label: 'Undo' },
  })
  expect(await ridersOn(slot.date)).toEqual(['Ann Stone', 'Owen Stone'])
  const again = await office.post(action, path, { intent: 'take', offer }, slot)
  expect([again.status, again.body.lastResult.error]).toEqual([409, { '': ['This spot was already taken.'] }])
})

test('The office declines an offer; nobody else may answer it', async () => {
  const offer = await offerIn()
  expect((await family.post(action, path, { intent: 'take', offer }, slot)).status).toBe(403)
  expect((await office.post(action, path, { intent: 'decline', offer }, slot)).status).toBe(302)
  expect((await office.get(all, '/admin/waitlists')).body.waiting).toEqual([])
  expect((await office.post(action, path, { intent: 'take', offer: '999' }, slot)).status).toBe(404)
})

test('A line whose lesson is off the schedule says so to family and office, comes back with it by Undo, and the office can end it', async () => {
  const shown = async () => (await office.get(all, '/admin/waitlists')).body.waiting
  const own = async () => (await family.get(findPlace, '/find-a-place')).body.waiting
  expect([await shown(), await own()]).toMatchObject([[{ isOn: true }], [{ isOn: true }]])
  const { changes } = await deleteLesson(desk, slot, 'weekly')
  const [entry] = await shown()
  expect([entry, ...(await own())]).toMatchObject([
    { name: 'Ann Stone', isOn: false, offerId: null },
    { isOn: false, offerId: null },
  ])
  await undoChanges(desk, changes)
  expect(await shown()).toMatchObject([{ id: entry.id, isOn: true }])
  await deleteLesson(desk, slot, 'one-time')
  expect(await shown()).toMatchObject([{ isOn: false }])
  const fields = { intent: 'remove', id: String(entry.id), back: 'lists' }
  const { headers } = await office.post(action, path, fields, slot)
  expect(headers.get('Location')).toBe('/admin/waitlists')
  expect(await shown()).toEqual([])
})
