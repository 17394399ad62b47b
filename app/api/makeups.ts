import { callOff, comeAfterAll } from '~/models/makeups/absence.server'
import { bookMakeup } from '~/models/makeups/book-makeup.server'
import { absenceSchema, participantSchema } from '~/models/schedule/schedule-api.schema'
import { call } from './table/call'
import { done } from './table/fields'

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
]
