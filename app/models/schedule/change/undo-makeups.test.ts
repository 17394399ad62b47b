import { beforeEach, expect, test } from 'vitest'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, grant, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, scheduleLines } from '../../../../test/schedule'
import { closeDay } from './close-day.server'
import { markAttendance } from './mark.server'
import { moveRider } from './move-rider.server'
import { removeFromLesson } from './remove-rider.server'
import { undoChanges } from './undo.server'

const tuesday = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const thursday = { ...tuesday, date: '2026-11-26' }
const later = '2026-12-01'
const makeups = async () => (await prisma.makeup.findMany({ select: { studentId: true } })).map((row) => row.studentId)
let ann: string
let ben: string

await rideTypes()
const office = (await admin()).id

/** Ann and Ben ride on Tuesdays, and on Thursdays there is a lesson without riders. */
beforeEach(async () => {
  setClock('2026-11-23T15:00:00Z')
  await emptySchedule()
  ;[ann, ben] = [(await rider({ firstName: 'Ann', lastName: null })).id, (await rider({ firstName: 'Ben' })).id]
  for (const riderId of [ann, ben]) await weeklyPlace({ riderId, startDate: '2026-11-03' })
  await weeklyPlace({ startDate: '2026-11-05' })
  return () => setClock(null)
})

test('Undo of a weekly move takes back the makeup of a canceled lesson that takes place after all, because it ended in the meantime', async () => {
  await closeDay(office, later, { from: null, reason: 'Snow' })
  const { changes } = await moveRider(office, ann, { from: tuesday, to: thursday, scope: 'weekly' })
  await removeFromLesson(office, ben, tuesday, { scope: 'weekly' })
  const undone = await undoChanges(office, changes)
  expect(await scheduleLines({ from: later, to: later })).toEqual(['2026-12-01 16:00 Group Lesson: Ann'])
  expect(await makeups()).toEqual([ben])
  await undoChanges(office, undone.changes)
  expect((await makeups()).sort()).toEqual([ann, ben].sort())
})

test('Undo takes back no makeup whose ride took place before the change that is undone', async () => {
  await grant(ann, '2026-11-01', '2026-11-30')
  await markAttendance(office, { riderId: ann, ...tuesday }, { attendance: 'reschedule' })
  await bookMakeup(ann, ann, thursday)
  await markAttendance(office, { riderId: ann, ...tuesday }, { attendance: 'scheduled' })
  await removeFromLesson(office, ann, thursday, { scope: 'one-time' })
  const { changes } = await removeFromLesson(office, ann, tuesday, { scope: 'one-time' })
  expect(await makeups()).toEqual([ann])
  await undoChanges(office, changes)
  expect(await makeups()).toEqual([ann])
})
