import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PostForm } from '~/components/form/post-form'
import { useAnswer } from '~/components/form/use-answer'
import { isCut, StudentSearch, searchIn, withSearch } from '~/components/office/student-search'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { addRidersToLesson } from '~/models/schedule/change/add-rider.server'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { ridersToAdd } from '~/models/schedule/lessons/riders-to-add.server'
import { makeupsFor } from '~/models/schedule/makeups/makeup-list.server'
import { hasBegun } from '~/models/schedule/places/take'
import { addRidersSchema } from '~/models/schedule/vocabulary/slot.schema'
import { schoolNow, today } from '~/platform/clock.server'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { LessonLine } from '~/routes/office/lessons/lesson-line'
import { formatAdded } from '~/routes/office/lessons/said'
import { ScopeChoice } from '~/routes/office/lessons/scope-choice'
import { BeyondBox } from '~/routes/office/lessons/slot-fields'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { RiderChoices } from './rider-choices'
import { UseMakeup } from './use-makeup'

export const meta: MetaFunction = () => [{ title: 'Add Student to Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const { date, time, type, riders } = await lessonParam(params)
  const slot = { date, time, type }
  const query = new URL(request.url).searchParams
  const search = searchIn(query)
  const chosen = query.get('student')
  const students = await ridersToAdd(slot, riders, { search, first: chosen })
  return {
    slot,
    search,
    students,
    chosen: students.find(({ id }) => id === chosen)?.id,
    makeups: hasBegun(slot, schoolNow()) ? [] : await makeupsFor(slot, riders, today()),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: addRidersSchema,
  asks: [BEYOND_FIELD],
  async run({ viewer, value: { riderId, scope, next, beyond }, params }) {
    const slot = slotParam(params)
    const { changes, ...added } = await addRidersToLesson(viewer.id, riderId, slot, { scope, beyond: beyond === 'on' })
    return {
      to: next ? paths.lessonHorses(slot) : paths.admin({ day: slot.date }),
      title: riderId.length === 1 ? 'Student Added' : `${riderId.length} Students Added`,
      description: formatAdded(added),
      undo: undoOf(changes),
    }
  },
})

export default function AddStudentToLesson() {
  const { slot, search, students, chosen, makeups } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(addRidersSchema, { defaultValue: { riderId: chosen ? [chosen] : [] } })
  const closeTo = paths.admin({ day: slot.date })
  return (
    <Dialog title="Add Student to Lesson" closeTo={closeTo}>
      <LessonLine {...slot} />
      <UseMakeup slot={slot} makeups={makeups} />
      <StudentSearch isCut={isCut(students)} search={search} kept={{ student: chosen }} />
      <PostForm
        answer={answer}
        failed="Failed to add student to lesson. Please try again."
        action={withSearch(paths.addToLesson(slot, { student: chosen }), search)}
        stay
      >
        <RiderChoices students={students} search={search} meta={field('riderId').meta} />
        <ScopeChoice date={slot.date} meta={field('scope').meta} />
        <BeyondBox field={field} />
        <div className="actions actions-end">
          <Button busy="Adding…">Add Student</Button>
          <Button name="next" value="horses" variant="secondary">
            Add and Choose Horses
          </Button>
          <ButtonLink to={closeTo} stay variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </PostForm>
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
