import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { isCut, StudentSearch, searchIn } from '~/components/office/student-search'
import { listRiders } from '~/models/people/families/student.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { rideTypeNames } from '~/models/schedule/rides/ride-type.server'
import { newRideSchema, timeOf } from '~/models/schedule/vocabulary/slot.schema'
import { shownWeek } from '~/models/schedule/week/week-address'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { today } from '~/platform/clock.server'
import { formatAdded } from '~/routes/office/lessons/said'
import { BeyondBox, SlotFields, StudentField } from '~/routes/office/lessons/slot-fields'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { LessonsWithPlace } from './lessons-with-place'
import { lessonsWithPlace } from './lessons-with-place.server'

export const meta: MetaFunction = () => [{ title: 'Add New Ride' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const search = searchIn(query)
  const [times, types, students] = await Promise.all([
    findLessonTimes(),
    rideTypeNames(),
    listRiders(search, query.get('student')),
  ])
  const shown = shownWeek(query, undefined, today())
  const student = students.find(({ id }) => id === query.get('student'))?.id
  return {
    ...shown,
    search,
    student,
    times,
    types,
    students,
    open: student && (await lessonsWithPlace(student, shown.week)),
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: newRideSchema,
  asks: [BEYOND_FIELD],
  async run({ viewer, value: { scope, riderId, beyond, ...chosen } }) {
    const slot = { date: chosen.date, time: timeOf(chosen), type: chosen.type }
    const { changes, ...added } = await addToLesson(viewer.id, riderId, slot, {
      scope,
      create: true,
      beyond: beyond === 'on',
    })
    return {
      to: paths.admin({ day: slot.date }),
      title: 'Student Added',
      description: formatAdded(added, `${formatTimeOfDay(slot.time)} ${slot.type}, ${formatWeekday(slot.date)}`),
      undo: undoOf(changes),
    }
  },
})

export default function AddNewRide() {
  const { week, day, search, student, times, types, students, open } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(newRideSchema, { defaultValue: { riderId: student ?? '', date: day } })
  return (
    <DialogForm
      title="Add New Ride"
      closeTo={paths.admin({ week, day })}
      above={
        <>
          {open ? <LessonsWithPlace {...open} at={(other) => paths.newRide({ week: other, student })} /> : null}
          <StudentSearch isCut={isCut(students)} search={search} kept={{ week, day, student }} />
        </>
      }
      answer={answer}
      failed="Failed to add student to lesson. Please try again."
      action={paths.newRide({ week, day, student, search })}
      submit="Add New Ride"
      busy="Adding…"
    >
      {open ? <h3 className="text-base">At another time</h3> : null}
      <StudentField students={students} search={search} field={field} />
      <SlotFields week={week} times={times} types={types} field={field} />
      <BeyondBox field={field} />
    </DialogForm>
  )
}
