import { beforeEach, expect, test } from 'vitest'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { restHorse } from '~/models/schedule/change/horses/rest-horse.server'
import { assignHorse, horseUsesOn } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { saveHorse } from '~/models/schedule/horses/horse.server'
import { lessonChanges } from '~/models/schedule/week/lesson-changes.server'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { action, loader } from '~/routes/office/lessons/edit-lesson'
import { toDbDate } from '~/utils/dates'
import {
  emptyOnly,
  FOR_GOOD,
  horse,
  openOffice,
  rider,
  signedIn,
  weeklyPlace,
  weeklyRider,
} from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'

const [tuesday, thursday] = ['2027-02-02', '2027-02-04']
const slot = { date: tuesday, time: '16:00', type: 'Group Lesson' }
const to = { date: thursday, time: '10:00', type: 'Group Lesson' }
const schedule = () => scheduleLines({ from: '2027-01-26', to: '2027-02-19' })
const horsesOn = async (date: string) => (await horseUsesOn(date)).map((use) => `${use.rider} on ${use.horseId}`)
let emma: string
let tom: string

const { office: desk, officeId: office } = await openOffice()

beforeEach(async () => {
  await emptySchedule()
  await emptyOnly('audit_log')
  emma = (await weeklyRider()).id
  tom = (await weeklyRider({ firstName: 'Tom', lastName: 'Hill' })).id
})

const give = (riderId: string, horseId: number, at: { date: string; time: string } = slot) =>
  assignHorse(office, { riderId, date: at.date, time: at.time }, { horseId })
const marks = () =>
  prisma.ride.findMany({ select: { studentId: true, scheduledDate: true, attendance: true }, orderBy: { id: 'asc' } })
const makeups = () => prisma.makeup.findMany({ select: { rideDate: true, rideTime: true, validTo: true } })
const everything = async () => [await schedule(), await horsesOn(tuesday), await marks(), await makeups()]

test('One date moves to another day with riders, horses, an announced absence and its makeup, and back by Undo', async () => {
  const bella = await horse()
  await give(emma, bella.id)
  await markAttendance(office, { riderId: tom, ...slot }, { attendance: 'reschedule' })
  const before = await everything()
  const { changes, freed } = await editLesson(office, slot, to, 'one-time')
  expect(freed).toEqual([])
  expect((await schedule()).slice(0, 3)).toEqual([
    '2027-01-26 16:00 Group Lesson: Emma Stone, Tom Hill',
    '2027-02-04 10:00 Group Lesson: Emma Stone, Tom Hill',
    '2027-02-09 16:00 Group Lesson: Emma Stone, Tom Hill',
  ])
  expect(await horsesOn(thursday)).toEqual([`Emma Stone on ${bella.id}`])
  expect(await marks()).toMatchObject([{ studentId: tom, scheduledDate: toDbDate(thursday), attendance: 'reschedule' }])
  expect(await makeups()).toMatchObject([{ rideDate: toDbDate(thursday), rideTime: '10:00' }])
  expect((await lessonChanges(to))[0]?.what).toMatch(
    /^changed the lesson from 4:00 PM Group Lesson to 10:00 AM Group Lesson on Thursday, Feb 4(, 2027)?, on Feb 2(, 2027)? only$/,
  )
  await undoChanges(office, changes)
  expect(await everything()).toEqual(before)
})

test('A lesson moved there and back leaves the week as it was', async () => {
  const before = await schedule()
  await editLesson(office, slot, to, 'one-time')
  await editLesson(office, to, slot, 'one-time')
  expect(await schedule()).toEqual(before)
  expect(await prisma.lessonRemoval.count()).toBe(0)
  expect(await prisma.oneTimeLesson.count()).toBe(0)
})

test('A weekly move to another weekday takes along days off, guests and places that end', async () => {
  const guest = (await rider({ firstName: 'Gus', lastName: 'Ray' })).id
  await addToLesson(office, guest, { ...slot, date: '2027-02-09' }, { scope: 'one-time' })
  await removeFromLesson(office, emma, { ...slot, date: '2027-02-09' }, { scope: 'one-time' })
  await removeFromLesson(office, tom, { ...slot, date: '2027-02-16' }, { scope: 'weekly' })
  const before = await schedule()
  const { changes } = await editLesson(office, slot, to, 'weekly')
  expect(await schedule()).toEqual([
    '2027-01-26 16:00 Group Lesson: Emma Stone, Tom Hill',
    '2027-02-04 10:00 Group Lesson: Emma Stone, Tom Hill',
    '2027-02-11 10:00 Group Lesson: Gus Ray, Tom Hill',
    '2027-02-18 10:00 Group Lesson: Emma Stone',
  ])
  const back = await editLesson(office, to, slot, 'weekly')
  expect(await schedule()).toEqual(before)
  await undoChanges(office, back.changes)
  await undoChanges(office, changes)
  expect(await schedule()).toEqual(before)
})

test('A place that ends does so after as many rides on an earlier weekday', async () => {
  const hack = { date: thursday, time: '08:00', type: 'Hack' }
  await weeklyPlace({ riderId: emma, startDate: thursday, endDate: '2027-02-18', time: hack.time, type: hack.type })
  await editLesson(office, hack, { ...hack, date: tuesday }, 'weekly')
  expect((await schedule()).filter((line) => line.includes('Hack'))).toEqual([
    '2027-02-02 08:00 Hack: Emma Stone',
    '2027-02-09 08:00 Hack: Emma Stone',
  ])
})

