import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { addLessonAt } from '~/models/schedule/change/add-lesson.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { tickField } from '~/models/schedule/vocabulary/slot.schema'
import { lastLessonChange } from '~/models/schedule/week/lesson-changes.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { isSameLesson } from '~/models/vocabulary/slot'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { slotParam } from '~/web/lesson-param.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'
import { BeyondBox } from './slot-fields'
import { undoOf } from './undo-of'

export const meta: MetaFunction = () => [{ title: 'Restore' }]

/** Shows a lesson, or with `?rider=` one of its riders, that was taken off the day. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const slot = slotParam(params)
  const riderId = new URL(request.url).searchParams.get('rider')
  const { days } = await loadRoster({ from: slot.date, to: slot.date })
  const off = days[0]?.off.find((one) => isSameLesson(one, slot) && one.riderId === riderId)
  if (!off) throw new Response('Lesson not found', { status: 404, statusText: 'Lesson not found' })
  return { slot, rider: riderId ?? '', name: off.name, last: riderId ? null : await lastLessonChange(slot) }
}

const schema = z.object({ rider: z.string().max(100).default(''), beyond: tickField })

export const action = formAction({
  guard: requireAdmin,
  schema,
  asks: [BEYOND_FIELD],
  async run({ viewer, value: { rider, beyond }, params }) {
    const slot = slotParam(params)
    const to = paths.admin({ day: slot.date })
    if (rider) {
      const { changes } = await addToLesson(viewer.id, rider, slot, { scope: 'one-time', beyond: beyond === 'on' })
      return { to, title: 'Student restored', undo: undoOf(changes) }
    }
    const { changes } = await addLessonAt(viewer.id, slot, 'one-time')
    return { to, title: 'Lesson restored', undo: undoOf(changes) }
  },
})

export default function PutBack() {
  const { slot, rider, name, last } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(schema)
  return (
    <DialogForm
      title={rider ? `Restore ${name}` : 'Restore lesson'}
      closeTo={paths.admin({ day: slot.date })}
      above={<LessonLine {...slot} />}
      answer={answer}
      failed="Not restored"
      action={paths.putBack(slot, rider || undefined)}
      submit="Restore"
      busy="Restoring…"
    >
      <input type="hidden" name="rider" value={rider} />
      <p>
        {rider ? `${name} was removed` : 'The lesson was canceled'} on {formatDay(slot.date)}.{' '}
        {rider ? null : 'Its students are restored too.'}
      </p>
      {last ? <p className="text-muted">{last}</p> : null}
      <BeyondBox field={field} />
    </DialogForm>
  )
}

export const ErrorBoundary = LessonDialogError
