import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { FormActions } from '~/components/form/form-actions'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Dialog } from '~/components/ui/dialog'
import { addToLesson, createWeeklyPlace } from '~/models/lessons/place.server'
import { rideTypeNames } from '~/models/rides/ride-type.server'
import { newRideSchema } from '~/models/schedule/slot.schema'
import { shownWeek } from '~/models/schedule/week-address'
import { listRiders } from '~/models/students/student.server'
import { today } from '~/platform/clock.server'
import { formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
import { SlotFields, StudentField } from './slot-fields'

export const meta: MetaFunction = () => [{ title: 'Add New Ride' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const [types, students] = await Promise.all([rideTypeNames(), listRiders()])
  return { ...shownWeek(query, undefined, today()), student: query.get('student') ?? '', types, students }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const submission = parseWithZod(await csrfForm(request), { schema: newRideSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { scope, riderId, ...slot } = submission.value
  try {
    if (scope === 'weekly') await createWeeklyPlace(viewer.id, riderId, slot)
    else await addToLesson(viewer.id, riderId, slot, scope, { create: true })
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply({ formErrors: [refused.message] }), { status: refused.status })
  }
  return redirectWithToast(paths.admin({ day: slot.date }), {
    type: 'success',
    title: 'Student Added',
    description: `${formatTimeOfDay(slot.time)} ${slot.type}, ${formatWeekday(slot.date)}`,
  })
}

export default function AddNewRide() {
  const { week, day, student, types, students } = useLoaderData<typeof loader>()
  const { formErrors, fieldOf } = formState(useActionData<typeof action>(), [
    'riderId',
    'date',
    'time',
    'type',
    'scope',
  ])
  const closeTo = paths.admin({ week, day })
  const saving = useNavigation().formAction?.startsWith(paths.newRide())
  return (
    <Dialog title="Add New Ride" closeTo={closeTo}>
      <Form
        method="post"
        action={paths.newRide({ week, day, student })}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
        <Csrf />
        <FormError title="Failed to add student to lesson. Please try again." errors={formErrors} />
        <StudentField students={students} chosen={student} fieldOf={fieldOf} />
        <SlotFields week={week} day={day} types={types} fieldOf={fieldOf} />
        <FormActions closeTo={closeTo} label="Add New Ride" busyLabel="Adding…" busy={saving} />
      </Form>
    </Dialog>
  )
}
