import { z } from 'zod'
import { callOff, comeAfterAll } from '~/models/schedule/makeups/absence.server'
import { bookMakeup } from '~/models/schedule/makeups/book-makeup.server'
import { type ListedMakeup, makeupsAfter } from '~/models/schedule/makeups/makeup-list.server'
import { changeMakeupSchema, grantMakeupSchema } from '~/models/schedule/makeups/office-makeup.schema'
import { grantMakeup } from '~/models/schedule/makeups/office-makeup.server'
import { ownMakeups } from '~/models/schedule/makeups/own-makeups.server'
import { requestMakeup, withdrawRequest } from '~/models/schedule/makeups/requests/ask.server'
import { answerField, askSchema } from '~/models/schedule/makeups/requests/request.schema'
import { absenceSchema, participantSchema } from '~/models/schedule/rides/api/schedule-api.schema'
import { beyondBody, dayField, riderField, timeField, typeField } from '~/models/schedule/vocabulary/slot.schema'
import { MAKEUP_FILTERS, MAKEUP_STATES } from '~/models/vocabulary/makeup'
import { today } from '~/platform/clock.server'
import {
  bookRequestAndTell,
  changeMakeup,
  declineRequestAndTell,
} from '~/services/mail/notices/answered-makeups.server'
import { idField, MAX_ID } from '~/utils/fields'
import { call } from '../table/call'
import { count, day, done, instant, NO_SUCH_ROW, numberIn } from '../table/fields'
import { linkNext } from '../table/next-page'

const makeupRow = z
  .strictObject({
    id: z.int(),
    studentId: z.string(),
    student: z.string(),
    why: z.enum(['closed', 'absence', 'office']),
    lessonDate: day.nullable(),
    reason: z.string(),
    lessonType: z.string(),
    until: day,
    /** The last day before the office extended it; null if it was never extended. */
    extendedFrom: day.nullable(),
    state: z.enum(MAKEUP_STATES),
    bookedDate: day.nullable(),
    /** The family's latest request to the office; weekdays are numbered from 0 (Sunday). */
    request: z
      .strictObject({
        id: z.int(),
        weekdays: z.array(count),
        wish: z.string(),
        askedAt: instant,
        state: z.enum(['open', 'declined', 'withdrawn', 'closed']),
        answer: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Makeup' })

const makeupAnswer = ({ riderId, rider, date, type, request, ...row }: ListedMakeup): z.output<typeof makeupRow> => ({
  id: row.id,
  studentId: riderId,
  student: rider,
  why: row.why,
  lessonDate: date,
  reason: row.reason,
  lessonType: type,
  until: row.until,
  extendedFrom: row.extendedFrom,
  state: row.state,
  bookedDate: row.bookedDate,
  request: request && { ...request, askedAt: new Date(request.askedAt).toISOString() },
})

const byId = z.object({ id: numberIn(1, MAX_ID, NO_SUCH_ROW) })

/** Absences that families report, makeups that they book or request, and what the office does with them. */
export const makeups = [
  call({
    method: 'post',
    path: '/absences',
    for: 'viewer',
    summary:
      'A rider of the family cannot come: before the cutoff it gives a makeup, later the ride counts. The answer says which. With `version`, what a page said would happen, it is refused if something else would happen now.',
    body: absenceSchema,
    status: 201,
    answer: done,
    async run({ viewer, body: { studentId: riderId, lessonDate: date, scheduledTime: time, version } }) {
      return { message: (await callOff(viewer.id, { riderId, date, time }, version)).said }
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
      return { message: 'You’re back on the schedule' }
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
    path: '/makeups',
    for: 'viewer',
    summary: 'The makeups of all riders of the family: those that can be booked first, with what was asked for them.',
    answer: z.array(makeupRow),
    run: async ({ viewer }) => (await ownMakeups(viewer.id)).map(makeupAnswer),
  }),
  call({
    method: 'post',
    path: '/makeups/{id}/request',
    for: 'viewer',
    summary:
      'Asks the office for a place with a makeup of the family: on some weekdays, or in a sentence. One request a makeup at a time.',
    params: byId,
    body: askSchema,
    status: 201,
    answer: z.strictObject({ id: z.int() }),
    run: async ({ viewer, params, body }) => ({ id: await requestMakeup(viewer.id, params.id, body) }),
  }),
  call({
    method: 'delete',
    path: '/makeups/{id}/request',
    for: 'viewer',
    summary: 'Asks the office no more.',
    params: byId,
    answer: done,
    async run({ viewer, params }) {
      await withdrawRequest(viewer.id, params.id)
      return { message: 'Request withdrawn' }
    },
  }),
  call({
    method: 'get',
    path: '/admin/makeups',
    for: 'admin',
    summary:
      'The makeups of all students or of one, with the ride that each is for, its state and the ride that it is booked into: 500 at most. If there are more, the header Link names the call for the next ones.',
    shows: ({ query }) => query.studentId,
    query: z.object({
      studentId: z.string().min(1).optional(),
      show: z.enum(MAKEUP_FILTERS).default('all'),
      after: idField.optional(),
    }),
    answer: z.array(makeupRow),
    async run({ headers, query: { studentId, show, after } }) {
      const riderIds = studentId === undefined ? undefined : [studentId]
      const { makeups, more } = await makeupsAfter(after, { today: today(), filter: show, riderIds })
      if (more) linkNext(headers, '/admin/makeups', { studentId, show, after: makeups.at(-1)?.id })
      return makeups.map(makeupAnswer)
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
    summary: 'Takes a makeup back with a reason, gives it back, lets it hold longer with a reason, or undoes that.',
    params: byId,
    body: changeMakeupSchema,
    answer: done,
    run: async ({ viewer, params: { id }, body }) => ({ message: await changeMakeup(viewer.id, id, body) }),
  }),
  call({
    method: 'post',
    path: '/admin/makeups/requests/{id}',
    for: 'admin',
    summary:
      'Answers a family that asks for a makeup: with a lesson of its ride type it books the place, with `answer` it declines. The family is told.',
    params: byId,
    body: z.union([
      z.strictObject({
        lessonDate: dayField,
        scheduledTime: timeField,
        /** The makeup's own, or that of a second lesson at the same hour. */
        lessonType: typeField.optional(),
        beyondCapacity: beyondBody,
      }),
      z.strictObject({ answer: answerField }),
    ]),
    answer: done,
    async run({ viewer, params: { id }, body }) {
      if ('answer' in body) {
        await declineRequestAndTell(viewer.id, id, body.answer)
        return { message: 'Answer sent' }
      }
      const { lessonDate: date, scheduledTime: time, lessonType: type, beyondCapacity } = body
      await bookRequestAndTell(viewer.id, id, { date, time, type }, beyondCapacity)
      return { message: 'Makeup booked' }
    },
  }),
]
