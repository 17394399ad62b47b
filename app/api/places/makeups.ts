import { z } from 'zod'
import { callOff, comeAfterAll } from '~/models/makeups/absence.server'
import { bookMakeup } from '~/models/makeups/book-makeup.server'
import { MAKEUP_FILTERS, MAKEUP_STATES } from '~/models/makeups/makeup'
import { listMakeups } from '~/models/makeups/makeup-list.server'
import { changeMakeupSchema, grantMakeupSchema } from '~/models/makeups/office-makeup.schema'
import { grantMakeup, restoreMakeup, revokeMakeup } from '~/models/makeups/office-makeup.server'
import { absenceSchema, participantSchema } from '~/models/schedule/schedule-api.schema'
import { riderField } from '~/models/schedule/slot.schema'
import { today } from '~/platform/clock.server'
import { MAX_ID } from '~/utils/fields'
import { call } from '../table/call'
import { day, done, NO_SUCH_ROW, numberIn } from '../table/fields'

/** Absences that a family tells, and the makeups that it books. */
export const makeups = [
  call({
    method: 'post',
    path: '/absences',
    for: 'viewer',
    summary:
      'A rider of the family cannot come: before the cut-off it gives a makeup, later the ride counts. The answer says which. With `shown`, what a page said would happen, it is refused if something else would by now.',
    body: absenceSchema,
    status: 201,
    answer: done,
    async run({ viewer, body: { studentId: riderId, lessonDate: date, scheduledTime: time, shown } }) {
      return { message: (await callOff(viewer.id, { riderId, date, time }, shown)).said }
    },
  }),
  call({
    method: 'delete',
    path: '/absences',
    for: 'viewer',
    summary: 'The rider comes after all, if the place was not given to someone else.',
    body: absenceSchema,
    answer: done,
    async run({ viewer, body: { studentId: riderId, lessonDate: date, scheduledTime: time } }) {
      await comeAfterAll(viewer.id, { riderId, date, time })
      return { message: 'The ride is back on your schedule' }
    },
  }),
  call({
    method: 'post',
    path: '/makeups/bookings',
    for: 'viewer',
    summary: 'Books a free place with an open makeup of that ride type.',
    body: participantSchema,
    status: 201,
    answer: done,
    async run({ viewer, body: { studentId, lessonDate: date, scheduledTime: time, lessonType: type } }) {
      await bookMakeup(viewer.id, studentId, { date, time, type })
      return { message: 'Makeup booked' }
    },
  }),
  call({
    method: 'get',
    path: '/admin/makeups',
    for: 'admin',
    summary:
      'The makeups of all students or of one, with the ride that each is for, its state and the ride that it is booked into.',
    shows: ({ query }) => query.studentId,
    query: z.object({ studentId: z.string().min(1).optional(), show: z.enum(MAKEUP_FILTERS).default('all') }),
    answer: z.array(
      z.strictObject({
        id: z.int(),
        studentId: z.string(),
        student: z.string(),
        why: z.enum(['closed', 'absence', 'office']),
        lessonDate: day.nullable(),
        reason: z.string(),
        lessonType: z.string(),
        until: day,
        state: z.enum(MAKEUP_STATES),
        bookedDate: day.nullable(),
      }),
    ),
    async run({ query: { studentId, show } }) {
      const rows = await listMakeups({ today: today(), filter: show, riderId: studentId, most: 20_000 })
      return rows.map(({ id, riderId, rider, why, date, reason, type, until, state, bookedDate }) => ({
        ...{ id, studentId: riderId, student: rider, why, lessonDate: date, reason, lessonType: type },
        ...{ until, state, bookedDate },
      }))
    },
  }),
  call({
    method: 'post',
    path: '/admin/makeups',
    for: 'admin',
    summary: 'The office gives a makeup with a reason.',
    body: grantMakeupSchema.extend({ studentId: riderField }),
    status: 201,
    answer: z.strictObject({ id: z.int() }),
    run: async ({ viewer, body: { studentId, ...makeup } }) => ({
      id: await grantMakeup(viewer.id, studentId, makeup),
    }),
  }),
  call({
    method: 'patch',
    path: '/admin/makeups/{id}',
    for: 'admin',
    summary: 'Takes a makeup back with a reason, or gives it back.',
    params: z.object({ id: numberIn(1, MAX_ID, NO_SUCH_ROW) }),
    body: changeMakeupSchema,
    answer: done,
    async run({ viewer, params: { id }, body }) {
      if (body.intent === 'restore') await restoreMakeup(viewer.id, id)
      else await revokeMakeup(viewer.id, id, body.reason ?? '')
      return { message: body.intent === 'restore' ? 'Makeup given back' : 'Makeup taken back' }
    },
  }),
]
