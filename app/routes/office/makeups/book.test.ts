import { beforeEach, expect, test } from 'vitest'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as addStudent } from '~/routes/office/lessons/rider/add-rider'
import { admin, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, ridersOn } from '../../../../test/schedule'
import type { Visitor } from '../../../../test/visitor'
import { action, loader } from './book'

let office: Visitor
let family: Visitor
let makeup: number
const path = () => `/makeups/${makeup}/book`
const params = () => ({ makeupId: String(makeup) })

await rideTypes()
beforeEach(async () => {
  setClock('2026-11-22T17:00:00Z')
  await emptySchedule()
  await prisma.outboxEmail.deleteMany()
  const desk = await admin()
  office = await signedIn(desk)
  const emma = await rider()
  family = await signedIn(emma)
  await weeklyPlace({ startDate: '2026-11-24' })
  await weeklyPlace({ startDate: '2026-11-24', time: '17:00', type: 'Hack' })
  makeup = await grantMakeup(desk.id, emma.id, { type: 'Group Lesson', reason: 'Kind', until: '2026-11-30' })
})

test('Book on the list of makeups leads to the lessons of its type, one press books, and the family is sent what was booked', async () => {
  const { body } = await office.get(loader, path(), params())
  expect(body.places.days).toMatchObject([{ date: '2026-11-24', lessons: [{ time: '16:00', type: 'Group Lesson' }] }])
  const answer = await office.post(action, path(), { slot: '2026-11-24 16:00 Group Lesson' }, params())
  expect(answer).toRedirect('/makeups')
  await expect(office).toToast('Makeup booked', { undo: { label: 'Undo' } })
  expect(await ridersOn('2026-11-24')).toEqual(['Emma Stone'])
  const mails = await prisma.outboxEmail.findMany({ select: { subject: true } })
  expect(mails).toEqual([{ subject: 'Makeup booked for Emma Stone: Tuesday, Nov 24, 2026' }])
  expect((await office.get(loader, path(), params())).body).toMatchObject({ makeup: { state: 'booked' }, places: null })
  const again = await office.post(action, path(), { slot: '2026-11-24 16:00 Group Lesson' }, params())
  expect([again.status, (await office.page()).toast]).toMatchObject([302, { title: 'Not booked', type: 'error' }])
})

test('A makeup that is gone is not found, and only the office books here', async () => {
  const fields = { slot: '2026-11-24 16:00 Group Lesson' }
  expect((await office.post(action, '/makeups/999999999/book', fields, { makeupId: '999999999' })).status).toBe(404)
  expect((await family.get(loader, path(), params())).status).toBe(403)
  expect((await family.post(action, path(), fields, params())).status).toBe(403)
  expect(await ridersOn('2026-11-24')).toEqual([])
})

test('Add Student names who has a makeup for the lesson, and uses it from there', async () => {
  const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
  const address = '/admin/lessons/2026-11-24/16:00/Group%20Lesson/add'
  const named = async (at = slot) => (await office.get(addStudent, address, at)).body.makeups
  expect(await named()).toMatchObject([{ id: makeup, rider: 'Emma Stone', until: '2026-11-30' }])
  // Of another type, on another day, and already begun.
  expect(await named({ ...slot, time: '17:00', type: 'Hack' })).toEqual([])
  expect(await named({ ...slot, date: '2026-12-01' })).toEqual([])
  setClock('2026-11-24T21:00:00Z')
  office = await signedIn(await admin())
  expect(await named()).toEqual([])
  setClock('2026-11-24T20:59:00Z')
  const answer = await office.post(action, `${path()}?back=week`, { slot: '2026-11-24 16:00 Group Lesson' }, params())
  expect(answer).toRedirect('/admin?day=2026-11-24')
  expect(await ridersOn('2026-11-24')).toEqual(['Emma Stone'])
  expect(await named()).toEqual([])
})
