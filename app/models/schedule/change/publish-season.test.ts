import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { addInstructor } from '~/models/schedule/instructors/instructor.server'
import {
  addSeasonLesson,
  endSeasonLesson,
  findSeat,
  joinSeason,
  rideFormOf,
  saveRide,
  solveSeasonPlan,
} from '~/models/schedule/season/edit-season.server'
import { saveOwnWishes } from '~/models/schedule/season/family-wishes.server'
import { clashesOf, type Plan, rideChanges, seatsOf, timesOf } from '~/models/schedule/season/plan'
import { seatKey, type WeeklyLesson, weeklyKey } from '~/models/schedule/season/season'
import { NOWHERE } from '~/models/schedule/season/season.schema'
import { addSeason, askFamilies, loadPlan } from '~/models/schedule/season/season.server'
import type { Slot } from '~/models/vocabulary/slot'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { notifyRideChanges } from '~/services/mail/notices/ride-changes.server'
import { addDays, firstOn } from '~/utils/dates'
import { admin, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, scheduleLines } from '../../../../test/schedule'
import { callOff } from '../makeups/absence.server'
import { addToWaitlist } from '../waitlist/waitlist.server'
import { lessonChanges, whyNotThere } from '../week/lesson-changes.server'
import { loadRoster } from '../week/roster.server'
import { addToLesson } from './add-rider.server'
import { closeDay } from './close-day.server'
import { editLesson } from './edit-lesson.server'
import { moveRider } from './move-rider.server'
import { publishSeason } from './publish-season.server'
import { undoChanges } from './undo.server'

const FIRST = '2027-01-05'
const TYPE = 'Group Lesson'
const group = (dayOfWeek: number, time: string): WeeklyLesson => ({ dayOfWeek, time, type: TYPE })
const [mon4, tue4, tue5, wed4, thu4, sat10] = [
  group(1, '16:00'),
  group(2, '16:00'),
  group(2, '17:00'),
  group(3, '16:00'),
  group(4, '16:00'),
  group(6, '10:00'),
]
const NEW = { duration: 60, capacity: 4, level: null, arena: null, instructorId: null }
const TABLES = [
  ...['weekly_schedule', 'temporary_lessons', 'one_time_participants', 'lesson_removals', 'lessons', 'makeups'],
  ...['makeup_bookings', 'horse_usage', 'waitlist'],
]

await rideTypes()
const office = (await admin()).id
const [ann, ben, cy, dee] = (
  await Promise.all(['Ann', 'Ben', 'Cy', 'Dee'].map((firstName) => rider({ firstName, lastName: null })))
).map(({ id }) => id) as [string, string, string, string]
await addInstructor(office, { firstName: 'Kelly' })
const kelly = (await prisma.user.findFirstOrThrow({ where: { firstName: 'Kelly' } })).id
await prisma.school.upsert({
  where: { id: 1 },
  create: { id: 1, arenas: 'Indoor, Outdoor' },
  update: { arenas: 'Indoor, Outdoor' },
})
let season: number

beforeEach(async () => {
  setClock('2026-12-10T15:00:00Z')
  await emptySchedule()
  await prisma.waiting.deleteMany()
  await prisma.season.deleteMany()
  await prisma.toldRide.deleteMany()
  await prisma.outboxEmail.deleteMany()
  await prisma.auditEntry.deleteMany()
  await weeklyPlace({ riderId: ann, startDate: '2026-11-03' })
  await weeklyPlace({ riderId: ben, startDate: '2026-11-03' })
  await weeklyPlace({ riderId: cy, startDate: '2026-11-04' })
  season = await addSeason({ name: 'Spring', startsOn: FIRST })
  return () => setClock(null)
})

const publish = async () => publishSeason(office, season, { version: (await loadPlan(season)).version, beyond: false })
/** Puts a ride somewhere, as the office's form does, with the times that it showed. */
async function placeSeat(id: number, key: string, to: WeeklyLesson | null): Promise<void> {
  const plan = await loadPlan(id)
  await saveRide(id, key, { to: to ?? NOWHERE, times: [...timesOf(plan, findSeat(plan, key))] })
}
const linesFrom = (from: string, days = 6) => scheduleLines({ from, to: addDays(from, days) })

