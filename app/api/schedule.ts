import { z } from 'zod'
import { addWeeklyLesson } from '~/models/schedule/change/add-lesson.server'
import { createWeeklyPlace } from '~/models/schedule/change/add-rider.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { endWeeklyPlace } from '~/models/schedule/change/remove-rider.server'
import { closeDayApiSchema } from '~/models/schedule/closing/closing.schema'
import { lessonPlaces } from '~/models/schedule/places/lesson-places.server'
import {
  dayFrom,
  deleteTimeslotSchema,
  despiteWaitlistQuery,
  editTimeslotSchema,
} from '~/models/schedule/rides/api/schedule-api.schema'
import { findWeeklySchedule, listWeeklySchedule } from '~/models/schedule/rides/api/weekly-schedule.server'
import { newPlaces, weeklyPlaceSchema } from '~/models/schedule/vocabulary/slot.schema'
import { LEVEL_NAMES } from '~/models/vocabulary/level'
import { today } from '~/platform/clock.server'
import { closeDayAndTell, closeDaysAndTell } from '~/services/mail/day-closed-mail.server'
import { firstOn } from '~/utils/dates'
import { idField } from '~/utils/fields'
import { call } from './table/call'
import { count, day, dayNamed, done, instant, weekOf, weekQuery } from './table/fields'

const weeklyPlace = z
  .strictObject({
    id: z.int(),
    studentId: z.string().nullable(),
    studentName: z.string().nullable(),
    dayOfWeek: z.int().min(0).max(6),
    scheduledTime: z.string(),
    lessonType: z.string(),
    /** The ride type of the first lesson at that hour, if this is a second one. */
    secondOf: z.string().nullable(),
    duration: z.int(),
    arena: z.string().nullable(),
    isActive: z.boolean(),
    startDate: day,
    deletedFromDate: day.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'WeeklyPlace' })

const LESSON_DELETED = 'Lesson Deleted - Future lessons have been removed from the schedule'

/** The weekly lessons. A change from a day on leaves the past as it was. */
export const weeklySchedule = [
  call({
    method: 'get',
    path: '/weekly-schedule',
    for: 'admin',
    summary: 'Every weekly place that is in effect today or later.',
    answer: z.array(weeklyPlace),
    run: () => listWeeklySchedule(today()),
  }),
  call({
    method: 'post',
    path: '/weekly-schedule',
    for: 'admin',
    summary: 'Adds a weekly place from the first such weekday on; without a student, a lesson that is still empty.',
    body: weeklyPlaceSchema,
    status: 201,
    answer: weeklyPlace,
    async run({ viewer, body }) {
      const startDate = body.startDate ?? today()
      const date = body.dayOfWeek === undefined ? startDate : firstOn(body.dayOfWeek, startDate)
      const slot = { date, time: body.scheduledTime, type: body.lessonType }
      const { duration, beyondCapacity: beyond } = body
      const id = body.studentId
        ? await createWeeklyPlace(viewer.id, body.studentId, slot, { duration, beyond })
        : await addWeeklyLesson(viewer.id, slot, { duration, places: newPlaces(body) })
      return findWeeklySchedule(id)
    },
  }),
  call({
    method: 'put',
    path: '/weekly-schedule/timeslot',
    for: 'admin',
    summary: 'Gives a lesson another day, time, type and length: weekly from a day on, or on that date alone.',
    body: editTimeslotSchema,
    answer: done,
    async run({ viewer, body }) {
      const date = dayFrom(body.lessonDate, body.dayOfWeek)
      const { newTime: time, newType: type, newDuration: duration, newCapacity, newLevel, newArena } = body
      const places = {
        ...(newCapacity !== undefined && { capacity: newCapacity }),
        ...(newLevel !== undefined && { level: newLevel }),
        ...(newArena !== undefined && { arena: newArena }),
      }
      const change = { date: body.newDate, time, type, duration, places, beyond: body.beyondCapacity }
      await editLesson(viewer.id, { date, time: body.oldTime, type: body.oldType }, change, body.scope)
      return { message: 'Lesson Updated' }
    },
  }),
  call({
    method: 'delete',
    path: '/weekly-schedule/timeslot',
    for: 'admin',
    summary: 'Ends a weekly lesson from a day on.',
    body: deleteTimeslotSchema,
    answer: done,
    async run({ viewer, body }) {
      const date = dayFrom(body.fromDate, body.dayOfWeek)
      const { scheduledTime: time, lessonType: type, despiteWaitlist } = body
      await deleteLesson(viewer.id, { date, time, type }, 'weekly', { despiteWaitlist })
      return { message: LESSON_DELETED }
    },
  }),
  call({
    method: 'delete',
    path: '/weekly-schedule/{id}',
    for: 'admin',
    summary: 'Ends a weekly place today, or on `fromDate`.',
    params: z.object({ id: idField }),
    query: z.object({ fromDate: dayNamed('fromDate').optional(), despiteWaitlist: despiteWaitlistQuery }),
    answer: done,
    missing: 'Lesson not found',
    async run({ viewer, params, query: { fromDate = today(), despiteWaitlist } }) {
      await endWeeklyPlace(viewer.id, params.id, fromDate, { despiteWaitlist })
      return { message: LESSON_DELETED }
    },
  }),
  call({
    method: 'get',
    path: '/schedule/places',
    for: 'admin',
    summary: 'The places of each lesson of a week: how many it has, how many are taken or held, and how many are free.',
    query: weekQuery,
    answer: z.array(
      z.strictObject({
        lessonDate: day,
        lessonTime: z.string(),
        lessonType: z.string(),
        /** Null means no limit. */
        capacity: count.nullable(),
        level: z.enum(LEVEL_NAMES).nullable(),
        arena: z.string().nullable(),
        riding: count,
        held: count,
        /** Negative if there are more riders than places. */
        free: z.int().nullable(),
      }),
    ),
    run: ({ query }) => lessonPlaces(weekOf(query.week || today())),
  }),
  call({
    method: 'post',
    path: '/schedule/close-day',
    for: 'admin',
    summary:
      'Cancels every lesson of a day, of each day `through` another, those from a time on, or the lessons that are named; riders who would have come have a makeup unless `noMakeups` says otherwise, and families are told.',
    body: closeDayApiSchema,
    answer: done.extend({
      lessons: count,
      rides: count,
      /** The number of emails to families. */
      told: count,
      /** The names of students without an email address. */
      withoutAddress: z.array(z.string()),
    }),
    async run({ viewer, body: { date, through, from = null, reason, lessons: only, noMakeups } }) {
      const closing = { from, reason, only, noMakeups }
      const { lessons, rides, told, unreached } = await (through
        ? closeDaysAndTell(viewer.id, { date, through }, closing)
        : closeDayAndTell(viewer.id, date, closing))
      return { message: only ? 'Lessons Canceled' : 'Day Closed', lessons, rides, told, withoutAddress: unreached }
    },
  }),
]
