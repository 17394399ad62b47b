import { z } from 'zod'
import { familyRider, ridersOfFamily } from '~/models/people/families/family.server'
import { bookPlace } from '~/models/schedule/change/book-place.server'
import { givePlaceBack } from '~/models/schedule/change/take-place.server'
import { placesToTake } from '~/models/schedule/places/places-to-take.server'
import { participantSchema } from '~/models/schedule/rides/api/schedule-api.schema'
import { declineOffer, takeOffer } from '~/models/schedule/waitlist/take-offer.server'
import { allWaiting, type WaitingEntry, waitingOf } from '~/models/schedule/waitlist/waiting-lists.server'
import { addToWaitlist, joinWaitlist, leaveWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { LEVEL_NAMES } from '~/models/vocabulary/level'
import { isAdmin } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { addDays } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { call } from '../table/call'
import { count, day, dayNamed, done, instant } from '../table/fields'

const waitingEntry = z
  .strictObject({
    id: z.int(),
    studentId: z.string(),
    studentName: z.string(),
    lessonDate: day,
    scheduledTime: z.string(),
    lessonType: z.string(),
    weekly: z.boolean(),
    /** The position in the line, from 1. */
    place: count,
    offer: z.strictObject({ id: z.int(), lessonDate: day, expiresAt: instant }).nullable(),
  })
  .meta({ id: 'WaitlistEntry' })

const entryAnswer = (entry: WaitingEntry) => ({
  id: entry.id,
  studentId: entry.riderId,
  studentName: entry.name,
  lessonDate: entry.date,
  scheduledTime: formatTimeOfDay(entry.time),
  lessonType: entry.type,
  weekly: entry.weekly,
  place: entry.place,
  offer:
    entry.offerId && entry.offeredFor && entry.expiresAt
      ? { id: entry.offerId, lessonDate: entry.offeredFor, expiresAt: entry.expiresAt.toISOString() }
      : null,
})

/** What families book themselves. */
export const places = [
  call({
    method: 'get',
    path: '/places',
    for: 'viewer',
    summary:
      'Free places in lessons that fit a rider of the family, from a day on: two weeks, or up to `to`, at most 42 days.',
    shows: ({ query }) => query.studentId,
    query: z.object({
      studentId: z.string().min(1).optional(),
      from: dayNamed('from').optional(),
      to: dayNamed('to').optional(),
      lessonType: z.string().min(1).optional(),
    }),
    answer: z.array(
      z.strictObject({
        lessonDate: day,
        scheduledTime: z.string(),
        lessonType: z.string(),
        duration: count,
        instructor: z.string().nullable(),
        level: z.enum(LEVEL_NAMES).nullable(),
        arena: z.string().nullable(),
        weekly: z.boolean(),
        /** Null means no limit. */
        free: count.nullable(),
      }),
    ),
    async run({ viewer, query: { studentId = viewer.id, from = today(), to = addDays(from, 13), lessonType } }) {
      const { id } = await familyRider(viewer.id, studentId)
      const lessons = await placesToTake(id, from, to, { types: lessonType ? [lessonType] : undefined })
      return lessons.map(({ date, time, type, ...lesson }) => ({
        lessonDate: date,
        scheduledTime: formatTimeOfDay(time),
        lessonType: type,
        ...lesson,
      }))
    },
  }),
  call({
    method: 'post',
    path: '/places',
    for: 'viewer',
    summary: 'Books a free place on one date for a rider of the family, with a lesson that is left of that month.',
    body: participantSchema,
    status: 201,
    answer: done,
    async run({ viewer, body: { studentId, lessonDate: date, scheduledTime: time, lessonType: type } }) {
      await bookPlace(viewer.id, studentId, { date, time, type })
      return { message: 'Place Booked' }
    },
  }),
  call({
    method: 'delete',
    path: '/places',
    for: 'viewer',
    summary: 'Gives a booked place of one date back.',
    body: participantSchema,
    answer: done,
    async run({ viewer, body: { studentId, lessonDate: date, scheduledTime: time, lessonType: type } }) {
      await givePlaceBack(viewer.id, studentId, { date, time, type })
      return { message: 'Place Given Back' }
    },
  }),
  call({
    method: 'post',
    path: '/waitlist',
    for: 'viewer',
    summary:
      'Puts a rider of the family, or for the office any student, on the waitlist of a lesson on its date, or weekly from it on.',
    body: participantSchema.extend({ weekly: z.boolean().default(false) }),
    status: 201,
    answer: z.strictObject({ id: z.int() }),
    async run({ viewer, body: { studentId, lessonDate: date, scheduledTime: time, lessonType: type, weekly } }) {
      const add = isAdmin(viewer) ? addToWaitlist : joinWaitlist
      return { id: await add(viewer.id, studentId, { date, time, type }, weekly ? 'weekly' : 'one-time') }
    },
  }),
  call({
    method: 'get',
    path: '/waitlist',
    for: 'viewer',
    summary: 'What the riders of the family wait for, and the places that are held for them.',
    answer: z.array(waitingEntry),
    async run({ viewer }) {
      return (await waitingOf((await ridersOfFamily(viewer.id)).map(({ id }) => id))).map(entryAnswer)
    },
  }),
  call({
    method: 'get',
    path: '/admin/waitlist',
    for: 'admin',
    summary: 'Everyone who waits for a place, by lesson in the order of the line.',
    answer: z.array(waitingEntry),
    run: async () => (await allWaiting()).map(entryAnswer),
  }),
  call({
    method: 'delete',
    path: '/waitlist/{id}',
    for: 'viewer',
    summary: 'Removes an entry from the waitlist.',
    params: z.object({ id: idField }),
    answer: done,
    missing: 'No longer on this waitlist',
    async run({ viewer, params }) {
      await leaveWaitlist(viewer.id, params.id, isAdmin(viewer) ? {} : { userId: viewer.id })
      return { message: 'Off the Waitlist' }
    },
  }),
  call({
    method: 'post',
    path: '/offers/{id}',
    for: 'viewer',
    summary: 'Takes or declines a place that was offered to the family.',
    params: z.object({ id: idField }),
    body: z.object({ answer: z.enum(['take', 'decline']) }),
    answer: done,
    missing: 'Offer not found',
    async run({ viewer, params, body }) {
      if (body.answer === 'take') await takeOffer(viewer.id, params.id)
      else await declineOffer(viewer.id, params.id)
      return { message: body.answer === 'take' ? 'Place Booked' : 'Place Declined' }
    },
  }),
]