test('A single day that was moved to another weekday follows the weekly lesson that it came from', async () => {
  await editLesson(office, { ...slot, date: '2027-02-09' }, { ...slot, date: '2027-02-12' }, 'one-time')
  await editLesson(office, slot, to, 'weekly')
  expect((await schedule()).slice(2)).toEqual([
    '2027-02-12 16:00 Group Lesson: Emma Stone, Tom Hill',
    '2027-02-18 10:00 Group Lesson: Emma Stone, Tom Hill',
  ])
  const { moved } = await removeFromLesson(office, tom, to, { scope: 'weekly' })
  expect(moved).toMatchObject([{ date: '2027-02-12', riderId: tom }])
})

test('A horse that is busy, at work, on rest or at its limit on the other day is freed, and named', async () => {
  const other = (await rider({ firstName: 'Ola' })).id
  await addToLesson(office, other, { ...to, time: '10:30' }, { scope: 'one-time', create: true })
  const bella = await horse('Bella Busy')
  await give(other, bella.id, { ...to, time: '10:30' })
  await give(emma, bella.id)
  const move = async () => {
    const { freed, changes } = await editLesson(office, slot, to, 'one-time')
    expect(await horsesOn(tuesday)).toEqual([])
    await undoChanges(office, changes)
    return freed
  }
  expect(await move()).toEqual(['Bella Busy'])
  const max = await horse('Max Limit')
  await give(emma, max.id)
  await saveHorse(office, max.id, { weekLimit: 1 })
  expect(await move()).toEqual([])
  await addToLesson(office, other, { ...to, time: '14:00' }, { scope: 'one-time', create: true })
  await saveHorse(office, max.id, { weekLimit: 0 })
  await give(other, max.id, { ...to, time: '14:00' })
  await saveHorse(office, max.id, { dayLimit: 1 })
  expect(await move()).toEqual(['Max Limit'])
  await saveHorse(office, max.id, { dayLimit: 0 })
  const work = { time: '10:15', duration: 30, kind: 'Lunging', workDate: toDbDate(thursday) }
  const { id } = await prisma.horseWork.create({ data: { ...work, horseId: max.id } })
  expect(await move()).toEqual(['Max Limit'])
  await prisma.horseWork.delete({ where: { id } })
  await restHorse(office, max.id, FOR_GOOD)
  const { freed } = await editLesson(office, slot, to, 'one-time')
  expect(freed).toEqual(['Max Limit'])
})

test('A move is refused, and changes nothing, for a busy rider, an existing lesson, a recorded ride, and the same weekday', async () => {
  await weeklyPlace({ riderId: tom, startDate: '2026-11-05', time: '10:30', type: 'Hack' })
  const before = await schedule()
  const move = (target = to, scope: 'weekly' | 'one-time' = 'one-time') => editLesson(office, slot, target, scope)
  await expect(move()).rejects.toEqual(refusal(409, 'Tom Hill is already riding at 10:30 AM on Feb 4, 2027'))
  await expect(move(to, 'weekly')).rejects.toEqual(refusal(409, 'Tom Hill is already riding at 10:30 AM on Thursdays'))
  const taken = { ...to, time: '10:30', type: 'Hack' }
  await expect(move(taken)).rejects.toEqual(refusal(409, 'There is a Hack at 10:30 AM on Feb 4, 2027 already'))
  await expect(move(taken, 'weekly')).rejects.toEqual(refusal(409, 'There is a Hack at 10:30 AM'))
  await expect(move({ ...slot, date: '2027-02-09' }, 'weekly')).rejects.toEqual(refusal(400, 'another day of the week'))
  await markAttendance(office, { riderId: emma, ...slot }, { attendance: 'present' })
  await expect(move({ ...to, time: '08:00' })).rejects.toEqual(
    refusal(409, 'Emma Stone’s ride at 4:00 PM on Feb 2, 2027'),
  )
  expect(await schedule()).toEqual(before)
})

test('The form of a lesson contains its day and shows the result, and a program names a new date', async () => {
  const path = '/admin/lessons/2027-02-02/16:00/Group%20Lesson/edit'
  const bella = await horse('Bella Resting')
  await give(emma, bella.id)
  await restHorse(office, bella.id, FOR_GOOD)
  const { body: shown } = await desk.get(loader, path, slot)
  expect(shown.slot.date).toBe(tuesday)
  const answer = await desk.post(action, path, { ...to, scope: 'one-time', version: versionOf(shown.own) }, slot)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/admin?day=2027-02-04'])
  expect((await desk.page()).toast?.description).toBe(
    'Now Thursday, Feb 4, 10:00 AM Group Lesson. Free again: Bella Resting',
  )
  const family = await signedIn({ id: emma })
  expect((await family.post(action, path, { ...to, scope: 'one-time' }, slot)).status).toBe(403)
  const body = { oldTime: '10:00 AM', oldType: to.type, lessonDate: thursday, scope: 'one-time' }
  const back = { newDate: tuesday, newTime: '4:00 PM', newType: slot.type }
  const call = (change = {}) =>
    desk.api('/api/weekly-schedule/timeslot', { method: 'PUT', body: { ...body, ...back, ...change } })
  expect((await call({ newDate: 'Tuesday' })).status).toBe(400)
  expect((await call()).status).toBe(200)
  const weekly = { ...body, oldTime: '4:00 PM', lessonDate: tuesday, scope: undefined, newDate: thursday }
  expect((await call(weekly)).status).toBe(200)
  expect((await schedule())[1]).toBe('2027-02-04 16:00 Group Lesson: Emma Stone, Tom Hill')
})
