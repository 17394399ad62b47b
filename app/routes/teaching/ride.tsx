import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FormError } from '~/components/form/form-error'
import { BarnNotes } from '~/components/office/barn-notes'
import { Dialog } from '~/components/ui/dialog'
import { REASON_FIELD } from '~/models/schedule/horses/horse-limit.server'
import { findTaughtLesson, refuseMark, refuseNotTaught } from '~/models/schedule/instructors/teaching.server'
import { AHEAD_FIELD } from '~/models/schedule/vocabulary/ahead.server'
import { LEVELS } from '~/models/vocabulary/level'
import { LessonLine } from '~/routes/office/lessons/lesson-line'
import { NoteForm } from '~/routes/office/lessons/rider/note-form'
import { readRide } from '~/routes/office/lessons/rider/read-ride.server'
import { rideCommands } from '~/routes/office/lessons/rider/ride-commands.server'
import { RideForm } from '~/routes/office/lessons/rider/ride-form'
import { useRideAnswer } from '~/routes/office/lessons/rider/use-ride-answer'
import { AheadBox } from '~/routes/office/lessons/slot-fields'
import { undoTaughtOf } from '~/routes/office/lessons/undo-of'
import { paths } from '~/utils/paths'
import { requireInstructor } from '~/web/auth.server'
import { byIntent } from '~/web/form-action.server'
import { slotParam } from '~/web/lesson-param.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.rider.name ?? 'Rider' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { id } = await requireInstructor(request)
  const lesson = await findTaughtLesson(id, slotParam(params))
  const rider = lesson?.riders.find(({ riderId }) => riderId === params.riderId)
  if (!lesson || !rider) throw new Response('Lesson not found', { status: 404, statusText: 'Lesson not found' })
  const { known, ...ride } = await readRide(lesson, rider)
  return { ...ride, level: LEVELS.find(({ name }) => name === known.level)?.label ?? null }
}

export const action = byIntent(
  rideCommands({
    guard: requireInstructor,
    asks: [REASON_FIELD, AHEAD_FIELD],
    dialog: (ride) => paths.taughtRide(ride, ride.riderId),
    screen: (_, date) => paths.teaching({ date }),
    failed: 'That was not saved',
    undo: undoTaughtOf,
    allows:
      ({ id }, { riderId, ...slot }, attendance) =>
      (tx) =>
        attendance ? refuseMark(id, slot, { attendance, riderId }, tx) : refuseNotTaught(id, slot, tx),
  }),
)

export default function TaughtRide() {
  const { slot, rider, level, horses, concerns, note, barn } = useLoaderData<typeof loader>()
  const { field, title, errors, ...forms } = useRideAnswer(rider, note)
  const address = paths.taughtRide(slot, rider.riderId)
  return (
    <Dialog title={rider.name} closeTo={paths.teaching({ date: slot.date })}>
      <LessonLine {...slot} />
      <div className="grid gap-4">
        <BarnNotes notes={barn} />
        {level ? <p>Level: {level}</p> : null}
        <FormError title={title} errors={errors} />
        <RideForm
          action={address}
          rider={rider}
          horses={horses}
          concerns={concerns}
          taught
          asked={<AheadBox field={field} />}
          ride={forms.ride}
        />
        <NoteForm action={address} note={forms.note} />
      </div>
    </Dialog>
  )
}
