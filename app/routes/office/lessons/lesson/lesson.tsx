import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { FormError } from '~/components/form/form-error'
import { useAnswer } from '~/components/form/use-answer'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { WAITLIST_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { movedAway } from '~/models/schedule/lessons/moved-away.server'
import { askedAhead } from '~/models/schedule/vocabulary/ahead.server'
import { formatFreePlaces, formatOverCapacity, type Seats } from '~/models/schedule/vocabulary/free'
import { scopeField, tickField } from '~/models/schedule/vocabulary/slot.schema'
import { waitingFor } from '~/models/schedule/waitlist/waiting-lists.server'
import { clashesAt, formatAlsoTeaches, formatShared } from '~/models/schedule/week/clashes'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { levelLabel } from '~/models/vocabulary/level'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { formatMoved, formatToCall } from '~/routes/office/lessons/said'
import { undoOf } from '~/routes/office/lessons/undo-of'
import { formatDay, formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { DeleteForm } from './delete-form'
import { LessonActions } from './lesson-actions'
import { RiderList } from './rider-list'

export const meta: MetaFunction = () => [{ title: 'Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const lesson = await lessonParam(params)
  const clashes = clashesAt(lesson, await lessonsOn(lesson.date))
  const waiting = lesson.capacity === null ? 0 : (await waitingFor(lesson)).length
  return {
    ...lesson,
    ahead: askedAhead(lesson),
    ...clashes,
    waiting,
    moved: lesson.weekly ? await movedAway(lesson) : [],
  }
}

const DELETED = {
  weekly: { title: 'Lesson Deleted', description: 'Future lessons have been removed from the schedule' },
  'one-time': { title: 'One Time Lesson Removed', description: 'Canceled for this date' },
}

const FAILED = {
  weekly: 'Failed to delete lesson. Please try again.',
  'one-time': 'Failed to remove lesson for this date',
}

/** `recorded` is the number of recorded rides that the form said would be removed. */
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
    const wish = { recorded, withMoved, despiteWaitlist }
    const { changes, moved, toCall } = await deleteLesson(viewer.id, slot, scope, wish)
    const { title, description } = DELETED[scope]
    return {
      to: paths.admin({ day: slot.date }),
      title,
      description: [formatMoved(description, moved), formatToCall(toCall)].filter(Boolean).join('. '),
      undo: undoOf(changes),
    }
  },
})

export default function Lesson() {
  const { date, time, type, weekly, instructor, twice, shared, riders, moved, ahead, level, arena, waiting, ...seats } =
    useLoaderData<typeof loader>()
  const { form, field, title } = useAnswer(schema)
  // A question is not an error: its checkbox asks it.
  const { [WAITLIST_FIELD]: _, ...failures } = form.allErrors
  const slot = { date, time, type }
  return (
    <Dialog title={`${formatTimeOfDay(time)} ${type}`} closeTo={paths.admin({ day: date })}>
      <p className="mb-4 text-muted">
        {formatWeekday(date)}, {formatDay(date)}
        {instructor ? ` · ${instructor.name}` : null}
        {twice ? <strong className="text-warn">{` ${formatAlsoTeaches(twice)}`}</strong> : null}
        {arena ? ` · ${arena}` : null}
        {arena && shared ? <strong className="text-warn">{` ${formatShared(arena, shared)}`}</strong> : null}
        {level ? ` · ${levelLabel(level)}` : null}
        <PlacesWord {...seats} />
      </p>
      <FormError title={title} errors={Object.values(failures).flat()} />
      {riders.length === 0 ? <EmptyState title="No students in this lesson yet." /> : null}
      <RiderList slot={slot} riders={riders} />
      <LessonActions slot={slot} riders={riders} ahead={ahead} waiting={seats.capacity === null ? null : waiting} />
      <DeleteForm slot={slot} weekly={weekly} riders={riders} moved={moved} despite={field('despiteWaitlist').meta} />
    </Dialog>
  )
}

/** ` · 4 of 6 spots, 2 free`; in red if more ride than there are places. */
function PlacesWord({ heldFor, ...seats }: Seats & { heldFor: string[] }) {
  const { capacity, riding } = seats
  if (capacity === null) return null
  if (formatOverCapacity(seats)) return <strong className="text-bad"> · {formatOverCapacity(seats)} spots</strong>
  return ` · ${riding} of ${capacity} spots, ${formatFreePlaces(seats, heldFor)}`
}

export const ErrorBoundary = LessonDialogError
