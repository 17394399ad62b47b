import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { addToLesson } from '~/models/lessons/place.server'
import { addRiderSchema } from '~/models/schedule/slot.schema'
import { listRiders } from '~/models/students/student.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'
import { sayAdded } from './said'
import { ScopeChoice } from './scope-choice'
import { StudentField } from './slot-fields'
import { undoOf } from './undo-of'

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

export const action = formAction({
  guard: requireAdmin,
  schema: addRiderSchema,
  async run({ viewer, value: { riderId, scope }, params }) {
    const slot = slotParam(params)
    const { changes, ...added } = await addToLesson(viewer.id, riderId, slot, scope)
    return {
      to: paths.admin({ day: slot.date }),
      title: 'Student Added',
      description: sayAdded(added),
      undo: undoOf(changes),
    }
  },
})

export default function AddStudentToLesson() {
  const { slot, students } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer<typeof addRiderSchema>()
  return (
    <DialogForm
      title="Add Student to Lesson"
      closeTo={paths.admin({ day: slot.date })}
      above={<LessonLine {...slot} />}
      answer={answer}
      failed="Failed to add student to lesson. Please try again."
      action={paths.addToLesson(slot)}
      submit="Add Student"
      busy="Adding…"
    >
      <StudentField students={students} field={field} />
      <ScopeChoice date={slot.date} meta={field('scope').meta} />
    </DialogForm>
  )
}

export const ErrorBoundary = LessonDialogError
