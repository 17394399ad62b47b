import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { FormActions } from '~/components/form/form-actions'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Dialog } from '~/components/ui/dialog'
import { addToLesson } from '~/models/lessons/place.server'
import { addRiderSchema } from '~/models/schedule/slot.schema'
import { listRiders } from '~/models/students/student.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'
import { ScopeChoice } from './scope-choice'
import { StudentField } from './slot-fields'

export const meta: MetaFunction = () => [{ title: 'Add Student to Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { date, time, type, riders } = await lessonParam(params)
  const students = await listRiders()
  return {
    slot: { date, time, type },
    students: students.filter(({ id }) => !riders.some((rider) => rider.riderId === id)),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const slot = slotParam(params)
  const submission = parseWithZod(await csrfForm(request), { schema: addRiderSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { riderId, scope } = submission.value
  try {
    await addToLesson(viewer.id, riderId, slot, scope)
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply({ formErrors: [refused.message] }), { status: refused.status })
  }
  return redirectWithToast(paths.admin({ day: slot.date }), {
    type: 'success',
    title: 'Student Added',
    undo: { label: 'Undo', action: paths.lessonRider(slot, riderId), fields: { intent: `remove-${scope}` } },
  })
}

export default function AddStudentToLesson() {
  const { slot, students } = useLoaderData<typeof loader>()
  const { formErrors, fieldOf } = formState(useActionData<typeof action>(), ['riderId', 'scope'])
  const closeTo = paths.admin({ day: slot.date })
  const address = paths.addToLesson(slot)
  const saving = useNavigation().formAction === address
  const scope = fieldOf('scope')
  return (
    <Dialog title="Add Student to Lesson" closeTo={closeTo}>
      <LessonLine {...slot} />
      <Form method="post" action={address} noValidate preventScrollReset className="grid gap-4">
        <Csrf />
        <FormError title="Failed to add student to lesson. Please try again." errors={formErrors} />
        <StudentField students={students} fieldOf={fieldOf} />
        <ScopeChoice date={slot.date} defaultValue={scope.defaultValue} errors={scope.errors} />
        <FormActions closeTo={closeTo} label="Add Student" busyLabel="Adding…" busy={saving} />
      </Form>
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
