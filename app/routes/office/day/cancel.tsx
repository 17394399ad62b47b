import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import type { FieldMeta } from '~/components/form/field-frame'
import { useAnswer } from '~/components/form/use-answer'
import { ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Link } from '~/components/ui/link'
import { cancelLessonsSchema } from '~/models/schedule/closing/closing.schema'
import { type CancelChoice, cancelChoices } from '~/models/schedule/closing/closing-choices.server'
import { slotId, slotKey } from '~/models/vocabulary/slot'
import { formatNotified } from '~/routes/office/lessons/said'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { closeDayAndTell } from '~/services/mail/day-closed-mail.server'
import { formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { ReasonField, screenOf, shownDay, WhatHappens } from './closing-parts'

export const meta: MetaFunction = () => [{ title: 'Cancel Lessons' }]

/** Lists the lessons of a day; `lesson`, or the lessons of `instructor`, are checked. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const at = shownDay(query)
  const lessons = await cancelChoices(at.date)
  const isTicked = (lesson: CancelChoice) =>
    slotKey(lesson) === query.get('lesson') ||
    (lesson.instructor !== null && lesson.instructor.id === query.get('instructor'))
  const ticked = lessons.filter((lesson) => isTicked(lesson) && lesson.recorded.length === 0).map(slotKey)
  const instructors = new Map(lessons.flatMap(({ instructor }) => (instructor ? [[instructor.id, instructor]] : [])))
  return { ...at, lessons, ticked, instructors: [...instructors.values()] }
}

export const action = formAction({
  guard: requireAdmin,
  schema: cancelLessonsSchema,
  failed: 'Nothing was canceled',
  async run({ viewer, value: { lesson, reason }, query }) {
    const at = shownDay(query)
    const closing = { from: null, reason, only: lesson }
    const { changes, lessons, rides, ...told } = await closeDayAndTell(viewer.id, at.date, closing)
    return {
      to: screenOf(at),
      title: lessons === 1 ? 'Lesson Canceled' : `${lessons} Lessons Canceled`,
      description: [counted(rides, 'ride'), formatNotified(told)].filter(Boolean).join('. '),
      undo: undoOf(changes, at.back ? undefined : 'sheet'),
    }
  },
})

export default function CancelLessons() {
  const { date, back, lessons, ticked, instructors } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(cancelLessonsSchema, { defaultValue: { lesson: ticked } })
  const at = { date, ...(back && { back }) }
  const closeTo = screenOf(at)
  const title = `Cancel lessons of ${formatWeekday(date)}, ${formatDay(date)}`
  if (lessons.length === 0) {
    return (
      <Dialog title={title} closeTo={closeTo}>
        <p className="mb-4">There are no lessons on this day.</p>
        <ButtonLink to={closeTo}>Back</ButtonLink>
      </Dialog>
    )
  }
  return (
    <DialogForm
      title={title}
      closeTo={closeTo}
      answer={answer}
      action={paths.cancelLessons(at)}
      submit="Cancel Lessons"
      busy="Canceling…"
      cancel="Back"
      danger
    >
      {instructors.length > 0 ? (
        <p className="flex flex-wrap gap-x-4">
          {instructors.map(({ id, name }) => (
            <Link
              key={id}
              to={paths.cancelLessons({ ...at, instructor: id })}
              stay
              className="link inline-flex min-h-11 items-center"
            >
              All of {name}
            </Link>
          ))}
        </p>
      ) : null}
      <LessonTicks lessons={lessons} meta={field('lesson').meta} />
      <ReasonField {...field('reason')} />
      <WhatHappens unreached={[]} />
    </DialogForm>
  )
}

function LessonTicks({ lessons, meta }: { lessons: CancelChoice[]; meta: FieldMeta }) {
  const chosen = [meta.initialValue].flat()
  const errorId = `${meta.id}-error`
  return (
    <fieldset className="min-w-0" aria-describedby={meta.errors ? errorId : undefined}>
      <legend className="mb-1 font-semibold">Lessons</legend>
      <ul className="rider-choices">
        {lessons.map((lesson) => (
          <li key={slotKey(lesson)} id={slotId(lesson)}>
            <label>
              <input
                type="checkbox"
                name={meta.name}
                value={slotKey(lesson)}
                defaultChecked={chosen.includes(slotKey(lesson))}
                disabled={lesson.recorded.length > 0}
              />
              <span>
                {formatTimeOfDay(lesson.time)} {lesson.type}
                <span className="block text-sm text-muted">{sayLesson(lesson)}</span>
                {lesson.unreached.length > 0 ? (
                  <span className="block text-sm">No email on file: {lesson.unreached.join(', ')}</span>
                ) : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {meta.errors?.length ? (
        <p id={errorId} className="mt-1 text-sm font-semibold text-bad">
          {meta.errors.join(' ')}
        </p>
      ) : null}
    </fieldset>
  )
}

function sayLesson({ instructor, rides, recorded }: CancelChoice): string {
  if (recorded.length > 0) return `Recorded already: ${recorded.join(', ')}`
  return [instructor?.name, counted(rides, 'ride')].filter(Boolean).join(' · ')
}
