import { z } from 'zod'
import { editLesson } from '~/models/lessons/edit-lesson.server'
import { addToLesson, createWeeklyPlace, endWeeklyPlace, removeFromLesson } from '~/models/lessons/place.server'
import { addOneTimeLesson, addWeeklyLesson, deleteLesson } from '~/models/lessons/slot.server'
import {
  dayFrom,
  deleteTimeslotSchema,
  editTimeslotSchema,
  participantSchema,
  removalSchema,
  temporaryLessonSchema,
} from '~/models/schedule/schedule-api.schema'
import {
  findRide,
  oneTimeParticipants,
  removalsOn,
  temporaryLessonSlot,
  temporaryLessons,
} from '~/models/schedule/schedule-api.server'
import { weeklyPlaceSchema } from '~/models/schedule/slot.schema'
import { findWeeklySchedule, listWeeklySchedule } from '~/models/schedule/weekly-schedule.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { firstOn, isLocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { call } from './table/call'
import { attendance, day, dayNamed, done, instant, NO_SUCH_ROW, notADay, rowId } from './table/fields'

const weeklyPlace = z.strictObject({
  id: z.int(),
  studentId: z.string().nullable(),
  studentName: z.string().nullable(),
  dayOfWeek: z.int().min(0).max(6),
  scheduledTime: z.string(),
  lessonType: z.string(),
  duration: z.int(),
  isActive: z.boolean(),
  startDate: day,
  deletedFromDate: day.nullable(),
  createdAt: instant,
  updatedAt: instant,
})

const slot = { lessonDate: day, dayOfWeek: z.int().min(0).max(6), lessonType: z.string() }
const temporaryLesson = z.strictObject({
  id: z.int(),
  ...slot,
  scheduledTime: z.string(),
  students: z.array(z.strictObject({ id: z.string(), name: z.string(), horseAssignment: z.string(), attendance })),
})
const participant = z.strictObject({
  id: z.int(),
  studentId: z.string(),
  studentName: z.string(),
  ...slot,
  scheduledTime: z.string(),
})

const dateParam = z.object({ date: dayNamed('date') })
const LESSON_DELETED = 'Lesson Deleted - Future lessons have been removed from the schedule'
const LESSON_REMOVED = 'One Time Lesson Removed'
const STUDENT_REMOVED = 'Student Removed from Today (no charge, not counted as absence)'

/** The weekly lessons. What changes from a day on leaves the past as it was. */
export const weeklySchedule = [
  call({
    method: 'get',
    path: '/weekly-schedule',
    for: 'admin',
    summary: 'Every weekly place that stands today or later.',
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
      const id = body.studentId
        ? await createWeeklyPlace(viewer.id, body.studentId, slot)
        : await addWeeklyLesson(viewer.id, slot)
      return findWeeklySchedule(id)
    },
  }),
  call({
    method: 'put',
    path: '/weekly-schedule/timeslot',
    for: 'admin',
    summary: 'Gives a weekly lesson another time and type from a day on.',
    body: editTimeslotSchema,
    answer: done,
    async run({ viewer, body }) {
      const date = dayFrom(body.lessonDate, body.dayOfWeek)
      const change = { time: body.newTime, type: body.newType }
      await editLesson(viewer.id, { date, time: body.oldTime, type: body.oldType }, change, 'weekly')
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
      await deleteLesson(viewer.id, { date, time: body.scheduledTime, type: body.lessonType }, 'weekly')
      return { message: LESSON_DELETED }
    },
  }),
  call({
    method: 'delete',
    path: '/weekly-schedule/{id}',
    for: 'admin',
    summary: 'Ends a weekly place today, or on `fromDate`.',
    params: z.object({ id: rowId }),
    query: z.object({ fromDate: dayNamed('fromDate').optional() }),
    answer: done,
    missing: 'Lesson not found',
    async run({ viewer, params, query: { fromDate = today() } }) {
      await endWeeklyPlace(viewer.id, params.id, fromDate)
      return { message: LESSON_DELETED }
    },
  }),
]

