import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { markLessonPresent, undoMarks } from '~/models/attendance/mark-lesson.server'
import { markLessonSchema } from '~/models/schedule/slot.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { slotParam } from '~/web/lesson-param.server'
import { backTo } from './back-to'

const FAILED: Record<string, string | undefined> = {
  present: 'Failed to record attendance. Please try again.',
  undo: 'Failed to update attendance. Please try again.',
}

/** POST: marks a whole lesson present in one go, or takes that back; from the lesson's dialog and the day sheet. */
export const action = formAction({
  guard: requireAdmin,
  schema: markLessonSchema,
  failed: (intent) => FAILED[intent],
  refusedTo: ({ form, params }) =>
    FAILED[String(form.get('intent'))] ? backTo(form.get('back'), slotParam(params).date) : undefined,
  async run({ viewer, value, params }) {
    const slot = slotParam(params)
    const to = backTo(value.back, slot.date)
    if (value.intent === 'undo') {
      const { length } = await undoMarks(viewer.id, slot, value.rides)
      const kept = value.rides.length - length
      return {
        to,
        type: kept ? 'info' : 'success',
        title: `${length} back to Scheduled`,
        description: kept ? `${kept} stayed, because somebody has changed them since` : undefined,
      }
    }
    const rides = await markLessonPresent(viewer.id, slot)
    const fields = {
      intent: 'undo',
      back: value.back ?? '',
      rides: rides.map(({ riderId, version }) => `${riderId}=${version}`).join(' '),
    }
    return {
      to,
      title: 'Attendance Recorded',
      description: rides.length ? `${rides.length} present` : 'Everybody was recorded already',
      undo: rides.length ? { label: 'Undo', action: paths.markLesson(slot), fields } : undefined,
    }
  },
})

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.lesson(slotParam(params)))
