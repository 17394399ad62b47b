import { type ActionFunctionArgs, json } from '@remix-run/node'
import { addToLesson } from '~/models/lessons/place.server'
import { participantSchema } from '~/models/schedule/schedule-api.schema'
import { oneTimeParticipants } from '~/models/schedule/schedule-api.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** POST /api/temporary-lessons/add-student: a student in a lesson of one day (specification, section 7). Answers 201. */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiAdmin(request)
    const {
      studentId,
      lessonDate: date,
      scheduledTime: time,
      lessonType: type,
    } = await readJson(request, participantSchema)
    await addToLesson(viewer.id, studentId, { date, time, type }, 'one-time')
    const row = (await oneTimeParticipants(date)).find((one) => one.studentId === studentId && one.lessonType === type)
    return json(row ?? { message: 'Student Added' }, { status: 201 })
  })

export const loader = () => methodNotAllowed('POST')
