import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { createWeeklyPlace } from '~/models/lessons/place.server'
import { addWeeklyLesson } from '~/models/lessons/slot.server'
import { weeklyPlaceSchema } from '~/models/schedule/slot.schema'
import { findWeeklySchedule, listWeeklySchedule } from '~/models/schedule/weekly-schedule.server'
import { today } from '~/platform/clock.server'
import { firstOn } from '~/utils/dates'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/weekly-schedule: every weekly place that stands today or later (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return listWeeklySchedule(today())
  })

/**
 * POST /api/weekly-schedule {studentId, dayOfWeek, scheduledTime, lessonType, startDate}: a weekly place from the first
 * such weekday on; without a student a lesson that is still empty. Answers 201 with the row.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('GET, POST')
    const viewer = await requireApiAdmin(request)
    const body = await readJson(request, weeklyPlaceSchema)
    const startDate = body.startDate ?? today()
    const date = body.dayOfWeek === undefined ? startDate : firstOn(body.dayOfWeek, startDate)
    const slot = { date, time: body.scheduledTime, type: body.lessonType }
    const id = body.studentId
      ? await createWeeklyPlace(viewer.id, body.studentId, slot)
      : await addWeeklyLesson(viewer.id, slot)
    return json(await findWeeklySchedule(id), { status: 201 })
  })
