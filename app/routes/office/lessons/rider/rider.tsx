import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { FormError } from '~/components/form/form-error'
import { BarnNotes } from '~/components/office/barn-notes'
import { Dialog } from '~/components/ui/dialog'
import { Link } from '~/components/ui/link'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { movedAway } from '~/models/schedule/lessons/moved-away.server'
import { MAKEUP_ANYWAY_FIELD, whyAnyway } from '~/models/schedule/makeups/absence.server'
import { AHEAD_FIELD } from '~/models/schedule/vocabulary/ahead.server'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { LessonLine } from '~/routes/office/lessons/lesson-line'
import { AheadBox, BeyondBox } from '~/routes/office/lessons/slot-fields'
import { backTo, undoOf } from '~/routes/office/lessons/undo-of'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { byIntent } from '~/web/form-action.server'
import { lessonParam } from '~/web/lesson-param.server'
import { NoteForm } from './note-form'
import { readRide } from './read-ride.server'
import { RemoveForm } from './remove-form'
import { removing, rideCommands } from './ride-commands.server'
import { ABSENT_MAKEUP, RideForm } from './ride-form'
import { RiderAllowance } from './rider-allowance'
import { useRideAnswer } from './use-ride-answer'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.rider.name ?? 'Manage Student' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const lesson = await lessonParam(params)
  const rider = lesson.riders.find((other) => other.riderId === params.riderId)
  if (!rider) throw new Response('Lesson not found', { status: 404, statusText: 'Lesson not found' })
  const [{ known: _, ...ride }, allowance, anyway, moved] = await Promise.all([
    readRide(lesson, rider),
    allowanceOf(rider.riderId, lesson.date),
    whyAnyway(lesson.date, lesson, rider),
    rider.source === 'weekly' ? movedAway(lesson, rider.riderId) : [],
  ])
  return { ...ride, allowance, anyway, moved }
}

const commands = rideCommands({
  guard: requireAdmin,
  asks: [REASON_FIELD, BEYOND_FIELD, MAKEUP_ANYWAY_FIELD, AHEAD_FIELD],
  dialog: (ride, back) => paths.lessonRider(ride, ride.riderId, { back: back ?? undefined }),
  screen: backTo,
  undo: undoOf,
})

export const action = byIntent({
  ...commands,
  'remove-one-time': removing('one-time', 'Failed to remove student from schedule.'),
  'remove-weekly': removing('weekly', 'Failed to remove student from weekly lessons. Please try again.'),
})

export default function ManageStudent() {
  const { slot, rider, horses, concerns, allowance, anyway, note, barn, moved } = useLoaderData<typeof loader>()
  const { field, title, errors, intent, ...forms } = useRideAnswer(rider, note)
  const back = useSearchParams()[0].get('back') ?? undefined
  // A rider who is here on this day alone has no place in the schedule to be removed from.
  const guest = title && intent === 'remove-one-time' && rider.source === 'one-time'
  return (
    <Dialog title={rider.name} closeTo={backTo(back, slot.date)}>
      <LessonLine {...slot} />
      <div className="grid gap-4">
        {guest ? (
          <FormError title="Deletion Failed" errors={['Failed to remove student. Please try again.', ...errors]} />
        ) : (
          <FormError title={title} errors={errors} />
        )}
        <BarnNotes notes={barn} />
        <RideForm
          action={paths.lessonRider(slot, rider.riderId, { back })}
          rider={rider}
          horses={horses}
          concerns={concerns}
          ride={forms.ride}
          makeup={<MakeupAnyway why={anyway} asked={Boolean(field(MAKEUP_ANYWAY_FIELD).meta?.errors)} />}
          asked={
            <>
              <BeyondBox field={field} label="Have both ride anyway" />
              <AheadBox field={field} />
            </>
          }
        />
        <RiderAllowance allowance={allowance} />
        <p className="grid gap-x-4 sm:grid-cols-2">
          <Link to={paths.moveRider(slot, rider.riderId)} className="link inline-flex min-h-11 items-center">
            Move to another lesson
          </Link>
          <Link
            to={paths.student(rider.riderId, { month: slot.date.slice(0, 7) })}
            className="link inline-flex min-h-11 items-center"
          >
            How this adds up
          </Link>
          <Link to={paths.rideHistory({ student: rider.riderId })} className="link inline-flex min-h-11 items-center">
            Ride history
          </Link>
          <Link
            to={paths.scheduledRides({ student: rider.riderId })}
            className="link inline-flex min-h-11 items-center"
          >
            Scheduled rides
          </Link>
        </p>
        <NoteForm action={paths.lessonRider(slot, rider.riderId, { back })} note={forms.note} />
        <RemoveForm slot={slot} rider={rider} version={forms.removal} moved={moved} back={back} />
      </div>
    </Dialog>
  )
}

/** Says that a family would get no makeup, so that whoever presses the button below gives one knowingly. */
const MakeupAnyway = ({ why, asked }: { why: string | null; asked: boolean }) =>
  why ? (
    <p role={asked ? 'alert' : undefined} className={asked ? 'mb-2 font-semibold' : 'mb-2 text-sm'}>
      <input type="hidden" name={MAKEUP_ANYWAY_FIELD} value="on" />
      {why} “{ABSENT_MAKEUP}” gives a makeup anyway.
    </p>
  ) : null

export const ErrorBoundary = LessonDialogError
