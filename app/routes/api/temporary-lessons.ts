import { type ActionFunctionArgs, json } from '@remix-run/node'
import { addOneTimeLesson } from '~/models/lessons/slot.server'
import { temporaryLessonSchema } from '~/models/schedule/schedule-api.schema'
import { temporaryLessons } from '~/models/schedule/schedule-api.server'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** POST /api/temporary-lessons: a lesson on one day (specification, section 7). Answers 201 with it. */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('POST')
    const viewer = await requireApiAdmin(request)
    const { lessonDate: date, scheduledTime: time, lessonType: type } = await readJson(request, temporaryLessonSchema)
    await addOneTimeLesson(viewer.id, { date, time, type })
    const there = (await temporaryLessons(date)).find(
      (row) => row.lessonType === type && row.scheduledTime === formatTimeOfDay(time),
    )
    return json(there ?? { message: 'Lesson Added' }, { status: 201 })
  })

export const loader = () => methodNotAllowed('POST')
