import { beforeEach, expect, test } from 'vitest'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { allWaiting } from '~/models/schedule/waitlist/waiting-lists.server'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, emptyOnly, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'

const slot = { date: '2026-11-24', time: '16:00', type: 'Private Lesson' }
const later = { ...slot, date: '2026-12-01' }

await rideTypes()
const office = (await admin()).id
const own = (await rider({ firstName: 'Owen' })).id
const ann = (await rider({ firstName: 'Ann', lastName: null })).id
const ben = (await rider({ firstName: 'Ben', lastName: null })).id
const cy = (await rider({ firstName: 'Cy', lastName: null })).id
beforeEach(async () => {
  await emptyOnly('waitlist', 'place_offers', 'email_outbox')
  await emptySchedule()
  setClock('2026-11-20T15:00:00Z')
  await weeklyPlace({ riderId: own, startDate: '2026-11-03', type: slot.type })
  await addToWaitlist(office, ann, slot, 'weekly')
  await addToWaitlist(office, ben, later, 'one-time')
  await addToWaitlist(office, cy, slot, 'one-time')
})
const line = async () =>
  (await allWaiting()).map(({ name, date, time, weekly, offeredFor }) =>
    [name, date, time, weekly && 'weekly', offeredFor && `offered ${offeredFor}`].filter(Boolean).join(' '),
  )

test('The waitlist moves along with a weekly move of its lesson, back by Undo, and there again', async () => {
  const before = await line()
  const { changes } = await editLesson(office, later, { date: '2026-12-03', time: '10:00', type: slot.type }, 'weekly')
  const after = ['Cy 2026-11-24 16:00', 'Ann 2026-12-03 10:00 weekly', 'Ben 2026-12-03 10:00']
  expect(await line()).toEqual(after)
  const undone = await undoChanges(office, changes)
  expect(await line()).toEqual(before)
  await undoChanges(office, undone.changes)
  expect(await line()).toEqual(after)
})

test('On one date the entries for it move along, and an open offer is made again for the other time', async () => {
  await markAttendance(office, { riderId: own, ...slot }, { attendance: 'absent' })
  expect(await line()).toContain('Cy 2026-11-24 16:00 offered 2026-11-24')
  await editLesson(office, slot, { time: '17:00', type: slot.type }, 'one-time')
  expect(await line()).toEqual([
    'Ann 2026-11-24 16:00 weekly',
    'Ben 2026-12-01 16:00',
    'Cy 2026-11-24 17:00 offered 2026-11-24',
  ])
  const states = await prisma.placeOffer.findMany({ select: { state: true }, orderBy: { id: 'asc' } })
  expect(states.map(({ state }) => state)).toEqual(['withdrawn', 'open'])
})
