import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { admin, signedIn, smallSchool } from '../../../test/factories'

test('Changes that one person made without a signal are not sent by the next who signs in on that device', async () => {
  const { emma } = await smallSchool()
  const [ann, dana] = [await admin(), await admin({ firstName: 'Dana' })]
  const shown = { attendance: 'scheduled', horseId: null }
  const change = {
    studentId: emma,
    lessonTime: '16:00',
    rideType: 'Group Lesson',
    key: randomUUID(),
    base: shown,
    want: { ...shown, attendance: 'present' },
    madeAt: '2026-11-24T21:05:00.000Z',
  }
  const body = { userId: ann.id, lessonDate: '2026-11-24', changes: [change] }
  const send = async (by: { id: string }, sent: unknown) =>
    (await signedIn(by)).api('/api/day-sheet/changes', { method: 'POST', body: sent })
  expect(await send(dana, body)).toMatchObject({
    status: 403,
    body: { message: 'These changes were made by someone else.' },
  })
  expect(await prisma.ride.count()).toBe(0)
  expect((await send(ann, { ...body, changes: Array(201).fill(change) })).status).toBe(400)
  expect((await send(ann, body)).body).toEqual({ changes: [{ key: change.key, trouble: null }] })
  expect(await prisma.ride.count()).toBe(1)
})
