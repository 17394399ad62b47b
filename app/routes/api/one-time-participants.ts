import type { ActionFunctionArgs } from '@remix-run/node'
import { removeFromLesson } from '~/models/lessons/place.server'
import { participantSchema } from '~/models/schedule/schedule-api.schema'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** DELETE /api/one-time-participants: takes a student out of a lesson of one day, free of charge (specification, section 7). */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(
    request,
    async () => {
      if (request.method !== 'DELETE') return methodNotAllowed('DELETE')
      const viewer = await requireApiAdmin(request)
      const {
        studentId,
        lessonDate: date,
        scheduledTime: time,
        lessonType: type,
      } = await readJson(request, participantSchema)
      await removeFromLesson(viewer.id, studentId, { date, time, type }, 'one-time')
      return { message: 'Student Removed from Today (no charge, not counted as absence)' }
    },
    'Failed to remove student. Please try again.',
  )

export const loader = () => methodNotAllowed('DELETE')
