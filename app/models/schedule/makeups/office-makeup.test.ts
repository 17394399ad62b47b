import { beforeEach, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { recentChanges } from '~/models/schedule/week/lesson-changes.server'
import { formatMakeup } from '~/models/vocabulary/makeup'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, ridersOn } from '../../../../test/schedule'
import { bookMakeup, bookMakeupFor } from './book-makeup.server'
import { listMakeups } from './makeup-list.server'
import { grantMakeup, makeupChoices, restoreMakeup, revokeMakeup } from './office-makeup.server'

const today = '2026-11-22'
const given = { type: 'Group Lesson', reason: 'The pony was lame', until: '2026-12-22' }
let emma: string

await rideTypes()
const office = (await admin()).id
beforeEach(async () => {
  setClock('2026-11-22T12:00:00-05:00')
  await emptySchedule()
  emma = (await rider({ firstName: 'Emma', lastName: 'Stone' })).id
})
test('The office gives a makeup with a reason, withdraws it with a reason, and restores it', async () => {
  const id = await grantMakeup(office, emma, given)
  expect(await listMakeups({ today, filter: 'open' })).toMatchObject([
    { id, rider: 'Emma Stone', why: 'office', reason: 'The pony was lame', until: '2026-12-22', state: 'open' },
  ])
  expect((await allowanceOf(emma, today)).makeups.allowed).toBe(1)
  await revokeMakeup(office, id, 'Given to the wrong rider')
  expect(await listMakeups({ today, filter: 'open' })).toEqual([])
  expect(await listMakeups({ today })).toMatchObject([{ state: 'revoked', revokeReason: 'Given to the wrong rider' }])
  expect((await allowanceOf(emma, today)).makeups.allowed).toBe(0)
  await expect(revokeMakeup(office, id, 'Again')).rejects.toEqual(refusal(409, 'This makeup was already removed.'))
  await restoreMakeup(office, id)
  expect(await listMakeups({ today, filter: 'all', riderIds: [emma] })).toMatchObject([{ state: 'open' }])
  const log = await prisma.auditEntry.findMany({ where: { entity: 'student', entityId: emma }, orderBy: { id: 'asc' } })
  expect(log.map(({ action }) => action)).toEqual(['makeup.grant', 'makeup.revoke', 'makeup.restore'])
})

test('A booked makeup cannot be withdrawn', async () => {
  await weeklyPlace({ startDate: '2026-11-24' })
  const id = await grantMakeup(office, emma, given)
  await bookMakeup(emma, emma, { date: '2026-11-24', time: '16:00', type: 'Group Lesson' })
  await expect(revokeMakeup(office, id, 'Too late')).rejects.toEqual(refusal(409, 'This makeup is booked or used.'))
  expect(await listMakeups({ today, filter: 'booked' })).toMatchObject([{ bookedDate: '2026-11-24' }])
})

