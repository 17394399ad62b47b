import { z } from 'zod'
import { familyRider } from '~/models/families/family.server'
import { bookPlace } from '~/models/places/book-place.server'
import { LEVEL_NAMES } from '~/models/places/level'
import { placesToTake } from '~/models/places/places-to-take.server'
import { givePlaceBack } from '~/models/places/take-place.server'
import { participantSchema } from '~/models/schedule/schedule-api.schema'
import { today } from '~/platform/clock.server'
import { addDays } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { call } from '../table/call'
import { count, day, dayNamed, done } from '../table/fields'

/** What a family books by itself. */
export const places = [
  call({
    method: 'get',
    path: '/places',
    for: 'viewer',
    summary:
      'Free places in lessons that fit a rider of the family, from a day on: two weeks, or up to `to`, at most 42 days.',
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
        weekly: z.boolean(),
        /** Null is no limit. */
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
]
