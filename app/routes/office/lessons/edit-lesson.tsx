import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { FormActions } from '~/components/form/form-actions'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { SelectField } from '~/components/form/select-field'
import { Dialog } from '~/components/ui/dialog'
import { editLesson } from '~/models/lessons/edit-lesson.server'
import { rideTypeNames } from '~/models/rides/ride-type.server'
import { editLessonSchema } from '~/models/schedule/slot.schema'
import { paths } from '~/utils/paths'
import { formatTimeOfDay, LESSON_TIMES } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'
import { ScopeChoice } from './scope-choice'

export const meta: MetaFunction = () => [{ title: 'Edit Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ date, time, type, weekly }, types] = await Promise.all([lessonParam(params), rideTypeNames()])
  return { slot: { date, time, type }, weekly, types: types.includes(type) ? types : [type, ...types] }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const slot = slotParam(params)
  const submission = parseWithZod(await csrfForm(request), { schema: editLessonSchema(slot.time) })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { scope, time, type } = submission.value
  try {
    await editLesson(viewer.id, slot, { time, type }, scope)
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply({ formErrors: [refused.message] }), { status: refused.status })
  }
  const target = { date: slot.date, time, type }
  return redirectWithToast(paths.admin({ day: slot.date }), {
    type: 'success',
    title: 'Lesson Updated',
    description: `Now ${formatTimeOfDay(time)} ${type}`,
    undo: {
      label: 'Undo',
      action: paths.editLesson(target),
      fields: { time: slot.time, type: slot.type, scope },
    },
  })
}

export default function EditLesson() {
  const { slot, weekly, types } = useLoaderData<typeof loader>()
  const { formErrors, fieldOf } = formState(useActionData<typeof action>(), ['time', 'type', 'scope'])
  const address = paths.editLesson(slot)
  const saving = useNavigation().formAction === address
  const scope = fieldOf('scope')
  const times = LESSON_TIMES.includes(slot.time) ? LESSON_TIMES : [slot.time, ...LESSON_TIMES]
  return (
    <Dialog title="Edit Lesson" closeTo={paths.lesson(slot)}>
      <LessonLine {...slot} />
      <Form method="post" action={address} noValidate preventScrollReset className="grid gap-4">
        <Csrf />
        <FormError title="Failed to update lesson. Please try again." errors={formErrors} />
        <SelectField
          label="Time"
          options={times.map((time) => ({ value: time, label: formatTimeOfDay(time) }))}
          {...fieldOf('time')}
          defaultValue={fieldOf('time').defaultValue ?? slot.time}
        />
        <SelectField
          label="Ride type"
          options={types.map((type) => ({ value: type, label: type }))}
          {...fieldOf('type')}
          defaultValue={fieldOf('type').defaultValue ?? slot.type}
        />
        {weekly ? (
          <ScopeChoice date={slot.date} defaultValue={scope.defaultValue} errors={scope.errors} />
        ) : (
          <input type="hidden" name="scope" value="one-time" />
        )}
        <p className="text-sm text-muted">Students and horses come along. What was before stays as it was.</p>
        <FormActions closeTo={paths.lesson(slot)} label="Save Lesson" busyLabel="Saving…" busy={saving} />
      </Form>
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
