import { z } from 'zod'
import { addOneTimeLesson } from '~/models/schedule/change/add-lesson.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import {
  addParticipantSchema,
  despiteWaitlistQuery,
  participantSchema,
  removalSchema,
  temporaryLessonSchema,
} from '~/models/schedule/rides/api/schedule-api.schema'
import {
  findRide,
  oneTimeParticipants,
  removalsOn,
  temporaryLessonSlot,
  temporaryLessons,
} from '~/models/schedule/rides/api/schedule-api.server'
import { newPlaces } from '~/models/schedule/vocabulary/slot.schema'
import { Refused } from '~/platform/refused'
import { idField } from '~/utils/fields'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { call } from './table/call'
import { attendance, day, dayNamed, done, instant, NO_SUCH_ROW } from './table/fields'

const slot = { lessonDate: day, dayOfWeek: z.int().min(0).max(6), lessonType: z.string() }
const temporaryLesson = z
  .strictObject({
    id: z.int(),
    ...slot,
    scheduledTime: z.string(),
    /** The ride type of the first lesson at that hour, if this is a second one. */
    secondOf: z.string().nullable(),
    arena: z.string().nullable(),
    students: z.array(z.strictObject({ id: z.string(), name: z.string(), horseAssignment: z.string(), attendance })),
  })
  .meta({ id: 'OneTimeLesson' })
const participant = z
  .strictObject({
    id: z.int(),
    studentId: z.string(),
    studentName: z.string(),
    ...slot,
    scheduledTime: z.string(),
  })
  .meta({ id: 'OneTimeParticipant' })

const dateParam = z.object({ date: dayNamed('date') })
const LESSON_REMOVED = 'One Time Lesson Removed'
const STUDENT_REMOVED = 'Student Removed from Today (no charge, not counted as absence)'

/** The lessons and riders of one day. */
export const oneTimeLessons = [
  call({
    method: 'post',
    path: '/temporary-lessons',
    for: 'admin',
    summary: 'Adds a lesson on one day.',
    body: temporaryLessonSchema,
    status: 201,
    answer: z.union([temporaryLesson, done]),
    async run({ viewer, body: { lessonDate: date, scheduledTime: time, lessonType: type, duration, ...own } }) {
      await addOneTimeLesson(viewer.id, { date, time, type }, { duration, places: newPlaces(own) })
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
    body: addParticipantSchema,
    status: 201,
    answer: z.union([participant, done]),
    async run({
      viewer,
      body: { studentId, lessonDate: date, scheduledTime: time, lessonType: type, beyondCapacity },
    }) {
      await addToLesson(viewer.id, studentId, { date, time, type }, { scope: 'one-time', beyond: beyondCapacity })
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
    params: z.object({ id: dayNamed('date') }),
    answer: z.array(temporaryLesson),
    run: ({ params }) => temporaryLessons(params.id),
  }),
  call({
    method: 'delete',
    path: '/temporary-lessons/{id}',
    for: 'admin',
    summary: 'Takes a one-time lesson off its day.',
    params: z.object({ id: idField }),
    query: z.object({ despiteWaitlist: despiteWaitlistQuery }),
    answer: done,
    missing: NO_SUCH_ROW,
    async run({ viewer, params, query: { despiteWaitlist } }) {
      await deleteLesson(viewer.id, await temporaryLessonSlot(params.id), 'one-time', { despiteWaitlist })
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
      await removeFromLesson(viewer.id, studentId, { date, time, type }, { scope: 'one-time' })
      return { message: STUDENT_REMOVED }
    },
  }),
  call({
    method: 'get',
    path: '/lessons/removals/{date}',
    for: 'admin',
    summary: 'The students and lessons that were removed from a day.',
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
    async run({
      viewer,
      body: { studentId, studentName, lessonDate: date, lessonTime: time, lessonType, removalType, despiteWaitlist },
    }) {
      const scope = removalType === 'weekly' ? 'weekly' : 'one-time'
      if (studentId || studentName) {
        const { lesson, rider } = await findRide({ date, time, type: lessonType }, { id: studentId, name: studentName })
        await removeFromLesson(viewer.id, rider.riderId, { date, time, type: lesson.type }, { scope })
        return { message: scope === 'weekly' ? 'Student Removed' : STUDENT_REMOVED }
      }
      if (!lessonType) throw new Refused('invalid', 'lessonType: Choose a ride type', 'lessonType')
      await deleteLesson(viewer.id, { date, time, type: lessonType }, scope, { despiteWaitlist })
      return { message: LESSON_REMOVED }
    },
  }),
]
