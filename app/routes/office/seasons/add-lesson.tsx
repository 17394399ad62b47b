import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { SECOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { rideTypeNames } from '~/models/schedule/rides/ride-type.server'
import { addSeasonLesson } from '~/models/schedule/season/edit-season.server'
import { sayWeekly } from '~/models/schedule/season/season'
import { seasonLessonSchema } from '~/models/schedule/season/season.schema'
import { usualLength } from '~/models/school/lesson-times'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { LengthField, PlacesFields, SecondBox } from '~/routes/office/lessons/slot-fields'
import { weekdayName } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { draftOf, seasonParam } from './season-param.server'

export const meta: MetaFunction = () => [{ title: 'Add Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const [{ season }, times, types, instructors] = await Promise.all([
    draftOf(params),
    findLessonTimes(),
    rideTypeNames(),
    listInstructors(),
  ])
  return { id: season.id, times, types, instructors: instructors.map(({ id, name }) => ({ value: id, label: name })) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: seasonLessonSchema,
  failed: 'The lesson was not added',
  asks: [SECOND_FIELD],
  async run({ viewer, value, params }) {
    const id = seasonParam(params)
    const added = await addSeasonLesson(viewer.id, id, value)
    return { to: paths.season(id), title: 'Lesson Added', description: sayWeekly(added) }
  },
})

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: String(day), label: weekdayName(day) }))

export default function AddLesson() {
  const { id, times, types, instructors } = useLoaderData<typeof loader>()
  const { field, asked, ...answer } = useAnswer(seasonLessonSchema, {
    defaultValue: { duration: String(usualLength(times)) },
  })
  return (
    <DialogForm title="Add Lesson" closeTo={paths.season(id)} answer={answer} submit="Add Lesson" busy="Adding…">
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Weekday" options={WEEKDAYS} {...field('dayOfWeek')} />
        <Field label="Begins at" type="time" {...field('time')} />
      </div>
      <SelectField
        label="Ride type"
        options={[{ value: '', label: 'Choose a ride type' }, ...types.map((type) => ({ value: type, label: type }))]}
        {...field('type')}
      />
      <LengthField lengths={times.lengths} {...field('duration')} />
      <PlacesFields arenas={times.arenas} field={field} />
      <SelectField
        label="Instructor"
        options={[{ value: '', label: 'Not decided' }, ...instructors]}
        {...field('instructorId')}
      />
      <SecondBox field={field} asked={asked} />
    </DialogForm>
  )
}