test('If one desk withdraws and one books at once, one succeeds', async () => {
  await weeklyPlace({ startDate: '2026-11-24' })
  const id = await grantMakeup(office, emma, given)
  const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
  const all = await Promise.allSettled([revokeMakeup(office, id, 'Mistake'), bookMakeup(emma, emma, slot)])
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('The list shows makeups that expire within two weeks', async () => {
  await grantMakeup(office, emma, { ...given, until: '2026-12-06' })
  await grantMakeup(office, emma, { ...given, until: '2026-12-07' })
  expect(await listMakeups({ today, filter: 'expiring' })).toMatchObject([{ until: '2026-12-06' }])
  await expect(grantMakeup(office, emma, { ...given, until: '2026-11-21' })).rejects.toEqual(
    refusal(400, 'Choose a day'),
  )
  await expect(grantMakeup(office, office, given)).rejects.toMatchObject({ status: 404 })
})

test('A makeup for a missed ride names it, once, and the changes say so', async () => {
  await weeklyPlace({ riderId: emma, startDate: '2026-11-03' })
  const ride = { riderId: emma, date: '2026-11-17', time: '16:00', type: 'Group Lesson' }
  await markAttendance(office, ride, { attendance: 'absent' })
  expect(await makeupChoices(emma)).toMatchObject({ missed: [{ date: '2026-11-17', time: '16:00' }] })
  const wish = { ...given, ride: '2026-11-17 16:00' }
  const [first, again] = await Promise.allSettled([grantMakeup(office, emma, wish), grantMakeup(office, emma, wish)])
  expect([first.status, again.status].sort()).toEqual(['fulfilled', 'rejected'])
  await expect(grantMakeup(office, emma, wish)).rejects.toEqual(refusal(400, 'This ride was not missed'))
  const [makeup] = await listMakeups({ today, riderIds: [emma] })
  expect(makeup && formatMakeup(makeup)).toBe('Makeup: lesson of Nov 17, 4:00 PM (The pony was lame)')
  expect(await makeupChoices(emma)).toMatchObject({ missed: [] })
  await markAttendance(office, ride, { attendance: 'present' })
  expect(await listMakeups({ today, riderIds: [emma] })).toMatchObject([{ state: 'open' }])
  const { changes } = await recentChanges(1)
  expect(changes.map(({ what }) => what)).toContain(
    'added a makeup for Emma Stone, good until Dec 22: The pony was lame · Group Lesson',
  )
})

test('The office books a makeup for a family that calls, in its own name, and Undo opens the makeup again', async () => {
  await weeklyPlace({ startDate: '2026-11-24' })
  const id = await grantMakeup(office, emma, given)
  const slot = { date: '2026-11-24', time: '16:00' }
  const { changes } = await bookMakeupFor(office, id, slot)
  expect(await ridersOn('2026-11-24')).toEqual(['Emma Stone'])
  expect(await listMakeups({ today })).toMatchObject([
    { state: 'booked', bookedDate: '2026-11-24', isBookedByOffice: true },
  ])
  const line = await prisma.auditEntry.findUniqueOrThrow({ where: { id: changes[0] } })
  expect([line.action, line.actorId]).toEqual(['lesson.take-place', office])
  await markAttendance(office, { riderId: emma, ...slot, type: 'Group Lesson' }, { attendance: 'present' })
  expect((await allowanceOf(emma, today)).lessons.used).toBe(0)
  await markAttendance(office, { riderId: emma, ...slot, type: 'Group Lesson' }, { attendance: 'scheduled' })
  await expect(bookMakeupFor(office, id, slot)).rejects.toMatchObject({ status: 409 })
  await undoChanges(office, changes)
  expect(await ridersOn('2026-11-24')).toEqual([])
  expect(await listMakeups({ today })).toMatchObject([{ state: 'open' }])
})

test('The office cannot book a makeup after its end or once withdrawn, and a full lesson only knowingly', async () => {
  const { id: place } = await weeklyPlace({ startDate: '2026-11-24' })
  await prisma.weeklyPlace.update({ where: { id: place }, data: { capacity: 1, studentId: office } })
  const id = await grantMakeup(office, emma, { ...given, until: '2026-11-30' })
  const at = (date: string) => ({ date, time: '16:00' })
  await expect(bookMakeupFor(office, id, at('2026-12-01'), { beyond: true })).rejects.toEqual(
    refusal(409, 'This makeup ends before that day.'),
  )
  await expect(bookMakeupFor(office, id, at('2026-11-24'))).rejects.toMatchObject({ code: 'lesson_full' })
  await revokeMakeup(office, id, 'Mistake')
  await expect(bookMakeupFor(office, id, at('2026-11-24'), { beyond: true })).rejects.toMatchObject({ status: 409 })
  await restoreMakeup(office, id)
  const both = [
    bookMakeupFor(office, id, at('2026-11-24'), { beyond: true }),
    bookMakeup(emma, emma, { ...at('2026-11-24'), type: 'Group Lesson' }),
  ]
  const results = await Promise.allSettled(both)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(bookMakeupFor(office, 999_999, at('2026-11-24'))).rejects.toMatchObject({ status: 404 })
})
