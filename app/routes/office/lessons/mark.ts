import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { markLessonPresent } from '~/models/schedule/change/mark-lesson.server'
import { askedForAll } from '~/models/schedule/vocabulary/ahead.server'
import { markLessonSchema } from '~/models/schedule/vocabulary/slot.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { slotParam } from '~/web/lesson-param.server'
import { backTo, undoOf } from './undo-of'

/** POST: marks a whole lesson present, from its dialog and the day sheet. */
export const action = formAction({
  guard: requireAdmin,
  schema: markLessonSchema,
  failed: 'Failed to record attendance. Please try again.',
  refusedTo: ({ form, params }) =>
    form.get('intent') === 'present' ? backTo(form.get('back'), slotParam(params).date) : undefined,
  async run({ viewer, value: { back, ahead }, params }) {
    const slot = slotParam(params)
    const asked = ahead ? null : askedForAll(slot)
    if (asked) return { to: backTo(back, slot.date), ...asked }
    const { marked, changes } = await markLessonPresent(viewer.id, slot)
    return {
      to: backTo(back, slot.date),
      title: 'Attendance Recorded',
      description: marked ? `${marked} present` : 'Everyone was already marked',
      undo: undoOf(changes, back),
    }
  },
})

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.lesson(slotParam(params)))