/** The lessons and places of one day. */
export const oneTimeLessons = [
  call({
    method: 'post',
    path: '/temporary-lessons',
    for: 'admin',
    summary: 'Adds a lesson on one day.',
    body: temporaryLessonSchema,
    status: 201,
    answer: z.union([temporaryLesson, done]),
    async run({ viewer, body: { lessonDate: date, scheduledTime: time, lessonType: type } }) {
      await addOneTimeLesson(viewer.id, { date, time, type })
      const added = (await temporaryLessons(date)).find(
        (row) => row.lessonType === type && row.scheduledTime === formatTimeOfDay(time),
      )
      return added ?? { message: 'Lesson Added' }
    },
  }),
  call({
    method: 'post',
    path: '/temporary-lessons/add-student',
    for: 'admin',
    summary: 'Adds a student to a lesson of one day.',
    body: participantSchema,
    status: 201,
    answer: z.union([participant, done]),
    async run({ viewer, body: { studentId, lessonDate: date, scheduledTime: time, lessonType: type } }) {
      await addToLesson(viewer.id, studentId, { date, time, type }, 'one-time')
      const added = (await oneTimeParticipants(date)).find(
        (row) => row.studentId === studentId && row.lessonType === type,
      )
      return added ?? { message: 'Student Added' }
    },
  }),
  call({
    method: 'get',
    path: '/temporary-lessons/{id}',
    for: 'admin',
    summary: 'The one-time lessons of the day that `id` names, as YYYY-MM-DD.',
    params: z
      .object({ id: z.string().trim() })
      .refine(({ id }) => isLocalDate(id), { error: notADay('date'), path: ['date'] }),
    answer: z.array(temporaryLesson),
    run: ({ params }) => temporaryLessons(params.id),
  }),
  call({
    method: 'delete',
    path: '/temporary-lessons/{id}',
    for: 'admin',
    summary: 'Takes a one-time lesson off its day.',
    params: z.object({ id: rowId }),
    answer: done,
    missing: NO_SUCH_ROW,
    async run({ viewer, params }) {
      await deleteLesson(viewer.id, await temporaryLessonSlot(params.id), 'one-time')
      return { message: LESSON_REMOVED }
    },
  }),
  call({
    method: 'get',
    path: '/one-time-participants/{date}',
    for: 'admin',
    summary: 'The students who are in a lesson of that day only.',
    params: dateParam,
    answer: z.array(participant),
    run: ({ params }) => oneTimeParticipants(params.date),
  }),
  call({
    method: 'delete',
    path: '/one-time-participants',
    for: 'admin',
    summary: 'Takes a student out of a lesson of one day, free of charge.',
    body: participantSchema,
    answer: done,
    fault: 'Failed to remove student. Please try again.',
    async run({ viewer, body: { studentId, lessonDate: date, scheduledTime: time, lessonType: type } }) {
      await removeFromLesson(viewer.id, studentId, { date, time, type }, 'one-time')
      return { message: STUDENT_REMOVED }
    },
  }),
  call({
    method: 'get',
    path: '/lessons/removals/{date}',
    for: 'admin',
    summary: 'The students and lessons that were taken off a day.',
    params: dateParam,
    answer: z.array(
      z.strictObject({
        id: z.int(),
        studentId: z.string().nullable(),
        studentName: z.string().nullable(),
        ...slot,
        lessonTime: z.string(),
        removalType: z.enum(['one-time', 'daily', 'weekly']),
        removalDate: instant,
      }),
    ),
    run: ({ params }) => removalsOn(params.date),
  }),
  call({
    method: 'post',
    path: '/lessons/record-removal',
    for: 'admin',
    summary: 'Takes a student, or without one the whole lesson, off a day free of charge; weekly, from that day on.',
    body: removalSchema,
    status: 201,
    answer: done,
    async run({ viewer, body: { studentId, lessonDate: date, lessonTime: time, lessonType, removalType } }) {
      const scope = removalType === 'weekly' ? 'weekly' : 'one-time'
      if (studentId) {
        const type = lessonType ?? (await findRide({ date, time }, { id: studentId })).lesson.type
        await removeFromLesson(viewer.id, studentId, { date, time, type }, scope)
        return { message: STUDENT_REMOVED }
      }
      if (!lessonType) throw new Refused('lessonType: Choose a ride type', 'lessonType')
      await deleteLesson(viewer.id, { date, time, type: lessonType }, scope)
      return { message: LESSON_REMOVED }
    },
  }),
]