/** The rows of every table of the week, without when they were written. */
async function rows(): Promise<Record<string, unknown[]>> {
  const found = await Promise.all(
    TABLES.map(async (table) => {
      const all = await prisma.$queryRawUnsafe<{ row: object }[]>(
        `SELECT to_jsonb(t) - 'id' - 'created_at' - 'updated_at' AS row FROM ${table} t ORDER BY 1`,
      )
      return [table, all.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(found)
}

type Terms = Omit<Parameters<typeof addSeasonLesson>[2], keyof WeeklyLesson | 'second'>

/** A lesson as one line: its length, spots, level, arena, and instructor, and who rides. */
const sayLesson = ({ date, time, type }: Slot, terms: Terms, names: (string | undefined)[]) =>
  [
    date,
    time,
    type,
    terms.duration,
    terms.capacity,
    terms.level,
    terms.arena,
    terms.instructorId,
    ...names.sort(),
  ].join(' | ')

/** The lessons of a plan on the days of a week from its first day on. */
function planLines({ week, riders, season: { startsOn } }: Plan, weeks = 0): string[] {
  return week.lessons
    .filter(({ state }) => state !== 'ends')
    .map(({ dayOfWeek, time, type, seats, ...terms }) => {
      const names = seats.map(({ riderId }) => riders.get(riderId)?.name)
      return sayLesson({ date: addDays(firstOn(dayOfWeek, startsOn), 7 * weeks), time, type }, terms, names)
    })
    .sort()
}

/** The lessons of the week, with the terms that are their own. */
async function weekLines(from: string): Promise<string[]> {
  const { days } = await loadRoster({ from, to: addDays(from, 6) })
  return days
    .flatMap(({ lessons }) => lessons)
    .map(({ own, duration, instructor, riders, ...slot }) =>
      sayLesson(
        slot,
        { ...own, duration, instructorId: instructor?.id ?? null },
        riders.map(({ name }) => name),
      ),
    )
    .sort()
}

describe('a published season', () => {
  test('It is the week from its first day on, and not before', async () => {
    await addSeasonLesson(office, season, { ...tue5, ...NEW })
    await placeSeat(season, seatKey(ann, tue4), tue5)
    await placeSeat(season, seatKey(cy, wed4), null)
    await joinSeason(season, dee, wed4)
    const published = await publish()
    expect(published).toMatchObject({ moved: 1, joined: 1, ended: 1 })
    expect(await linesFrom('2026-12-29')).toEqual([
      '2026-12-29 16:00 Group Lesson: Ann, Ben',
      '2026-12-30 16:00 Group Lesson: Cy',
    ])
    const spring = [
      '2027-01-05 16:00 Group Lesson: Ben',
      '2027-01-05 17:00 Group Lesson: Ann',
      '2027-01-06 16:00 Group Lesson: Dee',
    ]
    expect(await linesFrom(FIRST)).toEqual(spring)
    const [change] = await lessonChanges({ date: FIRST, time: '16:00', type: TYPE })
    expect(change?.what).toBe('published Spring from Jan 5 (1 weekly ride moved, 1 new, 1 ended)')
  })

  test('Riders of two full lessons can be exchanged, and a lesson that nobody is left in stays', async () => {
    await placeSeat(season, seatKey(cy, wed4), tue4)
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await placeSeat(season, seatKey(ben, tue4), wed4)
    await publish()
    expect(await linesFrom(FIRST)).toEqual([
      '2027-01-05 16:00 Group Lesson: Cy',
      '2027-01-06 16:00 Group Lesson: Ann, Ben',
    ])
    const other = await addSeason({ name: 'Summer', startsOn: '2027-06-01' })
    await placeSeat(other, seatKey(cy, tue4), wed4)
    season = other
    await publish()
    expect(await linesFrom('2027-06-01')).toEqual([
      '2027-06-01 16:00 Group Lesson: ',
      '2027-06-02 16:00 Group Lesson: Ann, Ben, Cy',
    ])
  })

  test('A lesson that ends takes its riders along', async () => {
    await endSeasonLesson(season, tue4)
    await placeSeat(season, seatKey(ben, tue4), wed4)
    expect(await publish()).toMatchObject({ moved: 1, ended: 1 })
    expect(await linesFrom(FIRST)).toEqual(['2027-01-06 16:00 Group Lesson: Ben, Cy'])
  })

  test('What a family called off in the season goes along', async () => {
    setClock('2027-01-02T15:00:00Z')
    await callOff(ann, { riderId: ann, date: '2027-01-12', time: '16:00' })
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await publish()
    const rides = await prisma.ride.findMany({ select: { scheduledDate: true, attendance: true } })
    expect(rides).toEqual([{ scheduledDate: new Date('2027-01-13'), attendance: 'absent' }])
  })

  test('In a closed first week nothing moves, and the season begins in the next', async () => {
    await closeDay(office, '2027-01-05', { from: null, reason: 'Holiday' })
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await publish()
    expect(await linesFrom(FIRST, 13)).toEqual([
      '2027-01-06 16:00 Group Lesson: Cy',
      '2027-01-12 16:00 Group Lesson: Ben',
      '2027-01-13 16:00 Group Lesson: Ann, Cy',
    ])
  })

  test('Undo takes back everything, and the season is a plan again', async () => {
    await addSeasonLesson(office, season, { ...sat10, ...NEW })
    await placeSeat(season, seatKey(ann, tue4), sat10)
    await endSeasonLesson(season, wed4)
    await placeSeat(season, seatKey(cy, wed4), sat10)
    const [before, plan] = [await rows(), await loadPlan(season)]
    const { changes } = await publish()
    await undoChanges(office, changes)
    expect(await rows()).toEqual(before)
    expect(await loadPlan(season)).toEqual(plan)
  })

  test('Each family that rides at another time is told of it once, and nobody else', async () => {
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await publish()
    const told = await prisma.toldRide.findMany({ distinct: ['studentId'], select: { studentId: true } })
    expect(told).toEqual([{ studentId: ann }])
  })

  test('Each family gets one email about all of its students, those who join among them, and none after Undo in time', async () => {
    const { id: pat } = await rider({ firstName: 'Pat', lastName: 'Young' })
    const child = { email: null, password: null, lastName: 'Young', guardianId: pat }
    const [lea, max] = [await rider({ ...child, firstName: 'Lea' }), await rider({ ...child, firstName: 'Max' })]
    await weeklyPlace({ riderId: lea.id, startDate: '2026-11-03' })
    const mailsAfter = async (minutes: number) => {
      await prisma.outboxEmail.deleteMany()
      setClock(`2026-12-10T15:${minutes}:00Z`)
      await notifyRideChanges()
      const sent = await prisma.outboxEmail.findMany()
      const lines = sent.map(({ text }) => text.split('\n').filter((line) => line.includes('Group Lesson')))
      return lines.sort((a, b) => a.length - b.length)
    }
    await placeSeat(season, seatKey(lea.id, tue4), wed4)
    await joinSeason(season, max.id, wed4)
    await joinSeason(season, dee, wed4)
    const { changes } = await publish()
    await undoChanges(office, changes)
    expect(await mailsAfter(10)).toEqual([])
    await publish()
    expect(await mailsAfter(20)).toEqual([
      ['Dee, Wednesdays from Jan 6: 4:00 PM Group Lesson is on'],
      [
        'Lea Young, Tuesdays from Jan 5: 4:00 PM Group Lesson is off',
        'Lea Young, Wednesdays from Jan 6: 4:00 PM Group Lesson is on',
        'Max Young, Wednesdays from Jan 6: 4:00 PM Group Lesson is on',
      ],
    ])
    expect(await mailsAfter(30)).toEqual([])
  })

  test('A season that is undone in time and published again by Undo tells those who join as well', async () => {
    await joinSeason(season, dee, wed4)
    const { changes } = await publish()
    const undone = await undoChanges(office, changes)
    setClock('2026-12-10T15:10:00Z')
    expect(await notifyRideChanges()).toBe(0)
    await undoChanges(office, undone.changes)
    setClock('2026-12-10T15:20:00Z')
    expect(await notifyRideChanges()).toBe(1)
  })

  test('A plan is not published twice, from a page that is older than the week, or once its first day is over', async () => {
    await placeSeat(season, seatKey(ann, tue4), wed4)
    const { version } = await loadPlan(season)
    await moveRider(office, ben, {
      ...{
        from: { date: '2026-12-15', time: '16:00', type: TYPE },
        to: { date: '2026-12-16', time: '16:00', type: TYPE },
      },
      scope: 'weekly',
    })
    const stale = { version, beyond: false }
    await expect(publishSeason(office, season, stale)).rejects.toEqual(refusal(409, 'changed since'))
    setClock('2027-01-05T15:00:00Z')
    await expect(publish()).rejects.toEqual(refusal(400, 'first day is over'))
    setClock('2026-12-10T15:00:00Z')
    const { version: now } = await loadPlan(season)
    const both = await Promise.allSettled(
      [1, 2].map(() => publishSeason(office, season, { version: now, beyond: false })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(publish()).rejects.toEqual(refusal(409, 'is published'))
  })

  test('A rider who would be in two lessons at once is named, and more riders than spots are asked about', async () => {
    await prisma.rideType.update({ where: { name: TYPE }, data: { capacity: 2 } })
    await weeklyPlace({ riderId: ann, startDate: '2026-11-04', time: '16:30', type: 'Hack' })
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await expect(publish()).rejects.toEqual(
      refusal(409, /Ann is already riding at 4:30 PM on Wednesdays|Ann is already riding/),
    )
    await placeSeat(season, seatKey(ann, tue4), tue4)
    await placeSeat(season, seatKey(cy, wed4), tue4)
    await expect(publish()).rejects.toEqual(refusal(409, 'Full: 2 of 2 at 4:00 PM on Jan 5'))
    await publishSeason(office, season, { beyond: true })
    await prisma.rideType.update({ where: { name: TYPE }, data: { capacity: null } })
    expect(await linesFrom(FIRST)).toContain('2027-01-05 16:00 Group Lesson: Ann, Ben, Cy')
  })
})

describe('where a season meets the week', () => {
  const day = (date: string, time = '16:00', type = TYPE) => ({ date, time, type })
  const offDays = async (studentId: string) =>
    (await prisma.ride.findMany({ where: { studentId }, select: { scheduledDate: true, attendance: true } })).map(
      ({ scheduledDate, attendance }) => `${scheduledDate.toISOString().slice(0, 10)} ${attendance}`,
    )

  test('A rider whose second ride takes the place that the first leaves moves both', async () => {
    await weeklyPlace({ riderId: ann, startDate: '2026-11-04' })
    await weeklyPlace({ riderId: dee, startDate: '2026-11-05' })
    await placeSeat(season, seatKey(ann, wed4), thu4)
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await publish()
    expect(await linesFrom(FIRST)).toEqual([
      '2027-01-05 16:00 Group Lesson: Ben',
      '2027-01-06 16:00 Group Lesson: Ann, Cy',
      '2027-01-07 16:00 Group Lesson: Ann, Dee',
    ])
  })

  test('What was called off stays in its week, also if the season begins in the middle of one', async () => {
    await weeklyPlace({ riderId: dee, startDate: '2026-11-02' })
    setClock('2027-01-02T15:00:00Z')
    await callOff(dee, { riderId: dee, date: '2027-01-18', time: '16:00' })
    await placeSeat(season, seatKey(dee, mon4), wed4)
    await publish()
    expect(await offDays(dee)).toEqual(['2027-01-20 absent'])
  })

  test('A one-time lesson in the first week becomes a day of a new lesson', async () => {
    await addToLesson(office, dee, day('2027-01-09', '10:00'), { scope: 'one-time', create: true })
    await addSeasonLesson(office, season, { ...sat10, ...NEW })
    await joinSeason(season, ann, sat10)
    await publish()
    const saturdays = (await linesFrom(FIRST, 12)).filter((line) => line.includes(' 10:00 '))
    expect(saturdays).toEqual(['2027-01-09 10:00 Group Lesson: Ann, Dee', '2027-01-16 10:00 Group Lesson: Ann'])
  })

  test('A new lesson is off on days that are closed', async () => {
    for (const date of ['2027-01-05', '2027-01-19']) await closeDay(office, date, { from: null, reason: 'Holiday' })
    await addSeasonLesson(office, season, { ...tue5, ...NEW })
    await joinSeason(season, dee, tue5)
    await publish()
    const tuesdays = (await linesFrom(FIRST, 21)).filter((line) => line.includes(' 17:00 '))
    expect(tuesdays).toEqual(['2027-01-12 17:00 Group Lesson: Dee', '2027-01-26 17:00 Group Lesson: Dee'])
  })

  test('A single day that was moved away ends with the ride that it was moved from', async () => {
    await weeklyPlace({ startDate: '2026-11-05' })
    await moveRider(office, ann, { from: day('2027-01-12'), to: day('2027-01-14'), scope: 'one-time' })
    await placeSeat(season, seatKey(ann, tue4), null)
    const before = await rows()
    const { changes } = await publish()
    expect((await linesFrom('2027-01-11')).filter((line) => line.includes('Ann'))).toEqual([])
    await undoChanges(office, changes)
    expect(await rows()).toEqual(before)
  })

  test('A place that begins later in the season is part of it', async () => {
    await weeklyPlace({ riderId: dee, startDate: '2027-01-20' })
    await placeSeat(season, seatKey(dee, wed4), tue4)
    await endSeasonLesson(season, wed4)
    expect(await publish()).toMatchObject({ moved: 1, ended: 1 })
    expect(await linesFrom('2027-01-12')).toEqual(['2027-01-12 16:00 Group Lesson: Ann, Ben'])
    expect(await linesFrom('2027-01-19')).toEqual(['2027-01-19 16:00 Group Lesson: Ann, Ben, Dee'])
  })

  test('A place that has an end keeps it', async () => {
    await prisma.weeklyPlace.updateMany({
      where: { studentId: ann },
      data: { deletedFromDate: new Date('2027-01-19') },
    })
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await publish()
    const wednesdays = (await linesFrom(FIRST, 16)).filter((line) => line.includes('Ann'))
    expect(wednesdays).toEqual(['2027-01-06 16:00 Group Lesson: Ann, Cy', '2027-01-13 16:00 Group Lesson: Ann, Cy'])
  })

  test('A place that goes on in another row, with other terms, has no end', async () => {
    await prisma.weeklyPlace.updateMany({
      where: { studentId: ann },
      data: { deletedFromDate: new Date('2027-01-19') },
    })
    await weeklyPlace({ riderId: ann, startDate: '2027-01-19', duration: 45 })
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await publish()
    expect(await linesFrom('2027-01-19', 8)).toEqual([
      '2027-01-19 16:00 Group Lesson: Ben',
      '2027-01-20 16:00 Group Lesson: Ann, Cy',
      '2027-01-26 16:00 Group Lesson: Ben',
      '2027-01-27 16:00 Group Lesson: Ann, Cy',
    ])
  })

  test('Who joins where the week has them by now is left out, and so is who joins a lesson that is gone', async () => {
    await joinSeason(season, dee, wed4)
    await addSeasonLesson(office, season, { ...sat10, ...NEW })
    await joinSeason(season, ann, sat10)
    await endSeasonLesson(season, sat10)
    await weeklyPlace({ riderId: dee, startDate: '2026-11-04' })
    await placeSeat(season, seatKey(ben, tue4), wed4)
    const plan = await loadPlan(season)
    expect([plan.week.stale.places.length, rideChanges(plan).map(({ what }) => what)]).toEqual([2, ['moved']])
    await publish()
    expect(await linesFrom(FIRST)).toEqual([
      '2027-01-05 16:00 Group Lesson: Ann',
      '2027-01-06 16:00 Group Lesson: Ben, Cy, Dee',
    ])
  })

  test('A lesson that the week has by now, or has lost, can be planned again', async () => {
    await addSeasonLesson(office, season, { ...sat10, ...NEW })
    await weeklyPlace({ riderId: dee, startDate: '2026-11-07', time: '10:00' })
    await endSeasonLesson(season, sat10)
    await endSeasonLesson(season, wed4)
    await prisma.weeklyPlace.deleteMany({ where: { dayOfWeek: 3 } })
    await addSeasonLesson(office, season, { ...wed4, ...NEW })
    expect(planLines(await loadPlan(season))).toEqual([
      '2027-01-05 | 16:00 | Group Lesson | 60 |  |  |  |  | Ann | Ben',
      '2027-01-06 | 16:00 | Group Lesson | 60 | 4 |  |  | ',
    ])
  })

  test('A ride whose family names other times than those that were solved goes back until it is solved again', async () => {
    await askFamilies(season, '2026-12-20')
    const says = (times: string[]) => saveOwnWishes(ann, season, [{ rider: ann, type: TYPE, times }])
    const moves = async () => rideChanges(await loadPlan(season)).map(({ lesson }) => lesson?.key)
    await says(['3 16:00'])
    await solveSeasonPlan(season)
    expect(await moves()).toEqual(['3 16:00 Group Lesson'])
    await says([])
    expect(await moves()).toEqual([])
    await says(['3 16:00'])
    await solveSeasonPlan(season)
    await solveSeasonPlan(season)
    expect(await moves()).toEqual(['3 16:00 Group Lesson'])
  })

  test('A ride is saved as a whole, and not over what a family has said since', async () => {
    await weeklyPlace({ riderId: ann, startDate: '2026-11-04' })
    const key = seatKey(ann, tue4)
    await expect(saveRide(season, key, { to: wed4, times: ['3 16:00'] })).rejects.toEqual(
      refusal(409, 'already in that'),
    )
    expect(await prisma.seasonWish.count()).toBe(0)
    const plan = await loadPlan(season)
    const { version } = rideFormOf(plan, findSeat(plan, key))
    await askFamilies(season, '2026-12-20')
    await saveOwnWishes(ann, season, [{ rider: ann, type: TYPE, times: ['3 16:00'] }])
    const late = saveRide(season, key, { to: tue5, times: [] }, version)
    await expect(late).rejects.toEqual(refusal(409, 'Its times are now: Wednesday 4:00 PM'))
    expect(await prisma.seasonWish.count()).toBe(1)
  })

  test('The history of its lessons knows it, and why a rider is no longer there; Undo of the Undo publishes it again', async () => {
    await weeklyPlace({ riderId: dee, startDate: '2026-11-03', time: '18:00' })
    await placeSeat(season, seatKey(ann, tue4), wed4)
    const { changes } = await publish()
    const history = async (date: string, time = '16:00') => (await lessonChanges(day(date, time))).length
    expect(await Promise.all(['2026-12-29', '2027-01-12', '2027-01-20'].map((date) => history(date)))).toEqual([
      0, 1, 1,
    ])
    expect(await history('2027-01-05', '18:00')).toBe(0)
    expect(await whyNotThere(day('2027-01-12'), ann, prisma)).toContain('published Spring')
    const undone = await undoChanges(office, changes)
    expect((await loadPlan(season)).season.publishedAt).toBeNull()
    await undoChanges(office, undone.changes)
    expect((await loadPlan(season)).season.publishedAt).not.toBeNull()
    expect(await linesFrom(FIRST)).toContain('2027-01-06 16:00 Group Lesson: Ann, Cy')
  })

  test('A ride that ends moves into a lesson whose terms change after that', async () => {
    const until = { deletedFromDate: new Date('2027-01-26T00:00:00Z') }
    await prisma.weeklyPlace.updateMany({ where: { studentId: ann }, data: until })
    const wednesday = { date: '2027-02-10', time: '16:00', type: 'Group Lesson' }
    await editLesson(office, wednesday, { ...wednesday, duration: 45 }, 'weekly')
    await placeSeat(season, seatKey(ann, tue4), wed4)
    await publish()
    const places = await prisma.weeklyPlace.findMany({ where: { studentId: ann, dayOfWeek: 3 } })
    expect(places.map(({ deletedFromDate }) => deletedFromDate)).toEqual([until.deletedFromDate])
  })

  test('Whoever waits for a lesson that ends is asked about', async () => {
    await addToWaitlist(office, dee, day('2027-01-05'), 'weekly')
    await endSeasonLesson(season, tue4)
    const { version } = await loadPlan(season)
    const terms = { version, beyond: false, despiteWaitlist: false }
    await expect(publishSeason(office, season, terms)).rejects.toEqual(refusal(409, 'Dee is waiting'))
    await publishSeason(office, season, { ...terms, despiteWaitlist: true })
    expect(await linesFrom(FIRST)).toEqual(['2027-01-06 16:00 Group Lesson: Cy'])
  })
})

const RUNS = Number(process.env.SEASON_RUNS ?? 20)
const LESSONS = [tue4, tue5, wed4, sat10]
/** What a new lesson has of its own; it may be taught by Kelly. */
const termsOf = fc.record({
  duration: fc.constantFrom(30, 45, 60, 90),
  capacity: fc.constantFrom(null, 0, 2, 4),
  level: fc.constantFrom(null, 'beginner' as const, 'novice' as const),
  arena: fc.constantFrom(null, 'Indoor', 'Outdoor'),
  isTaught: fc.boolean(),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('place'), pick: fc.nat(), to: fc.option(fc.constantFrom(...LESSONS)) }),
  fc.record({ kind: fc.constant('join'), pick: fc.nat(3), to: fc.constantFrom(...LESSONS) }),
  fc.record({ kind: fc.constant('lesson'), pick: fc.nat(), to: fc.constantFrom(...LESSONS), terms: termsOf }),
  fc.record({ kind: fc.constant('wish'), pick: fc.nat(), to: fc.constantFrom(...LESSONS) }),
)

interface Step {
  kind: string
  pick: number
  to: WeeklyLesson | null
  terms?: Omit<Terms, 'instructorId'> & { isTaught: boolean }
}

/** A lesson's terms, with Kelly as its instructor if it is taught. */
const withKelly = ({ isTaught, ...terms }: NonNullable<Step['terms']>): Terms => ({
  ...terms,
  instructorId: isTaught ? kelly : null,
})

/** Does what a desk would: what is refused changes nothing. */
async function take({ kind, pick, to, ...more }: Step): Promise<void> {
  const plan = await loadPlan(season)
  const seats = seatsOf(plan)
  const key = seats[pick % Math.max(1, seats.length)]?.seat.key
  const there = to && plan.week.lessons.find((lesson) => lesson.key === weeklyKey(to) && lesson.state !== 'ends')
  try {
    if (kind === 'place' && key) await placeSeat(season, key, to)
    if (kind === 'join' && to) await joinSeason(season, [ann, ben, cy, dee][pick] as string, to)
    if (kind === 'wish' && key && to) await saveRide(season, key, { times: [`${to.dayOfWeek} ${to.time}`] })
    if (kind === 'lesson' && to && more.terms)
      await (there ? endSeasonLesson(season, to) : addSeasonLesson(office, season, { ...to, ...withKelly(more.terms) }))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

test('Random seasons: the published week is the plan, lesson by lesson, with all that they have, and Undo restores every row', async () => {
  const one = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    solves: fc.boolean(),
    first: fc.constantFrom('2027-01-04', '2027-01-05', '2027-01-07', '2027-01-10'),
    second: fc.boolean(),
    off: fc.boolean(),
    own: termsOf,
  })
  const compared = { lessons: 0, newOnes: 0 }
  await fc.assert(
    fc.asyncProperty(one, async ({ steps, solves, first, second, off, own }) => {
      await emptySchedule()
      await prisma.season.deleteMany()
      await prisma.auditEntry.deleteMany()
      for (const [riderId, startDate] of [
        [ann, '2026-11-03'],
        [ben, '2026-11-03'],
        [cy, '2026-11-04'],
      ] as const)
        await weeklyPlace({ riderId, startDate })
      if (second) await weeklyPlace({ riderId: ann, startDate: '2026-11-04' })
      if (second) await weeklyPlace({ riderId: ben, startDate: '2026-11-03', time: '17:00' })
      const tuesdays = { dayOfWeek: 2, scheduledTime: '16:00' }
      await prisma.weeklyPlace.updateMany({ where: tuesdays, data: { ...withKelly(own), duration: 45 } })
      if (off) await closeDay(office, '2027-01-12', { from: null, reason: 'Holiday' })
      season = await addSeason({ name: 'Spring', startsOn: first })
      for (const each of steps) await take(each)
      if (solves) await solveSeasonPlan(season)
      const [before, plan] = [await rows(), await loadPlan(season)]
      for (const { seat } of seatsOf(plan)) expect(findSeat(plan, seat.key)).toBe(seat)
      const published = await publishSeason(office, season, { version: plan.version, beyond: true }).catch((error) => {
        const isEmpty = rideChanges(plan).length === 0 && error.code === 'invalid'
        if (isEmpty || clashesOf(plan).size > 0) return null
        throw error
      })
      if (published) {
        for (const weeks of off ? [3, 9] : [0, 1, 9]) {
          expect(await weekLines(addDays(first, 7 * weeks))).toEqual(planLines(plan, weeks))
        }
        const lessons = plan.week.lessons.filter(({ state }) => state !== 'ends')
        compared.lessons += lessons.length
        compared.newOnes += lessons.filter(
          ({ state, arena, level, instructorId }) => state === 'new' && (arena || level || instructorId),
        ).length
        await undoChanges(office, published.changes)
      }
      expect(await rows()).toEqual(before)
    }),
    { numRuns: RUNS },
  )
  expect(compared.newOnes).toBeGreaterThan(0)
})
