import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { deleteLesson } from '~/models/lessons/slot.server'
import { requireDay, requireId } from '~/models/schedule/schedule-api.schema'
import { temporaryLessonSlot, temporaryLessons } from '~/models/schedule/schedule-api.server'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/temporary-lessons/{date}: the one-time lessons of a day (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return temporaryLessons(requireDay(params.id, 'date'))
  })

/** DELETE /api/temporary-lessons/{id}: takes a one-time lesson off its day. */
export const action = ({ request, params }: ActionFunctionArgs) =>
  apiAnswer(request, async () => {
    if (request.method !== 'DELETE') return methodNotAllowed('GET, DELETE')
    const viewer = await requireApiAdmin(request)
    await deleteLesson(viewer.id, await temporaryLessonSlot(requireId(params.id)), 'one-time')
    return { message: 'One Time Lesson Removed' }
  })
