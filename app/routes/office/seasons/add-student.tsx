import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { isCut, StudentSearch, searchIn } from '~/components/office/student-search'
import { ridersToAdd } from '~/models/schedule/lessons/riders-to-add.server'
import { joinSeason } from '~/models/schedule/season/edit-season.server'
import { joinSchema } from '~/models/schedule/season/season.schema'
import { StudentField } from '~/routes/office/lessons/slot-fields'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonOptions } from './lesson-options'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction = () => [{ title: 'Add Student' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const plan = await draftOf(params)
  const query = new URL(request.url).searchParams
  const search = searchIn(query)
  const students = await ridersToAdd({ date: plan.season.startsOn, time: '00:00', type: '' }, [], { search })
  return {
    id: plan.season.id,
    search,
    lesson: query.get('lesson') ?? undefined,
    lessons: lessonOptions(plan),
    students: students.map(({ id, name }) => ({ id, name })),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: joinSchema,
  failed: 'The student was not added',
  async run({ value: { riderId, to }, params }) {
    const id = seasonParam(params)
    await joinSeason(id, riderId, to)
    return { to: paths.season(id), title: 'Student Added' }
  },
})

/** A student who rides in the season, or once a week more often than now. */
export default function AddStudent() {
  const { id, search, lesson, lessons, students } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(joinSchema, { defaultValue: { to: lesson } })
  return (
    <DialogForm
      title="Add Student"
      closeTo={paths.season(id)}
      above={<StudentSearch isCut={isCut(students)} search={search} kept={{ lesson }} />}
      answer={answer}
      submit="Add Student"
      busy="Adding…"
    >
      <StudentField students={students} search={search} field={field} />
      <SelectField
        label="Lesson"
        options={[{ value: '', label: 'Choose a lesson' }]}
        groups={lessons}
        {...field('to')}
      />
    </DialogForm>
  )
}
