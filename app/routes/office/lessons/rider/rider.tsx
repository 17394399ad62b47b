import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { FormError } from '~/components/form/form-error'
import { Dialog } from '~/components/ui/dialog'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { manageRiderSchema } from '~/models/attendance/attendance.schema'
import { listHorses } from '~/models/horses/horse.server'
import { horseUsesOn } from '~/models/horses/horse-assignment.server'
import { REASON_FIELD } from '~/models/horses/horse-limit.server'
import type { Refused } from '~/platform/refused'
import { LessonDialogError } from '~/routes/office/lessons/lesson-dialog-error'
import { LessonLine } from '~/routes/office/lessons/lesson-line'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
import { horseChoices } from './horse-choices'
import { manageRider } from './manage-rider.server'
import { RemoveForm } from './remove-form'
import { RideForm } from './ride-form'
import { RiderAllowance } from './rider-allowance'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.rider.name ?? 'Manage Student' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const lesson = await lessonParam(params)
  const rider = lesson.riders.find((other) => other.riderId === params.riderId)
  if (!rider) throw new Response('Lesson not found', { status: 404, statusText: 'Lesson not found' })
  const [horses, uses, allowance] = await Promise.all([
    listHorses(),
    horseUsesOn(lesson.date),
    allowanceOf(rider.riderId, lesson.date),
  ])
  const { date, time, type } = lesson
  return { slot: { date, time, type }, rider, horses: horseChoices(horses, uses, lesson, rider), allowance }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const slot = slotParam(params)
  const change = manageRiderSchema.safeParse(Object.fromEntries(await csrfForm(request)))
  if (!change.success) return data({ title: '', error: 'Choose what to record', over: undefined }, { status: 400 })
  const sheet = 'back' in change.data && change.data.back === 'sheet'
  const back = sheet ? paths.daySheet({ date: slot.date }) : paths.admin({ day: slot.date })
  try {
    const { undo, ...toast } = await manageRider(viewer.id, { ...slot, riderId: params.riderId ?? '' }, change.data)
    return await redirectWithToast(back, {
      type: 'success',
      ...toast,
      undo: undo ?? undefined,
    })
  } catch (error) {
    const refused = refusalOf(error)
    const title = FAILED[change.data.intent] ?? FAILED.present
    const over = overHorse(refused, change.data)
    // The day sheet says why itself; only a reason for going beyond a limit is asked for here.
    if (sheet && !over) return redirectWithToast(back, { type: 'error', title, description: refused.message })
    return data({ title, error: refused.message, over }, { status: refused.status })
  }
}

/** The horse that needs a reason, so that the form can ask for one. */
const overHorse = (error: Refused, change: z.output<typeof manageRiderSchema>) =>
  error.field === REASON_FIELD && 'horseId' in change && change.horseId ? String(change.horseId) : undefined

/** Specification, section 8. */
const FAILED: Record<string, string> & { present: string } = {
  present: 'Failed to record attendance. Please try again.',
  horse: 'Failed to save horse assignment',
  'remove-one-time': 'Failed to remove student from schedule.',
  'remove-weekly': 'Failed to remove student from weekly lessons. Please try again.',
}

/** A ride that somebody else has changed is shown as it is now, so that it can be looked at and chosen again. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export default function ManageStudent() {
  const { slot, rider, horses, allowance } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  // Somebody who is here on this day alone has no place in the schedule to be removed from.
  const guest = refused?.title === FAILED['remove-one-time'] && rider.source === 'one-time'
  return (
    <Dialog title={rider.name} closeTo={paths.admin({ day: slot.date })}>
      <LessonLine {...slot} />
      <div className="grid gap-4">
        {guest ? (
          <FormError title="Deletion Failed" errors={['Failed to remove student. Please try again.', refused.error]} />
        ) : (
          <FormError title={refused?.title} errors={refused ? [refused.error] : null} />
        )}
        <RideForm slot={slot} rider={rider} horses={horses} over={refused?.over} />
        <RiderAllowance allowance={allowance} />
        <p className="flex flex-wrap gap-x-4">
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
        <RemoveForm slot={slot} rider={rider} />
      </div>
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
