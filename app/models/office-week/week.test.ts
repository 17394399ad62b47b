import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAsked } from '~/models/money/payments/orders/at-school.server'
import { unrecordedRides, usualFirstDay } from '~/models/schedule/attendance/unrecorded.server'
import { closingsOf } from '~/models/schedule/closing/closings.server'
import { listReports } from '~/models/schedule/instructors/cover/report.server'
import { listMakeups } from '~/models/schedule/makeups/makeup-list.server'
import { rosterWithFigures } from '~/models/schedule/rides/figures.server'
import { allWaiting } from '~/models/schedule/waitlist/waiting-lists.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { isMarked } from '~/models/schedule/week/week'
import { careToDo } from '~/models/schedule/workload/care.server'
import { now, setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { addDays, fromDbDate, type LocalDate, toDbDate, weekDays } from '~/utils/dates'
import { minuteOfDay, timeInZone } from '~/utils/time-of-day'
import { admin, emptyOnly, rideTypes } from '../../../test/factories'
import { emptySchedule } from '../../../test/schedule'
import { statementsOf } from '../../../test/statements'
import { DeskWeek } from '../../../test/week/desk'
import { deskSequences } from '../../../test/week/people-steps'
import { DATES, HORSES, RIDERS } from '../../../test/week/steps'
import { loadOfficeWeek } from './week.server'
import { cardDays } from './week-view'

await rideTypes()
const desk = await DeskWeek.open((await admin()).id)
beforeEach(() => desk.clear())
afterEach(() => setClock(null))

const atOnce = (day: LocalDate) =>
  loadOfficeWeek(day, { today: today(), time: timeInZone(getEnv().schoolTimezone, now()) })

/** Loads the week as the other screens read its parts, one after the other. */
async function partByPart(day: LocalDate) {
  const dates = weekDays(day)
  const { figuresOf, ...roster } = await rosterWithFigures({ from: dates[0] ?? day, to: dates[6] ?? day })
  const horses = await prisma.horse.findMany({ select: { name: true, coat: true } })
  const coats = new Map(horses.flatMap(({ name, coat }) => (coat ? [[name, coat] as const] : [])))
  const { rides } = await unrecordedRides(usualFirstDay(), { page: 1, pageSize: 2 })
  expect(rides).toBe(await unmarkedRides())
  const due = [...new Set((await careToDo()).map(({ horseId }) => horseId))].sort((a, b) => a - b)
  return {
    days: cardDays(
      roster,
      { figuresOf, closings: await closingsOf(dates, prisma), unsigned: new Set(), wrong: new Map(), coats },
      today(),
    ),
    unrecorded: rides,
    asked: (await listMakeups({ today: today(), filter: 'asked' })).length,
    ordered: (await listAsked()).waiting.length,
    reported: (await listReports()).length,
    toCall: (await allWaiting()).filter(({ unreached }) => unreached).length,
    careDue: { count: due.length, horseId: due[0] ?? null },
  }
}

/** Counts the unmarked rides of the usual days in the lessons as they are shown. */
async function unmarkedRides(): Promise<number> {
  const marked = await prisma.ride.aggregate({
    _min: { scheduledDate: true },
    where: { attendance: { not: 'scheduled' } },
  })
  if (!marked._min.scheduledDate) return 0
  const first = fromDbDate(marked._min.scheduledDate)
  const { days } = await loadRoster({ from: usualFirstDay(), to: today() })
  const minute = minuteOfDay(timeInZone(getEnv().schoolTimezone, now()))
  return days
    .flatMap(({ lessons }) => lessons)
    .filter(({ date, time, duration }) => date >= first && (date < today() || minuteOfDay(time) + duration <= minute))
    .reduce((sum, { riders }) => sum + riders.filter(({ attendance }) => !isMarked(attendance)).length, 0)
}

const day = fc.integer({ min: -75, max: 50 }).map((days) => addDays('2027-02-02', days))
const slot = {
  lessonDate: day.map(toDbDate),
  scheduledTime: fc.constantFrom('09:00', '09:30', '16:00', '19:30'),
  lessonType: fc.constantFrom('Group Lesson', 'Hack', 'Afterschool'),
}
const studentId = fc.constantFrom(...RIDERS)
const duration = fc.constantFrom(30, 60, 90)
const places = {
  capacity: fc.constantFrom(null, null, 0, 1, 2, 6),
  level: fc.constantFrom(null, null, 'beginner', 'advanced'),
}
const attendance = fc.constantFrom(null, 'scheduled', 'present', 'absent', 'makeup', 'reschedule')
const rows = fc.record({
  weekly: fc.array(
    fc
      .record({ ...slot, ...places, studentId: fc.option(studentId), duration, days: fc.option(fc.nat(60)), from: day })
      .map(({ lessonDate, days, from, ...place }) => ({
        ...place,
        dayOfWeek: lessonDate.getUTCDay(),
        startDate: toDbDate(from),
        deletedFromDate: days === null ? null : toDbDate(addDays(from, days)),
      })),
    { maxLength: 25 },
  ),
  participants: fc.array(fc.record({ ...slot, studentId, duration }), { maxLength: 15 }),
  oneTime: fc.array(fc.record({ ...slot, ...places, duration }), { maxLength: 8 }),
  removals: fc.array(fc.record({ ...slot, studentId: fc.option(studentId) }), { maxLength: 12 }),
  rides: fc.array(fc.record({ ...slot, studentId, duration, attendance }), { maxLength: 40 }),
  horses: fc.array(fc.record({ ...slot, studentId }), { maxLength: 10 }),
  makeups: fc.array(fc.record({ ...slot, studentId }), { maxLength: 5 }),
  grants: fc.array(
    fc.record({ userId: studentId, from: day, days: fc.nat(60), lessons: fc.nat(3), hacks: fc.nat(2) }),
    {
      maxLength: 8,
    },
  ),
  resets: fc.array(fc.record({ studentId, month: fc.constantFrom(1, 2, 3), delta: fc.integer({ min: -2, max: 2 }) }), {
    maxLength: 3,
  }),
})
type Rows = typeof rows extends fc.Arbitrary<infer Of> ? Of : never

/** Rows that a constraint forbids in combination with others are left out. */
async function fill({ weekly, participants, oneTime, removals, rides, horses, makeups, grants, resets }: Rows) {
  await emptySchedule()
  await emptyOnly('package_purchases', 'usage_adjustments', 'user_add_ons')
  const skipDuplicates = true
  const byId = (await prisma.user.findFirstOrThrow({ where: { role: 'admin' } })).id
  await prisma.weeklyPlace.createMany({ data: weekly, skipDuplicates })
  await prisma.oneTimeParticipant.createMany({ data: participants, skipDuplicates })
  await prisma.oneTimeLesson.createMany({ data: oneTime, skipDuplicates })
  await prisma.lessonRemoval.createMany({ data: removals, skipDuplicates })
  await prisma.ride.createMany({
    data: rides.map(({ lessonDate, lessonType, ...ride }) => ({
      ...ride,
      scheduledDate: lessonDate,
      type: lessonType,
    })),
    skipDuplicates,
  })
  await prisma.horseUsage.createMany({
    data: horses.map(({ lessonDate, scheduledTime, ...use }) => ({
      ...use,
      usageDate: lessonDate,
      lessonTime: scheduledTime,
      horseId: HORSES[0],
      horseName: 'x',
      studentName: 'x',
      duration: 30,
    })),
    skipDuplicates,
  })
  await prisma.makeup.createMany({
    data: makeups.map((makeup) => ({
      ...makeup,
      reason: 'Snow',
      validFrom: makeup.lessonDate,
      validTo: makeup.lessonDate,
      byId,
    })),
    skipDuplicates,
  })
  await prisma.grant.createMany({
    data: grants.map(({ from, days, ...grant }) => ({
      ...grant,
      validFrom: toDbDate(from),
      validTo: toDbDate(addDays(from, days)),
      makeupLessons: 1,
    })),
  })
  await prisma.usageAdjustment.createMany({
    data: resets.map((row) => ({ ...row, year: 2027, counter: 'lessons', reason: 'x', byId })),
  })
}

const clock = day.map((date) => `${date}T15:20:00Z`)

test('The week in one statement equals its parts, whatever the data and the time', async () => {
  await fc.assert(
    fc.asyncProperty(rows, clock, day, async (filled, instant, asked) => {
      await fill(filled)
      for (const [at, of] of [
        [instant, asked],
        [instant, instant.slice(0, 10)],
        [instant.replace('15:20', '23:59'), asked],
      ] as const) {
        setClock(at)
        expect(await atOnce(of)).toEqual(await partByPart(of))
      }
    }),
    { numRuns: 40 },
  )
})

test('The week in one statement equals its parts after whatever the desk has done', async () => {
  await fc.assert(
    fc.asyncProperty(deskSequences, fc.constantFrom(...DATES), async (sequence, date) => {
      await desk.clear()
      for (const step of sequence) await desk.take(step, await desk.book())
      setClock(`${date}T15:20:00Z`)
      for (const of of DATES) expect(await atOnce(of)).toEqual(await partByPart(of))
    }),
    { numRuns: 6 },
  )
})

test('A week is queried in one statement', async () => {
  const { statements } = await statementsOf(() => atOnce('2027-02-02'))
  expect(statements).toHaveLength(1)
})
