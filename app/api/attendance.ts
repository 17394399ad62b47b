import { z } from 'zod'
import { attendanceRecordSchema } from '~/models/schedule/attendance/attendance.schema'
import { removeHorse } from '~/models/schedule/change/horses/remove-horse.server'
import { assignHorse, exchangeHorses } from '~/models/schedule/change/horses/set-horse.server'
import { findRideRef, markAttendance } from '~/models/schedule/change/mark.server'
import { addHorse, findHorse, listHorses } from '~/models/schedule/horses/horse.server'
import { askBeforeMakeup } from '~/models/schedule/makeups/absence.server'
import {
  attendanceSchema,
  horseAssignmentSchema,
  horseExchangeSchema,
} from '~/models/schedule/rides/api/schedule-api.schema'
import {
  attendanceData,
  findRide,
  horseAssignments,
  horseTracking,
} from '~/models/schedule/rides/api/schedule-api.server'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { type Attendance, NO_HORSE_VALUE } from '~/models/vocabulary/attendance'
import { today } from '~/platform/clock.server'
import { notFound, Refused } from '~/platform/refused'
import { idField } from '~/utils/fields'
import { call } from './table/call'
import { attendance, count, day, done, NO_SUCH_ROW, weekOf, weekQuery } from './table/fields'

const horse = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    isActive: z.boolean(),
    /** Whether the horse is on rest today. */
    onRest: z.boolean(),
    rest: z
      .strictObject({ from: day.nullable(), until: day.nullable(), reason: z.string().nullable() })
      .nullable()
      .describe('The rest that the horse has or had last, or is to have; both days included, null is open.'),
    dayLimit: count,
    weekLimit: count,
    gapMinutes: count.describe('How long the horse stands between two outings.'),
    maxWeightLb: z.int().nullable(),
    minLevel: z.string().nullable(),
    coat: z.string().nullable().describe('The color of the horse, such as `bay`.'),
  })
  .meta({ id: 'Horse' })

const horseOf = (row: HorseRow): z.input<typeof horse> => ({ ...row, onRest: restsOn(row, today()) })

/** Returns the ID of the horse that a client names; null for none. */
async function namedHorse(name: string | null | undefined): Promise<number | null> {
  if (!name || name.toLowerCase() === NO_HORSE_VALUE) return null
  const horse = await findHorse(name)
  if (!horse?.isActive) throw new Refused('invalid', 'Horse not found', 'horseName')
  return horse.id
}

/** Asks as the office's form does, but only a client that knows the question. @throws Refused 409 at `makeupAnyway` */
async function askOfMakeup(
  ride: Parameters<typeof askBeforeMakeup>[0],
  attendance: Attendance,
  { makeupAnyway }: { makeupAnyway?: boolean },
): Promise<void> {
  if (attendance === 'reschedule' && makeupAnyway === false) await askBeforeMakeup(ride)
}

/** The calls that record attendance. */
export const attendanceCalls = [
  call({
    method: 'post',
    path: '/lessons/attendance',
    for: 'admin',
    summary:
      'Records what became of a ride and assigns the horse that was chosen; `none` leaves the horse as it is. With `rideType`, a student who rode and is not in a lesson then is put into that one on this day.',
    body: attendanceRecordSchema,
    answer: done.extend({ attendanceStatus: attendance }),
    async run({ viewer, body }) {
      const makeup = body.lessonType === 'makeup' && body.attendanceStatus === 'present'
      const attendance = makeup ? 'makeup' : body.attendanceStatus
      const { studentId, lessonDate, lessonTime, rideType, version, overReason, beyondCapacity: beyond } = body
      const ride = { riderId: studentId, date: lessonDate, time: lessonTime, type: rideType ?? undefined }
      await askOfMakeup(ride, attendance, body)
      await markAttendance(viewer.id, ride, {
        attendance,
        horseId: (await namedHorse(body.horseName)) ?? undefined,
        version,
        overReason,
        beyond,
        // A rider who was there is added to the lesson; one who wasn't has no ride to be absent from.
        add: Boolean(rideType) && (attendance === 'present' || attendance === 'makeup'),
      })
      return { message: 'Attendance Recorded', attendanceStatus: attendance }
    },
  }),
  call({
    method: 'patch',
    path: '/admin/lessons/{id}/attendance',
    for: 'admin',
    summary: 'Records what became of the ride with this id, as /api/admin/lessons names it.',
    params: z.object({ id: z.string() }),
    body: attendanceSchema,
    answer: done.extend({ attendance }),
    fault: 'Failed to update attendance. Please try again.',
    async run({ viewer, params, body: { attendance, makeupAnyway, beyondCapacity: beyond } }) {
      const ride = await findRideRef(params.id)
      if (!ride) throw notFound('Lesson not found')
      await askOfMakeup(ride, attendance, { makeupAnyway })
      await markAttendance(viewer.id, ride, { attendance, beyond })
      return { message: 'Attendance Recorded', attendance }
    },
  }),
  call({
    method: 'get',
    path: '/lessons/attendance-data',
    for: 'admin',
    summary: 'What is recorded of the rides of a week.',
    query: weekQuery,
    answer: z.array(
      z.strictObject({
        studentId: z.string(),
        studentName: z.string(),
        lessonDate: day,
        lessonTime: z.string(),
        attendanceStatus: attendance,
        lessonType: z.enum(['makeup', 'regular']),
        rideType: z.string(),
        horseName: z.string().nullable(),
        version: z.string(),
      }),
    ),
    run: ({ query }) => attendanceData(weekOf(query.week || today())),
  }),
]

