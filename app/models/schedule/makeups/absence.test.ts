import { beforeEach, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { absenceKey } from '~/models/schedule/vocabulary/absence'
import { saveMakeupRules } from '~/models/schedule/vocabulary/makeup-rules.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, grant, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { absenceOf, callOff, comeAfterAll } from './absence.server'
import { bookMakeup, openMakeups } from './book-makeup.server'
import { withMakeups } from './makeups-of-rides.server'

const tuesday = '2026-11-24'
const slot = { date: tuesday, time: '16:00', type: 'Group Lesson' }
let guardian: string
let child: string

await rideTypes()
const office = (await admin()).id
beforeEach(async () => {
  setClock('2026-11-22T12:00:00-05:00')
  await emptySchedule()
  await prisma.school.deleteMany()
  guardian = (await rider({ firstName: 'Gail' })).id
  child = (await rider({ firstName: 'Cleo', email: null, password: null, guardianId: guardian })).id
  await grant(child, '2026-11-01', '2026-11-30')
  await weeklyPlace({ riderId: child, startDate: '2026-11-03' })
})
const at = (date = tuesday, time = '16:00') => ({ riderId: child, date, time })
const shown = async (ref = at()) => {
  const { absence } = await absenceOf(guardian, ref)
  return absence && absenceKey(absence)
}
const attendanceOn = async (date = tuesday) =>
  (await findLesson({ ...slot, date }))?.riders.find(({ riderId }) => riderId === child)?.attendance

test('A ride that is called off in time is not used and gives the makeup that the page announced', async () => {
  expect(await shown()).toBe('makeup 2026-12-24')
  expect(await callOff(guardian, at(), (await shown()) ?? undefined)).toMatchObject({
    said: 'You’re in time, so you get a makeup, good until Dec 24.',
    makeupFor: slot,
  })
  expect(await attendanceOn()).toBe('reschedule')
  expect(await openMakeups(child, tuesday)).toMatchObject([{ type: 'Group Lesson', until: '2026-12-24' }])
  expect(await allowanceOf(child, tuesday)).toMatchObject({ lessons: { used: 0 }, absences: 0, makeupsReserved: 1 })
  expect(await findLesson(slot)).toMatchObject({ riders: [{ isAnnounced: true }] })
})

test('The ride of a rider whom the office removed is called off by the family as any that stands', async () => {
  await prisma.user.update({ where: { id: child }, data: { hiddenAt: new Date() } })
  await callOff(guardian, at(), (await shown()) ?? undefined)
  expect(await attendanceOn()).toBe('reschedule')
  await comeAfterAll(guardian, at())
  expect(await attendanceOn()).toBe('scheduled')
})

test('At the second of the cutoff it is late: the ride counts and gives no makeup', async () => {
  setClock('2026-11-23T15:59:59.999-05:00')
  expect(await shown()).toBe('makeup 2026-12-24')
  setClock('2026-11-23T16:00:00-05:00')
  expect(await callOff(guardian, at())).toMatchObject({
    said: 'It’s past the cutoff (Mon, Nov 23, 4:00 PM), so this counts as a used lesson.',
    makeupFor: null,
  })
  expect(await attendanceOn()).toBe('absent')
  expect(await openMakeups(child, tuesday)).toEqual([])
  expect(await allowanceOf(child, tuesday)).toMatchObject({ lessons: { used: 1 }, absences: 1, makeupsReserved: 0 })
})

test('If the cutoff passes between page and tap, the family is asked again', async () => {
  const page = (await shown()) ?? undefined
  setClock('2026-11-23T16:00:00-05:00')
  const refused = callOff(guardian, at(), page)
  await expect(refused).rejects.toBeRefused('outdated', 'This has changed. It’s past the cutoff')
  expect(await attendanceOn()).toBe('scheduled')
  const { version } = await refused.catch((error) => error)
  expect(await callOff(guardian, at(), version)).toMatchObject({ changes: [expect.any(Number)] })
})

test('At most the package’s makeups are given in a month; the next month has its own', async () => {
  await callOff(guardian, at())
  await weeklyPlace({ riderId: child, startDate: '2026-11-25', time: '09:00' })
  expect(await shown(at('2026-11-25', '09:00'))).toBe('none-left')
  expect(await shown(at('2026-12-01'))).toBe('none-left')
  await grant(child, '2026-12-01', '2026-12-31')
  expect(await shown(at('2026-12-01'))).toBe('makeup 2026-12-31')
})

test('A ride that no package counts has nothing to make up, and uses no makeup of the month', async () => {
  await weeklyPlace({ riderId: child, startDate: '2026-11-25', time: '09:00', type: 'Afterschool' })
  const afterschool = at('2026-11-25', '09:00')
  expect(await callOff(guardian, afterschool, (await shown(afterschool)) ?? undefined)).toMatchObject({
    said: 'This ride doesn’t count, so there’s no makeup.',
  })
  expect(await shown()).toBe('makeup 2026-12-24')
})

test('The school sets when a ride is called off late, and how long a makeup is valid', async () => {
  await saveMakeupRules(office, { absenceCutoffHours: 0, makeupHolds: 'month', instructorMarkDays: 3 })
  setClock('2026-11-24T15:59:59-05:00')
  expect(await shown()).toBe('makeup 2026-11-30')
  setClock('2026-11-24T16:00:00-05:00')
  await expect(callOff(guardian, at())).rejects.toBeRefused('not_found')
  setClock('2026-11-22T12:00:00-05:00')
  await saveMakeupRules(office, { absenceCutoffHours: 48, makeupHolds: 'always', instructorMarkDays: 3 })
  expect(await shown()).toBe('makeup 9999-12-31')
})

test('A family can undo an absence until the ride begins, and its makeup is withdrawn', async () => {
  await callOff(guardian, at())
  await comeAfterAll(guardian, at())
  expect(await attendanceOn()).toBe('scheduled')
  expect(await openMakeups(child, tuesday)).toEqual([])
  await markAttendance(office, { ...at(), type: slot.type }, { attendance: 'absent' })
  await expect(comeAfterAll(guardian, at())).rejects.toBeRefused('nothing_to_do', 'This ride isn’t canceled.')
})

test('A place that was given away is not restored', async () => {
  await prisma.rideType.update({ where: { name: slot.type }, data: { capacity: 1 } })
  try {
    await callOff(guardian, at())
    await weeklyPlace({ riderId: (await rider()).id, startDate: tuesday })
    await expect(comeAfterAll(guardian, at())).rejects.toBeRefused('lesson_full', 'Cleo’s spot at 4:00 PM')
  } finally {
    await prisma.rideType.update({ where: { name: slot.type }, data: { capacity: 6 } })
  }
})

test('Two guardians who call off at once do it once, and two rides at once use one makeup', async () => {
  const both = await Promise.allSettled([callOff(guardian, at()), callOff(guardian, at())])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await comeAfterAll(guardian, at())
  await weeklyPlace({ riderId: child, startDate: '2026-11-25', time: '09:00' })
  await Promise.all([callOff(guardian, at()), callOff(guardian, at('2026-11-25', '09:00'))])
  expect(await openMakeups(child, tuesday)).toHaveLength(1)
})

test('The office undoes a family’s absence with Undo', async () => {
  const { changes } = await callOff(guardian, at())
  await undoChanges(office, changes)
  expect(await attendanceOn()).toBe('scheduled')
  expect(await openMakeups(child, tuesday)).toEqual([])
})

test('Nobody can call off a ride of another family', async () => {
  const stranger = (await rider()).id
  await expect(callOff(stranger, at())).rejects.toBeRefused('not_found')
  await expect(comeAfterAll(stranger, at())).rejects.toBeRefused('not_found')
  await expect(bookMakeup(stranger, child, slot)).rejects.toBeRefused('not_found')
})

test('A makeup is booked into a free place, shown as one, canceled in time, and lost if it is late', async () => {
  await weeklyPlace({ startDate: '2026-11-05' })
  const thursday = { ...slot, date: '2026-11-26' }
  await expect(bookMakeup(guardian, child, thursday)).rejects.toBeRefused('nothing_left', 'There is no makeup left')
  await callOff(guardian, at())
  await bookMakeup(guardian, child, thursday)
  expect(await findLesson(thursday)).toMatchObject({ riders: [{ name: 'Cleo Stone', isMakeup: true }] })
  expect(await openMakeups(child, tuesday)).toEqual([])
  await expect(comeAfterAll(guardian, at())).rejects.toBeRefused('in_use', 'The makeup for this ride is booked already')
  expect(await shown(at('2026-11-26'))).toBe('back 2026-12-24')
  await callOff(guardian, at('2026-11-26'))
  expect((await findLesson(thursday))?.riders).toEqual([])
  expect(await openMakeups(child, tuesday)).toHaveLength(1)
  await bookMakeup(guardian, child, thursday)
  setClock('2026-11-25T16:00:00-05:00')
  expect(await callOff(guardian, at('2026-11-26'))).toMatchObject({
    said: 'It’s past the cutoff (Wed, Nov 25, 4:00 PM), so this ride uses your makeup.',
  })
  expect(await allowanceOf(child, tuesday)).toMatchObject({ lessons: { used: 0 }, makeups: { used: 1, allowed: 1 } })
})

test('A makeup that is used in two tabs at once is used once', async () => {
  await weeklyPlace({ startDate: '2026-11-05' })
  await weeklyPlace({ startDate: '2026-11-06' })
  await callOff(guardian, at())
  const days = ['2026-11-26', '2026-11-27', '2026-12-03', '2026-12-04']
  const all = await Promise.allSettled(days.map((date) => bookMakeup(guardian, child, { ...slot, date })))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await prisma.makeupBooking.count()).toBe(1)
})

test('A called-off ride shows its makeup: until when it is valid, then the day that it is booked for', async () => {
  await callOff(guardian, at())
  const rideOf = async () => (await withMakeups([{ ...at(), attendance: 'reschedule' }]))[0]?.makeup
  expect(await rideOf()).toEqual({ until: '2026-12-24', bookedFor: null })
  const other = { date: '2026-11-25', time: '16:00', type: 'Group Lesson' }
  await weeklyPlace({ startDate: other.date })
  await bookMakeup(guardian, child, other)
  expect(await rideOf()).toEqual({ until: '2026-12-24', bookedFor: other.date })
  expect(await withMakeups([{ ...at(other.date), attendance: 'reschedule' }])).toMatchObject([{ makeup: null }])
})
