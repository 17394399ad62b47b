import { beforeEach, expect, test } from 'vitest'
import { addSeasonLesson, endSeasonLesson, joinSeason, keepSeasonLesson, placeSeat, releaseSeat, saveSeatWishes, saveWishes, solveSeasonPlan } from '~/models/schedule/season/edit-season.server'
import { seatsOf } from '~/models/schedule/season/plan'
import { changedSeats, seatKey, type WeeklyLesson, weeklyKey } from '~/models/schedule/season/season'
import { addSeason, askFamilies, loadPlan } from '~/models/schedule/season/season.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays } from '~/utils/dates'
import { admin, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, scheduleLines } from '../../../../test/schedule'
import { callOff } from '../makeups/absence.server'
import { lessonChanges, whyNotThere } from '../week/lesson-changes.server'
import { addLesson } from '../change/add-lesson.server'
import { closeDay } from '../change/close-day.server'
import { moveRider } from '../change/move-rider.server'
import { publishSeason } from '../change/publish-season.server'
import { undoChanges } from '../change/undo.server'
import { ownSeason, saveOwnWishes } from './family-wishes.server'

const FIRST = '2027-01-05'
const TYPE = 'Group Lesson'
const group = (dayOfWeek: number, time: string): WeeklyLesson => ({ dayOfWeek, time, type: TYPE })
const [mon4, tue4, tue5, wed4, thu4, sat10] = [group(1, '16:00'), group(2, '16:00'), group(2, '17:00'), group(3, '16:00'), group(4, '16:00'), group(6, '10:00')]
const NEW = { duration: 60, capacity: 4, level: null, instructorId: null }
await rideTypes()
const office = (await admin()).id
const [ann, ben, cy, dee] = (await Promise.all(['Ann', 'Ben', 'Cy', 'Dee'].map((firstName) => rider({ firstName, lastName: null })))).map(({ id }) => id) as [string, string, string, string]
let season: number
beforeEach(async () => {
  setClock('2026-12-10T15:00:00Z')
  await emptySchedule()
  await prisma.season.deleteMany()
  await prisma.toldRide.deleteMany()
  await prisma.waiting.deleteMany()
  await prisma.auditEntry.deleteMany()
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03' })
  await weeklyPlace({ riderId: ben, startDate: '2026-11-03' })
  await weeklyPlace({ riderId: cy, startDate: '2026-11-04' })
  season = await addSeason({ name: 'Spring', startsOn: FIRST })
  return () => setClock(null)
})
const publish = async () => publishSeason(office, season, { version: (await loadPlan(season)).version, beyond: false })
const lines = (from: string, days = 6) => scheduleLines({ from, to: addDays(from, days) })
const tell = (p: Promise<unknown>) => p.then((x) => ['OK', x], (e) => ['ERR', e?.name, e?.status, e?.message?.slice(0, 400)])
const out = (...a: unknown[]) => console.log('##', expect.getState().currentTestName, JSON.stringify(a, null, 0))