/** The horses, and the days and times that each is used. */
export const horses = [
  call({
    method: 'get',
    path: '/horses',
    for: 'admin',
    summary: 'The horses that can be assigned.',
    answer: z.array(horse),
    run: async () => (await listHorses()).map(horseOf),
  }),
  call({
    method: 'post',
    path: '/horses',
    for: 'admin',
    summary: 'Answers with the horse of that name, and adds it if the school has no such horse.',
    body: z.object({ name: z.string({ error: 'Enter a name' }) }),
    answer: horse,
    run: async ({ viewer, body }) => horseOf((await addHorse(viewer.id, body.name)).horse),
  }),
  call({
    method: 'delete',
    path: '/horses/{id}',
    for: 'admin',
    summary: 'Removes a horse from those that can be assigned; its history stays.',
    params: z.object({ id: idField }),
    answer: done,
    missing: NO_SUCH_ROW,
    async run({ viewer, params }) {
      await removeHorse(viewer.id, params.id)
      return { message: 'Horse Removed' }
    },
  }),
  call({
    method: 'get',
    path: '/horse-usage/tracking',
    for: 'admin',
    summary: 'How often each horse goes out in a week, Monday first.',
    query: weekQuery,
    answer: z.array(
      z.strictObject({
        id: z.string(),
        horseName: z.string(),
        weekStartDate: day,
        year: z.int(),
        weekNumber: z.int(),
        usageCount: count,
        days: z.array(count).length(7),
      }),
    ),
    run: ({ query }) => horseTracking(weekOf(query.week || today()).from),
  }),
  call({
    method: 'get',
    path: '/lessons/horse-assignments',
    for: 'admin',
    summary: 'Which horse goes out when in a week.',
    query: weekQuery,
    answer: z.array(
      z.strictObject({
        id: z.int(),
        horseName: z.string(),
        usageDate: day,
        lessonTime: z.string(),
        studentId: z.string(),
        studentName: z.string(),
        lessonType: z.string(),
        overReason: z.string().nullable(),
      }),
    ),
    run: ({ query }) => horseAssignments(weekOf(query.week || today())),
  }),
  call({
    method: 'post',
    path: '/lessons/horse-assignments',
    for: 'admin',
    summary: 'Assigns a horse, or takes it back if none is named; beyond its limit it needs `overReason`.',
    body: horseAssignmentSchema,
    answer: done,
    async run({ viewer, body }) {
      const { usageDate: date, lessonTime: time, overReason } = body
      const at = { date, time, type: body.lessonType }
      const { lesson, rider } = await findRide(at, { id: body.studentId, name: body.studentName })
      const horseId = await namedHorse(body.horseName)
      await assignHorse(viewer.id, { riderId: rider.riderId, date, time, type: lesson.type }, { horseId, overReason })
      return { message: horseId === null ? 'Horse Assignment Removed' : 'Horse Assigned' }
    },
  }),
  call({
    method: 'post',
    path: '/lessons/horse-assignments/exchange',
    for: 'admin',
    summary: 'Two riders of a lesson exchange their horses; beyond a limit it needs `overReason`.',
    body: horseExchangeSchema,
    answer: done,
    async run({ viewer, body: { usageDate: date, lessonTime: time, lessonType, studentIds, overReason } }) {
      const [one = '', other = ''] = studentIds
      const { lesson } = await findRide({ date, time, type: lessonType }, { id: one })
      const ride = { riderId: one, date, time, type: lesson.type }
      await exchangeHorses(viewer.id, ride, { other: { riderId: other }, overReason })
      return { message: 'Horses Swapped' }
    },
  }),
]
