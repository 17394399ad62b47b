import { z } from 'zod'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { refuseMark, refuseNotTaught, taughtOn } from '~/models/schedule/instructors/teaching.server'
import { overReasonField } from '~/models/schedule/vocabulary/horse.schema'
import { dayField, riderField, timeField, typeField } from '~/models/schedule/vocabulary/slot.schema'
import { ATTENDANCE } from '~/models/vocabulary/attendance'
import { today } from '~/platform/clock.server'
import type { Tx } from '~/platform/tx.server'
import { call } from '../table/call'
import { attendance, done } from '../table/fields'

const version = z.string().max(60).optional()
const ride = { studentId: riderField, lessonDate: dayField, lessonTime: timeField, rideType: typeField }

/** What instructors see and record for the lessons that they teach. */
export const teaching = [
  call({
    method: 'get',
    path: '/teaching/day',
    for: 'instructor',
    summary: 'The lessons that the instructor teaches on a day, today by default: riders, horses, notes and marks.',
    query: z.object({ date: dayField.optional() }),
    answer: z.array(
      z.object({
        time: z.string(),
        type: z.string(),
        arena: z.string().nullable(),
        riders: z.array(
          z.object({
            studentId: z.string(),
            name: z.string(),
            horse: z.string().nullable(),
            concerns: z.array(z.string()),
            barnNotes: z.array(z.string()),
            note: z.string(),
            attendance,
            version: z.string(),
          }),
        ),
      }),
    ),
    async run({ viewer, query }) {
      const lessons = await taughtOn(viewer.id, query.date ?? today())
      return lessons.map(({ time, type, arena, riders }) => ({
        time,
        type,
        arena,
        riders: riders.map(({ riderId, name, horse, concerns, barn, note, attendance, version }) => ({
          studentId: riderId,
          name,
          horse,
          barnNotes: barn,
          note,
          attendance,
          version,
          concerns: concerns.map(({ text }) => text),
        })),
      }))
    },
  }),
  call({
    method: 'post',
    path: '/teaching/attendance',
    for: 'instructor',
    summary:
      'Records what became of a ride that the instructor teaches, on its day and for as many days after it as the school allows. `reschedule` is the office’s: 403.',
    body: z.object({ ...ride, attendanceStatus: z.enum(ATTENDANCE), version }),
    answer: done,
    async run({ viewer, body: { studentId: riderId, lessonDate: date, lessonTime: time, rideType: type, ...mark } }) {
      const { attendanceStatus, version } = mark
      const allows = (tx?: Tx) =>
        refuseMark(viewer.id, { date, time, type }, { attendance: attendanceStatus, riderId }, tx)
      await allows()
      await markAttendance(viewer.id, { riderId, date, time, type }, { attendance: attendanceStatus, version, allows })
      return { message: 'Attendance Recorded' }
    },
  }),
  call({
    method: 'post',
    path: '/teaching/horse',
    for: 'instructor',
    summary: 'Gives a ride that the instructor teaches a horse, or frees it with null.',
    body: z.object({ ...ride, horseId: z.int().positive().nullable(), overReason: overReasonField, version }),
    answer: done,
    async run({ viewer, body: { studentId: riderId, lessonDate: date, lessonTime: time, rideType: type, ...choice } }) {
      const allows = (tx?: Tx) => refuseNotTaught(viewer.id, { date, time, type }, tx)
      await allows()
      await assignHorse(viewer.id, { riderId, date, time, type }, { ...choice, allows })
      return { message: choice.horseId === null ? 'Horse Assignment Removed' : 'Horse Assigned' }
    },
  }),
]
