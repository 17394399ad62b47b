import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { FormActions } from '~/components/form/form-actions'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Dialog } from '~/components/ui/dialog'
import { addToLesson } from '~/models/lessons/place.server'
import { addOneTimeLesson, addWeeklyLesson } from '~/models/lessons/slot.server'
import { rideTypeNames } from '~/models/rides/ride-type.server'
import { newLessonSchema } from '~/models/schedule/slot.schema'
import { shownWeek } from '~/models/schedule/week-address'
import { findStudent } from '~/models/students/student.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { formatWeekday } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
import { SlotFields } from './slot-fields'

export const meta: MetaFunction = () => [{ title: 'Add Lesson' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const [types, student] = await Promise.all([rideTypeNames(), findStudent(query.get('student') ?? '')])
  return { ...shownWeek(query, undefined, today()), types, student }
}

/** Adds the lesson and, with `?student=`, puts that student into it. Their lesson may be there already. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const submission = parseWithZod(await csrfForm(request), { schema: newLessonSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { scope, ...slot } = submission.value
  const riderId = new URL(request.url).searchParams.get('student')
  const isThere = (error: unknown) => riderId !== null && error instanceof Refused && error.field === 'time'
  try {
    await (scope === 'weekly' ? addWeeklyLesson : addOneTimeLesson)(viewer.id, slot).catch((error) => {
      if (!isThere(error)) throw error
    })
    if (riderId !== null) await addToLesson(viewer.id, riderId, slot, scope)
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply({ formErrors: [refused.message] }), { status: refused.status })
  }
  return redirectWithToast(paths.admin({ day: slot.date }), {
    type: 'success',
    title: 'Lesson Added',
    description: `${formatTimeOfDay(slot.time)} ${slot.type}, ${formatWeekday(slot.date)}`,
  })
}

/** Specification, section 8. */
const FAILED: Record<string, string> = {
  weekly: 'Failed to add lesson. Please try again.',
  'one-time': 'Failed to add lesson for this date',
}

export default function AddLesson() {
  const { week, day, types, student } = useLoaderData<typeof loader>()
  const { formErrors, fieldOf } = formState(useActionData<typeof action>(), ['date', 'time', 'type', 'scope'])
  const closeTo = paths.admin({ week, day })
  const saving = useNavigation().formAction?.startsWith(paths.newLesson())
  const scope = fieldOf('scope')
  return (
    <Dialog title={student ? `Add Lesson for ${student.name}` : 'Add Lesson'} closeTo={closeTo}>
      <Form
        method="post"
        action={paths.newLesson({ week, day, student: student?.id })}
        noValidate
        preventScrollReset
        className="grid gap-4"
      >
        <Csrf />
        <FormError title={FAILED[scope.defaultValue ?? 'weekly']} errors={formErrors} />
        <SlotFields week={week} day={day} types={types} fieldOf={fieldOf} scope="weekly" />
        <FormActions closeTo={closeTo} label="Add Lesson" busyLabel="Adding…" busy={saving} />
      </Form>
    </Dialog>
  )
}
