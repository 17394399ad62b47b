import { type ActionFunctionArgs, json } from '@remix-run/node'
import { removeFromLesson } from '~/models/lessons/place.server'
import { deleteLesson } from '~/models/lessons/slot.server'
import { removalSchema } from '~/models/schedule/schedule-api.schema'
import { findRide } from '~/models/schedule/schedule-api.server'
import { Refused } from '~/platform/refused'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/**
 * POST /api/lessons/record-removal: takes a student, or without one the whole lesson, off a day free of charge, or with
 * removalType weekly from that day on (specification, sections 3 and 7). Answers 201.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiAdmin(request)
    const {
      studentId,
      lessonDate: date,
      lessonTime: time,
      lessonType,
      removalType,
    } = await readJson(request, removalSchema)
    const scope = removalType === 'weekly' ? 'weekly' : 'one-time'
    if (studentId) {
      const type = lessonType ?? (await findRide({ date, time }, { id: studentId })).lesson.type
      await removeFromLesson(viewer.id, studentId, { date, time, type }, scope)
      return json({ message: 'Student Removed from Today (no charge, not counted as absence)' }, { status: 201 })
    }
    if (!lessonType) throw new Refused('lessonType: Choose a ride type', 'lessonType')
    await deleteLesson(viewer.id, { date, time, type: lessonType }, scope)
    return json({ message: 'One Time Lesson Removed' }, { status: 201 })
  })

export const loader = () => methodNotAllowed('POST')
