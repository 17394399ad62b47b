import { beforeEach, expect, test } from 'vitest'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, grant, rider, rideTypes, signedIn, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import type { Visitor } from '../../../../../test/visitor'
import { action, loader } from './rider'

const first = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const second = { ...first, date: '2026-11-26' }
let office: Visitor
let ann: string

/** Signs the office in again, which it needs every day. */
async function goTo(at: string) {
  setClock(at)
  office = await signedIn(user)
}

await rideTypes()
const user = await admin()
beforeEach(async () => {
  await goTo('2026-11-22T12:00:00-05:00')
  await emptySchedule()
  ann = (await rider({ firstName: 'Ann' })).id
  await grant(ann, '2026-11-01', '2026-11-30')
  for (const { date } of [first, second]) await weeklyPlace({ riderId: ann, startDate: date })
})
const pathOf = (slot: typeof first) => `/admin/lessons/${slot.date}/16:00/Group%20Lesson/riders/${ann}`
async function mark(slot: typeof first, fields: Record<string, string>) {
  const params = { ...slot, riderId: ann }
  const { version } = (await office.get(loader, pathOf(slot), params)).body.rider
  return office.post(action, pathOf(slot), { version, ...fields }, params)
}
const reschedule = (slot: typeof first, tick: Record<string, string> = {}) =>
  mark(slot, { intent: 'reschedule', ...tick })
const markOn = async (slot: typeof first) =>
  (await findLesson(slot))?.riders.find(({ riderId }) => riderId === ann)?.attendance
const makeups = () => prisma.makeup.count({ where: { studentId: ann } })

test('The office gives the makeup of the package without a question, and is asked before it gives a second one', async () => {
  expect((await reschedule(first)).status).toBe(302)
  const asked = await reschedule(second)
  expect([asked.status, asked.body.lastResult.error]).toEqual([
    409,
    { makeupAnyway: ['No makeups left this month. If the family canceled, this ride would count.'] },
  ])
  expect([await markOn(second), await makeups()]).toEqual(['scheduled', 1])
  expect((await reschedule(second, { makeupAnyway: 'on' })).status).toBe(302)
  expect([await markOn(second), await makeups()]).toEqual(['reschedule', 2])
})

test('Past the cutoff the office is asked, also after the lesson, and about no other mark', async () => {
  for (const now of ['2026-11-23T16:00:00-05:00', '2026-11-25T09:00:00-05:00']) {
    await goTo(now)
    const { status, body } = await reschedule(first)
    expect([status, Object.keys(body.lastResult.error)]).toEqual([409, ['makeupAnyway']])
  }
  expect((await mark(first, { intent: 'absent' })).status).toBe(302)
  expect((await reschedule(first, { makeupAnyway: 'on' })).status).toBe(302)
  // Pressing the same button again changes nothing and asks nothing.
  expect((await reschedule(first)).status).toBe(302)
  expect(await makeups()).toBe(1)
})

test('The dialog says beforehand that a family would get no makeup, so that one press gives it', async () => {
  const said = async (slot: typeof first) =>
    (await office.get(loader, pathOf(slot), { ...slot, riderId: ann })).body.anyway
  expect(await said(first)).toBeNull()
  await goTo('2026-11-23T16:00:00-05:00')
  expect(await said(first)).toBe(
    'It’s past the cutoff (Mon, Nov 23, 4:00 PM). If the family canceled, this ride would count.',
  )
  await reschedule(first, { makeupAnyway: 'on' })
  expect(await said(first)).toBeNull()
})

test.each(['POST', 'PATCH'])('A call by %s asks only a client that knows the question', async (method) => {
  await reschedule(first)
  const ride = { studentId: ann, lessonDate: second.date, lessonTime: '4:00 PM' }
  const path =
    method === 'POST' ? '/api/lessons/attendance' : `/api/admin/lessons/${second.date}T16:00~${ann}/attendance`
  const call = (attendance: string, makeupAnyway?: boolean) => {
    const body = method === 'POST' ? { ...ride, attendanceStatus: attendance } : { attendance }
    return office.api(path, { method, body: { ...body, makeupAnyway } })
  }
  const asked = await call('reschedule', false)
  expect([asked.status, asked.body]).toEqual([
    409,
    expect.objectContaining({
      message: 'No makeups left this month. If the family canceled, this ride would count.',
      field: 'makeupAnyway',
    }),
  ])
  expect([await markOn(second), await makeups()]).toEqual(['scheduled', 1])
  expect((await call('absent', false)).status).toBe(200)
  for (const makeupAnyway of [undefined, true]) {
    expect((await call('scheduled')).status).toBe(200)
    expect((await call('reschedule', makeupAnyway)).status).toBe(200)
    expect([await markOn(second), await makeups()]).toEqual(['reschedule', 2])
  }
})