test('chain of one rider: tue->wed while wed->thu', async () => {
  await weeklyPlace({ riderId: ann, startDate: '2026-11-04' })
  await weeklyPlace({ riderId: dee, startDate: '2026-11-05' })
  await placeSeat(season, seatKey(ann, wed4), thu4)
  await placeSeat(season, seatKey(ann, tue4), wed4)
  out(await tell(publish()), await lines(FIRST))
})
test('swap overlap: rider moves 16:00->17:00 and 17:00->18:00', async () => {
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03', time: '17:00' })
  await addSeasonLesson(season, { ...group(2, '18:00'), ...NEW })
  await placeSeat(season, seatKey(ann, tue5), group(2, '18:00'))
  await placeSeat(season, seatKey(ann, tue4), tue5)
  out(await tell(publish()), await lines(FIRST))
})
test('one-time lesson at slot of a new lesson', async () => {
  await addLesson(office, { date: '2027-01-09', time: '10:00', type: TYPE }, { scope: 'one-time', duration: 60 } as never)
  await addSeasonLesson(season, { ...sat10, ...NEW })
  await placeSeat(season, seatKey(ann, tue4), sat10)
  out(await lines(FIRST), await tell(publish()), await lines(FIRST, 13))
})
test('withdrawn wishes after solve', async () => {
  await askFamilies(season, '2026-12-20')
  await saveOwnWishes(ann, season, [{ rider: ann, type: TYPE, times: ['3 16:00'] }])
  out('solved', await solveSeasonPlan(season))
  await saveOwnWishes(ann, season, [{ rider: ann, type: TYPE, times: [] }])
  out('again', await solveSeasonPlan(season))
  await tell(releaseSeat(season, seatKey(ann, tue4)))
  const plan = await loadPlan(season)
  out(changedSeats(plan.week))
  out(await tell(publish()), await lines(FIRST))
})
test('changed wishes after solve to a full one', async () => {
  await weeklyPlace({ riderId: dee, startDate: '2026-11-05' })
  await prisma.weeklyPlace.updateMany({ where: { dayOfWeek: 4 }, data: { capacity: 1 } })
  await saveSeatWishes(season, seatKey(ann, tue4), ['3 16:00'])
  await solveSeasonPlan(season)
  await saveSeatWishes(season, seatKey(ann, tue4), ['4 16:00'])
  await solveSeasonPlan(season)
  out(changedSeats((await loadPlan(season)).week))
})
test('end a lesson whose new row is stale', async () => {
  await addSeasonLesson(season, { ...sat10, ...NEW })
  await weeklyPlace({ riderId: dee, startDate: '2026-11-07', time: '10:00' })
  out(await tell(endSeasonLesson(season, sat10)))
})
test('add a lesson whose ends row is stale', async () => {
  await endSeasonLesson(season, wed4)
  await prisma.weeklyPlace.deleteMany({ where: { dayOfWeek: 3 } })
  out(await tell(addSeasonLesson(season, { ...wed4, ...NEW })))
})
test('day delta: Mon absence, season from Tuesday', async () => {
  await weeklyPlace({ riderId: dee, startDate: '2026-11-02' })
  setClock('2027-01-02T15:00:00Z')
  await callOff(dee, { riderId: dee, date: '2027-01-18', time: '16:00' })
  await placeSeat(season, seatKey(dee, mon4), wed4)
  await publish()
  out((await prisma.ride.findMany({ select: { scheduledDate: true, attendance: true } })))
})
test('moved single day stays after the place ends', async () => {
  await moveRider(office, ann, { from: { date: '2027-01-12', time: '16:00', type: TYPE }, to: { date: '2027-01-13', time: '16:00', type: TYPE }, scope: 'one-time' })
  await placeSeat(season, seatKey(ann, tue4), null)
  out(await tell(publish()), await lines('2027-01-12'))
})
test('moved single day, lesson ends', async () => {
  await moveRider(office, ann, { from: { date: '2027-01-12', time: '16:00', type: TYPE }, to: { date: '2027-01-13', time: '16:00', type: TYPE }, scope: 'one-time' })
  await endSeasonLesson(season, tue4)
  out(await tell(publish()), await lines('2027-01-12'))
})
test('history of other days and whyNotThere', async () => {
  await placeSeat(season, seatKey(ann, tue4), wed4)
  await publish()
  for (const date of ['2027-01-05', '2027-01-12']) out(date, (await lessonChanges({ date, time: '16:00', type: TYPE })).map((c) => c.what), await whyNotThere({ date, time: '16:00', type: TYPE }, ann, prisma))
  out('wed', (await lessonChanges({ date: '2027-01-06', time: '16:00', type: TYPE })).map((c) => c.what))
  await weeklyPlace({ riderId: dee, startDate: '2026-11-03', time: '18:00' })
  out('tue 18 unaffected', (await lessonChanges({ date: '2027-01-05', time: '18:00', type: TYPE })).map((c) => c.what))
})
test('redo: undo of the undo', async () => {
  await placeSeat(season, seatKey(ann, tue4), wed4)
  const { changes } = await publish()
  const undone = await undoChanges(office, changes)
  out(await tell(undoChanges(office, undone.changes)), await lines(FIRST))
  const s = await prisma.season.findUnique({ where: { id: season } })
  out(s?.publishedAt, (await loadPlan(season)).week.stale)
  const last = await prisma.auditEntry.findFirst({ orderBy: { id: 'desc' } })
  out(await tell(undoChanges(office, [last!.id])))
})
test('place that ends in the season', async () => {
  await prisma.weeklyPlace.updateMany({ where: { studentId: ann }, data: { deletedFromDate: new Date('2027-01-19') } })
  await placeSeat(season, seatKey(ann, tue4), wed4)
  out(await tell(publish()))
  out((await prisma.weeklyPlace.findMany({ where: { studentId: ann } })).map((r) => [r.dayOfWeek, r.startDate, r.deletedFromDate]))
})
test('place that begins later in the season, lesson ends', async () => {
  await weeklyPlace({ riderId: dee, startDate: '2027-01-20' })
  await endSeasonLesson(season, wed4)
  out(seatsOf(await loadPlan(season)).filter((s) => !s.lesson).length)
  out(await tell(publish()), await prisma.weeklyPlace.count({ where: { studentId: dee } }))
})
test('place that begins later; moved rider joins; capacity', async () => {
  await weeklyPlace({ riderId: dee, startDate: '2027-01-20', time: '10:00' })
  await tell(addSeasonLesson(season, { ...wed4, time: '10:00', ...NEW, capacity: 1 } as never))
  await placeSeat(season, seatKey(ann, tue4), group(3, '10:00'))
  out(await tell(publish()), await lines('2027-01-05'), await lines('2027-01-19'))
  out((await prisma.weeklyPlace.findMany({ where: { scheduledTime: '10:00' } })).map((r) => [r.studentId?.slice(0, 4), r.startDate, r.deletedFromDate, r.capacity]))
})
test('join who is in the lesson by now', async () => {
  await joinSeason(season, dee, wed4)
  await weeklyPlace({ riderId: dee, startDate: '2026-12-16' })
  const plan = await loadPlan(season)
  out(plan.week.stale, seatsOf(plan).filter((s) => s.seat.riderId === dee).map((s) => [s.seat.key, s.lesson?.key]))
  out(await tell(publish()))
})
test('join whose lesson is gone', async () => {
  await addSeasonLesson(season, { ...sat10, ...NEW })
  await joinSeason(season, dee, sat10)
  await endSeasonLesson(season, sat10)
  await placeSeat(season, seatKey(ann, tue4), wed4)
  out((await loadPlan(season)).week.stale)
  out(await tell(publish()))
})
test('join to a lesson that ends', async () => {
  await joinSeason(season, dee, wed4)
  await endSeasonLesson(season, wed4)
  out(await tell(publish()), await lines(FIRST), await prisma.toldRide.findMany({ where: { studentId: dee } }))
})
test('deactivated ride type', async () => {
  await addSeasonLesson(season, { ...sat10, type: 'Hack', ...NEW })
  await prisma.rideType.update({ where: { name: 'Hack' }, data: { isActive: false } })
  out(await tell(publish()), await lines(FIRST))
  await prisma.rideType.update({ where: { name: 'Hack' }, data: { isActive: true } })
})
test('closed first day and a new lesson with someone who joins', async () => {
  await closeDay(office, '2027-01-05', { from: null, reason: 'Holiday' })
  await addSeasonLesson(season, { ...tue5, ...NEW })
  await joinSeason(season, dee, tue5)
  await placeSeat(season, seatKey(ann, tue4), tue5)
  out(await tell(publish()), await lines(FIRST, 13))
})
test('mid-week start', async () => {
  const s = await addSeason({ name: 'W', startsOn: '2027-01-06' })
  await placeSeat(s, seatKey(ann, tue4), wed4)
  out(await tell(publishSeason(office, s, { beyond: false })), await lines('2027-01-04', 13))
})
test('own level: present time not offered', async () => {
  await prisma.weeklyPlace.updateMany({ where: { dayOfWeek: 2 }, data: { level: 'intermediate' } })
  await askFamilies(season, '2026-12-20')
  const own = await ownSeason(ann, season)
  out(own.rides.map((r) => [r.now, r.offered]))
  out(await tell(saveOwnWishes(ann, season, [{ rider: ann, type: TYPE, times: ['2 16:00'] }])))
})
test('waitlist of an ending lesson, and notices', async () => {
  await prisma.waiting.create({ data: { studentId: dee, dayOfWeek: 3, scheduledTime: '16:00', lessonType: TYPE, weekly: true, lessonDate: new Date('2027-01-06'), byId: office } as never }).catch((e) => out('wait', String(e).slice(-400)))
  await endSeasonLesson(season, wed4)
  out(await tell(publish()))
})
