import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { markLessonPresent, takeBackMarks } from '~/models/attendance/mark-lesson.server'
import { markLessonSchema } from '~/models/schedule/slot.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { slotParam } from '~/web/lesson-param.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

/** Specification, section 8. */
const FAILED = {
  present: 'Failed to record attendance. Please try again.',
  'take-back': 'Failed to update attendance. Please try again.',
}

/** POST: marks a whole lesson present in one go, or takes that back; from the lesson's dialog and the day sheet. */
export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const slot = slotParam(params)
  const sent = markLessonSchema.safeParse(Object.fromEntries(await csrfForm(request)))
  if (!sent.success) throw new Response('Choose what to record.', { status: 400, statusText: 'Bad Request' })
  const back = sent.data.back === 'sheet' ? paths.daySheet({ date: slot.date }) : paths.admin({ day: slot.date })
  try {
    if (sent.data.intent === 'take-back') {
      const { rides } = sent.data
      const { length } = await takeBackMarks(viewer.id, slot, rides)
      const kept = rides.length - length
      return await redirectWithToast(back, {
        type: kept ? 'info' : 'success',
        title: `${length} back to Scheduled`,
        description: kept ? `${kept} stayed, because somebody has changed them since` : undefined,
      })
    }
    const rides = await markLessonPresent(viewer.id, slot)
    return await redirectWithToast(back, {
      type: 'success',
      title: 'Attendance Recorded',
      description: rides.length ? `${rides.length} present` : 'Everybody was recorded already',
      undo: rides.length
        ? {
            label: 'Undo',
            action: paths.markLesson(slot),
            fields: {
              intent: 'take-back',
              back: sent.data.back ?? '',
              rides: rides.map(({ riderId, version }) => `${riderId}=${version}`).join(' '),
            },
          }
        : undefined,
    })
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(back, {
      type: 'error',
      title: FAILED[sent.data.intent],
      description: refused.message,
    })
  }
}

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.lesson(slotParam(params)))
