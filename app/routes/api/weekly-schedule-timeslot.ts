import type { ActionFunctionArgs } from '@remix-run/node'
import { editLesson } from '~/models/lessons/edit-lesson.server'
import { deleteLesson } from '~/models/lessons/slot.server'
import { dayFrom, deleteTimeslotSchema, editTimeslotSchema } from '~/models/schedule/schedule-api.schema'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/**
 * PUT and DELETE /api/weekly-schedule/timeslot: gives a weekly lesson another time and type, or ends it, from a day on
 * (specification, section 7). The past stays as it was.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method === 'PUT') {
      const viewer = await requireApiAdmin(request)
      const body = await readJson(request, editTimeslotSchema)
      const date = dayFrom(body.lessonDate, body.dayOfWeek)
      const change = { time: body.newTime, type: body.newType }
      await editLesson(viewer.id, { date, time: body.oldTime, type: body.oldType }, change, 'weekly')
      return { message: 'Lesson Updated' }
    }
    if (request.method === 'DELETE') {
      const viewer = await requireApiAdmin(request)
      const body = await readJson(request, deleteTimeslotSchema)
      const date = dayFrom(body.fromDate, body.dayOfWeek)
      await deleteLesson(viewer.id, { date, time: body.scheduledTime, type: body.lessonType }, 'weekly')
      return { message: 'Lesson Deleted - Future lessons have been removed from the schedule' }
    }
    return methodNotAllowed('PUT, DELETE')
  })

export const loader = () => methodNotAllowed('PUT, DELETE')
