import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { findStudent } from '~/models/people/families/student.server'
import { addLessonAt } from '~/models/schedule/change/add-lesson.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { listInstructors } from '~/models/schedule/instructors/instructor.server'
import { BEYOND_FIELD, SECOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { rideTypeNames } from '~/models/schedule/rides/ride-type.server'
import { newLessonSchema, newPlaces, timeOf } from '~/models/schedule/vocabulary/slot.schema'
import { waitingFor } from '~/models/schedule/waitlist/waiting-lists.server'
import { shownWeek } from '~/models/schedule/week/week-address'
import { usualLength } from '~/models/school/lesson-times'
import { findLessonTimes } from '~/models/school/lesson-times.server'
import { today } from '~/platform/clock.server'
import { formatAdded } from '~/routes/office/lessons/said'
import {
  BeyondBox,
  InstructorField,
  LengthField,
  PlacesFields,
  SecondBox,
  SlotFields,
} from '~/routes/office/lessons/slot-fields'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { LessonsWithPlace } from './lessons-with-place'
import { lessonsWithPlace } from './lessons-with-place.server'

export const meta: MetaFunction = () => [{ title: 'Add Lesson' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const [times, types, instructors, student] = await Promise.all([
    findLessonTimes(),
    rideTypeNames(),
    listInstructors(),
    findStudent(query.get('student') ?? ''),
  ])
  const shown = shownWeek(query, undefined, today())
  return {
    ...shown,
    times,
    types,
    instructors,
    student,
    open: student && (await lessonsWithPlace(student.id, shown.week)),
  }
}

const FAILED: Record<string, string | undefined> = {
  weekly: 'Failed to add lesson. Please try again.',
  'one-time': 'Failed to add lesson for this date',
}

/** Adds a lesson and, with `?student=`, that student to it: both or neither. The lesson may exist already. */
export const action = formAction({
  guard: requireAdmin,
  schema: newLessonSchema,
  asks: [BEYOND_FIELD, SECOND_FIELD],
  async run({
    viewer,
    value: { scope, duration, capacity, level, arena, instructorId, beyond, second, ...chosen },
    query,
  }) {
    const slot = { date: chosen.date, time: timeOf(chosen), type: chosen.type }
    const riderId = query.get('student')
    const whatOf = (type: string) => `${formatTimeOfDay(slot.time)} ${type}, ${formatWeekday(slot.date)}`
    const to = paths.admin({ day: slot.date })
    if (riderId !== null) {
      const { changes, ...added } = await addToLesson(viewer.id, riderId, slot, {
        scope,
        create: true,
        duration,
        beyond: beyond === 'on',
      })
      return { to, title: 'Lesson Added', description: formatAdded(added, whatOf(slot.type)), undo: undoOf(changes) }
    }
    const { changes, back, offOn, type } = await addLessonAt(viewer.id, slot, scope, {
      duration,
      places: newPlaces({ capacity, level, arena }),
      instructorId,
      second: second ?? '',
    })
    const waiting = type === slot.type ? 0 : (await waitingFor(slot)).length
    const waits = `${counted(waiting, 'student')} ${waiting === 1 ? 'waits' : 'wait'} for the first lesson`
    const what = waiting ? `${whatOf(type)}. ${waits}` : whatOf(type)
    const came = back === undefined ? what : `${what}. It was canceled that day and is back with its students: ${back}`
    return { to, title: 'Lesson Added', description: formatAdded({ offOn }, came), undo: undoOf(changes) }
  },
})

export default function AddLesson() {
  const { week, day, times, types, instructors, student, open } = useLoaderData<typeof loader>()
  const { field, asked, ...answer } = useAnswer(newLessonSchema, {
    defaultValue: { date: day, scope: 'weekly', duration: String(usualLength(times)) },
  })
  return (
    <DialogForm
      title={student ? `Add Lesson for ${student.name}` : 'Add Lesson'}
      closeTo={paths.admin({ week, day })}
      above={
        open ? (
          <LessonsWithPlace {...open} at={(other) => paths.newLesson({ week: other, student: open.student })} />
        ) : null
      }
      answer={answer}
      failed={FAILED[answer.form.initialValue?.scope ?? 'weekly']}
      action={paths.newLesson({ week, day, student: student?.id })}
      submit="Add Lesson"
      busy="Adding…"
    >
      {open ? <h3 className="text-base">At another time</h3> : null}
      <SlotFields week={week} times={times} types={types} field={field}>
        <LengthField lengths={times.lengths} {...field('duration')} />
        {student ? null : <PlacesFields arenas={times.arenas} field={field} />}
        {student || instructors.length === 0 ? null : (
          <InstructorField instructors={instructors} {...field('instructorId')} />
        )}
      </SlotFields>
      <BeyondBox field={field} />
      <SecondBox field={field} asked={asked} />
    </DialogForm>
  )
}
