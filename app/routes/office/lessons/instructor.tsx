import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { Link } from '~/components/ui/link'
import { setInstructor } from '~/models/schedule/change/set-instructor.server'
import { lessonInstructorSchema } from '~/models/schedule/instructors/instructor.schema'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { NO_INSTRUCTOR_ID } from '~/models/schedule/vocabulary/slot.schema'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'
import { ScopeChoice } from './scope-choice'
import { InstructorField } from './slot-fields'
import { undoOf } from './undo-of'

export const meta: MetaFunction = () => [{ title: 'Instructor' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ date, time, type, weekly, instructor }, instructors] = await Promise.all([
    lessonParam(params),
    listInstructors(),
  ])
  return { slot: { date, time, type }, weekly, instructor, instructors }
}

export const action = formAction({
  guard: requireAdmin,
  schema: lessonInstructorSchema,
  async run({ viewer, value: { instructorId, scope }, params, version = '' }) {
    const slot = slotParam(params)
    const { name, changes } = await setInstructor(viewer.id, slot, instructorId, { scope, version })
    return {
      to: paths.admin({ day: slot.date }),
      title: 'Instructor Saved',
      description: name ?? 'No instructor',
      undo: undoOf(changes),
    }
  },
})

export default function LessonInstructor() {
  const { slot, weekly, instructor, instructors } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(lessonInstructorSchema, {
    defaultValue: { instructorId: instructor?.id ?? NO_INSTRUCTOR_ID, scope: weekly ? 'weekly' : 'one-time' },
    version: instructor?.id ?? '',
  })
  return (
    <DialogForm
      title="Instructor"
      closeTo={paths.lesson(slot)}
      above={<LessonLine {...slot} />}
      answer={answer}
      failed="Failed to save instructor. Please try again."
      action={paths.lessonInstructor(slot)}
      submit="Save Instructor"
      busy="Saving…"
    >
      <InstructorField instructors={instructors} {...field('instructorId')} />
      {instructors.length === 0 ? (
        <p>
          <Link to={paths.instructors()} className="link inline-flex min-h-11 items-center">
            Add your first instructor in Settings
          </Link>
        </p>
      ) : null}
      {weekly ? (
        <ScopeChoice date={slot.date} meta={field('scope').meta} legend="Apply to" />
      ) : (
        <input type="hidden" name="scope" value="one-time" />
      )}
      <p className="text-sm text-muted">
        Families see the instructor. For a single date, choose “No instructor” to use the weekly one.
      </p>
    </DialogForm>
  )
}

export const ErrorBoundary = LessonDialogError
