import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { NO_HORSE } from '~/models/attendance/attendance.schema'
import { findHorse } from '~/models/horses/horse.server'
import { assignHorse } from '~/models/horses/horse-assignment.server'
import { horseAssignmentSchema, weekParam } from '~/models/schedule/schedule-api.schema'
import { findRide, horseAssignments } from '~/models/schedule/schedule-api.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/lessons/horse-assignments?week=: which horse goes out when, Monday to Sunday (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return horseAssignments(weekParam(request, today()))
  })

/**
 * POST /api/lessons/horse-assignments {horseName, usageDate, lessonTime, studentName, lessonType}: assigns a horse, or
 * without one (or `none`) takes it back. Beyond the horse's limit it needs `overReason`.
 */
export const action = ({ request }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'POST') return methodNotAllowed('GET, POST')
    const viewer = await requireApiAdmin(request)
    const body = await readJson(request, horseAssignmentSchema)
    const { usageDate: date, lessonTime: time, overReason } = body
    const { lesson, rider } = await findRide(
      { date, time, type: body.lessonType },
      { id: body.studentId, name: body.studentName },
    )
    const horseId = await horseIdOf(body.horseName)
    await assignHorse(viewer.id, { riderId: rider.riderId, date, time, type: lesson.type }, { horseId, overReason })
    return { message: horseId === null ? 'Horse Assignment Removed' : 'Horse Assigned' }
  })

async function horseIdOf(name: string | null | undefined): Promise<number | null> {
  if (!name || name.toLowerCase() === NO_HORSE) return null
  const horse = await findHorse(name)
  if (!horse?.isActive) throw new Refused('There is no such horse', 'horseName')
  return horse.id
}
