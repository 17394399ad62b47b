import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { Form } from '~/components/form/form'
import { FormError } from '~/components/form/form-error'
import { useAnswer } from '~/components/form/use-answer'
import { StateBadge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { Link } from '~/components/ui/link'
import { askedAhead } from '~/models/attendance/ahead.server'
import { officeLabel } from '~/models/attendance/attendance'
import { WAITLIST_FIELD } from '~/models/lessons/change-lesson.server'
import { movedAway } from '~/models/lessons/moved-away.server'
import { deleteLesson } from '~/models/lessons/slot.server'
import { levelLabel } from '~/models/places/level'
import { lessonsOn } from '~/models/schedule/roster.server'
import { scopeField, tickField } from '~/models/schedule/slot.schema'
import { sayAlso, sayTwice } from '~/models/schedule/taught-twice'
import { waitingFor } from '~/models/waitlist/waiting-lists.server'
import { formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { DeleteForm } from './delete-form'
import { LessonDialogError } from './lesson-dialog-error'
import { PlacesWord } from './places-word'
import { sayMoved } from './said'
import { undoOf } from './undo-of'

export const meta: MetaFunction = () => [{ title: 'Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const lesson = await lessonParam(params)
  const { twice } = sayTwice(lesson, await lessonsOn(lesson.date))
  const waiting = lesson.capacity === null ? 0 : (await waitingFor(lesson)).length
  return { ...lesson, ahead: askedAhead(lesson), twice, waiting, moved: lesson.weekly ? await movedAway(lesson) : [] }
}

const DELETED = {
  weekly: { title: 'Lesson Deleted', description: 'Future lessons have been removed from the schedule' },
  'one-time': { title: 'One Time Lesson Removed', description: 'Canceled for this date' },
}

const FAILED = {
  weekly: 'Failed to delete lesson. Please try again.',
  'one-time': 'Failed to remove lesson for this date',
}

/** `recorded` is how many recorded rides the form said would be taken back. */
const schema = z.object({
  scope: scopeField,
  recorded: z.coerce.number().int().min(0).max(9999).optional(),
  withMoved: tickField,
  despiteWaitlist: tickField,
})

export const action = formAction({
  guard: requireAdmin,
  schema,
  asks: [WAITLIST_FIELD],
  failed: (_, form) => FAILED[scopeField.safeParse(form.get('scope')).data ?? 'one-time'],
  async run({ viewer, value: { scope, recorded, ...ticks }, params }) {
    const slot = slotParam(params)
    const [withMoved, despiteWaitlist] = [ticks.withMoved === 'on', ticks.despiteWaitlist === 'on']
    const { changes, moved } = await deleteLesson(viewer.id, slot, scope, { recorded, withMoved, despiteWaitlist })
    const { title, description } = DELETED[scope]
    return {
      to: paths.admin({ day: slot.date }),
      title,
      description: sayMoved(description, moved),
      undo: undoOf(changes),
    }
  },
})

export default function Lesson() {
  const { date, time, type, weekly, instructor, twice, riders, moved, ahead, capacity, riding, held, level, waiting } =
    useLoaderData<typeof loader>()
  const { form, field, title } = useAnswer(schema)
  // A question is no failure: its box says what it asks.
  const { [WAITLIST_FIELD]: _, ...failures } = form.allErrors
  const slot = { date, time, type }
  const open = riders.filter(({ attendance }) => attendance === 'scheduled').length
  const markAll = `Mark ${open === riders.length ? 'all' : `the other ${open}`} present`
  return (
    <Dialog title={`${formatTimeOfDay(time)} ${type}`} closeTo={paths.admin({ day: date })}>
      <p className="mb-4 text-muted">
        {formatWeekday(date)}, {formatDay(date)}
        {instructor ? ` · ${instructor.name}` : null}
        {twice ? <strong className="text-warn">{` ${sayAlso(twice)}`}</strong> : null}
        {level ? ` · ${levelLabel(level)}` : null}
        <PlacesWord capacity={capacity} riding={riding} held={held} />
      </p>
      <FormError title={title} errors={Object.values(failures).flat()} />
      {riders.length === 0 ? <EmptyState title="No students in this lesson yet." /> : null}
      <ul className="mb-3">
        {riders.map((rider) => (
          <li key={rider.riderId} className="border-b border-line">
            <Link
              to={paths.lessonRider(slot, rider.riderId)}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2"
            >
              <span className="me-auto font-semibold">{rider.name}</span>
              <span className="text-muted">{rider.horse?.name ?? 'Not assigned'}</span>
              <StateBadge state={rider.attendance}>{officeLabel(rider.attendance)}</StateBadge>
            </Link>
          </li>
        ))}
      </ul>
      <Form method="post" action={paths.markLesson(slot)} stay className="actions">
        <Csrf />
        <ButtonLink to={paths.addToLesson(slot)} stay variant={open && !ahead ? 'secondary' : 'primary'}>
          Add Student
        </ButtonLink>
        {open && !ahead ? (
          <Button name="intent" value="present" busy="Recording…">
            {markAll}
          </Button>
        ) : null}
        {riders.length > 0 ? (
          <ButtonLink to={paths.lessonHorses(slot)} stay variant="secondary">
            Horses
          </ButtonLink>
        ) : null}
        <ButtonLink to={paths.editLesson(slot)} stay variant="secondary">
          Edit Lesson
        </ButtonLink>
        <ButtonLink to={paths.lessonInstructor(slot)} stay variant="quiet">
          Instructor
        </ButtonLink>
        {capacity === null ? null : (
          <ButtonLink to={paths.lessonWaitlist(slot)} stay variant="quiet">
            Waitlist{waiting > 0 ? ` (${waiting})` : ''}
          </ButtonLink>
        )}
        <ButtonLink to={paths.lessonChanges(slot)} stay variant="quiet">
          History
        </ButtonLink>
      </Form>
      {open && ahead ? (
        <details className="mt-3">
          <summary className="link inline-flex min-h-11 items-center">{markAll}…</summary>
          <Form method="post" action={paths.markLesson(slot)} stay className="grid gap-2">
            <Csrf />
            <input type="hidden" name="ahead" value="on" />
            <p>{ahead}</p>
            <Button name="intent" value="present" variant="secondary" busy="Recording…" className="justify-self-start">
              {markAll} anyway
            </Button>
          </Form>
        </details>
      ) : null}
      <DeleteForm slot={slot} weekly={weekly} riders={riders} moved={moved} despite={field('despiteWaitlist').meta} />
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
