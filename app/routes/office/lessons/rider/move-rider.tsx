import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { SelectField } from '~/components/form/select-field'
import { useAnswer } from '~/components/form/use-answer'
import { moveRider } from '~/models/schedule/change/move-rider.server'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { uncoveredAfterMove } from '~/models/schedule/rides/uncovered.server'
import { formatFreePlaces } from '~/models/schedule/vocabulary/free'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { moveRiderSchema } from '~/models/schedule/vocabulary/slot.schema'
import { loadRoster, type RosterLesson } from '~/models/schedule/week/roster.server'
import { shownWeek } from '~/models/schedule/week/week-address'
import { slotKey } from '~/models/vocabulary/slot'
import { today } from '~/platform/clock.server'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { LessonLine } from '~/routes/office/lessons/lesson-line'
import { formatToCall } from '~/routes/office/lessons/said'
import { ScopeChoice } from '~/routes/office/lessons/scope-choice'
import { BeyondBox } from '~/routes/office/lessons/slot-fields'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { WeekLinks } from '~/routes/office/lessons/week-links'
import { addDays, formatDayShort, formatWeekday, weekStart } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'

export const meta: MetaFunction = () => [{ title: 'Move to another lesson' }]

/** Lists the lessons of a week, by default the ride's, and the next; those that overlap another lesson of the rider are disabled. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const lesson = await lessonParam(params)
  const rider = lesson.riders.find(({ riderId }) => riderId === params.riderId)
  if (!rider) throw new Response('Lesson not found', { status: 404, statusText: 'Lesson not found' })
  const { week } = shownWeek(new URL(request.url).searchParams, lesson.date, today())
  const shown = { from: week, to: addDays(week, 13) }
  const left = { date: lesson.date, time: lesson.time, type: lesson.type }
  const [{ days }, uncovered] = await Promise.all([loadRoster(shown), uncoveredAfterMove(rider.riderId, left, shown)])
  const choices = days.flatMap(({ lessons }) =>
    lessons
      .filter((other) => slotKey(other) !== slotKey(lesson))
      .map((other) =>
        choiceOf(other, {
          riderId: rider.riderId,
          busy: busyBeside(lessons, lesson, other, rider.riderId),
          uncovered: uncovered(other),
        }),
      ),
  )
  const [first = week] = [weekStart(left.date), weekStart(today())].sort()
  return { slot: left, rider, choices, week, first }
}

const rides = (lesson: RosterLesson, riderId: string) => lesson.riders.some((rider) => rider.riderId === riderId)

/** Returns the rider's other lesson that overlaps `target`, apart from the one that is left. */
const busyBeside = (lessons: RosterLesson[], left: RosterLesson, target: RosterLesson, riderId: string) =>
  lessons.some((other) => slotKey(other) !== slotKey(left) && rides(other, riderId) && overlaps(other, target))

function choiceOf(
  lesson: RosterLesson,
  { riderId, busy, uncovered }: { riderId: string; busy: boolean; uncovered: string | null },
) {
  const { date, time, type, riders } = lesson
  const free = formatFreePlaces(lesson)
  const count = `${riders.length} ${riders.length === 1 ? 'student' : 'students'}${free ? `, ${free}` : ''}${uncovered ? `; ${uncovered}` : ''}`
  const note = rides(lesson, riderId) ? 'rides here' : busy ? 'has another lesson then' : count
  return {
    value: slotKey(lesson),
    label: `${formatWeekday(date)} ${formatDayShort(date)}, ${formatTimeOfDay(time)} ${type} (${note})`,
    disabled: busy,
  }
}

export const action = formAction({
  guard: requireAdmin,
  schema: moveRiderSchema,
  asks: [BEYOND_FIELD],
  async run({ viewer, value: { to, scope, version, beyond }, params }) {
    const slot = slotParam(params)
    const { freed, changes, toCall } = await moveRider(viewer.id, params.riderId ?? '', {
      from: slot,
      to,
      scope,
      version,
      beyond: beyond === 'on',
    })
    return {
      to: paths.admin({ day: to.date }),
      title: 'Student Moved',
      description: [
        `Now ${formatWeekday(to.date)}, ${formatDayShort(to.date)}, ${formatTimeOfDay(to.time)} ${to.type}`,
        freed.length > 0 && `Free again: ${freed.join(', ')}`,
        formatToCall(toCall),
      ]
        .filter(Boolean)
        .join('. '),
      undo: undoOf(changes),
    }
  },
})

export default function MoveRider() {
  const { slot, rider, choices, week, first } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(moveRiderSchema, {
    defaultValue: { scope: 'one-time' },
    version: rider.version,
  })
  return (
    <DialogForm
      title={`Move ${rider.name}`}
      closeTo={paths.lessonRider(slot, rider.riderId)}
      above={
        <>
          <LessonLine {...slot} />
          <WeekLinks week={week} first={first} at={(other) => paths.moveRider(slot, rider.riderId, { week: other })}>
            Lessons, {formatDayShort(week)} – {formatDayShort(addDays(week, 13))}
          </WeekLinks>
        </>
      }
      answer={answer}
      failed="Not moved"
      action={paths.moveRider(slot, rider.riderId, { week })}
      submit="Move"
      busy="Moving…"
    >
      <SelectField label="To" options={[{ value: '', label: 'Choose a lesson' }, ...choices]} {...field('to')} />
      <ScopeChoice date={slot.date} meta={field('scope').meta} legend="Apply to" />
      <BeyondBox field={field} />
    </DialogForm>
  )
}

export const ErrorBoundary = LessonDialogError
