import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { z } from 'zod'
import { Csrf } from '~/components/form/csrf'
import { FormError } from '~/components/form/form-error'
import { useAnswer } from '~/components/form/use-answer'
import { Badge } from '~/components/ui/badge'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { officeLabel } from '~/models/attendance/attendance'
import { deleteLesson } from '~/models/lessons/slot.server'
import { scopeField } from '~/models/schedule/slot.schema'
import { formatDay } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { lessonParam, slotParam } from '~/web/lesson-param.server'
import { LessonDialogError } from './lesson-dialog-error'
import { LessonLine } from './lesson-line'

export const meta: MetaFunction = () => [{ title: 'Lesson' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  return lessonParam(params)
}

const DELETED = {
  weekly: { title: 'Lesson Deleted', description: 'Future lessons have been removed from the schedule' },
  'one-time': { title: 'One Time Lesson Removed', description: 'It does not take place on this date' },
}

const FAILED = {
  weekly: 'Failed to delete lesson. Please try again.',
  'one-time': 'Failed to remove lesson for this date',
}

const schema = z.object({ scope: scopeField })

export const action = formAction({
  guard: requireAdmin,
  schema,
  failed: (_, form) => FAILED[scopeField.safeParse(form.get('scope')).data ?? 'one-time'],
  async run({ viewer, value: { scope }, params }) {
    const slot = slotParam(params)
    const comesBack = await deleteLesson(viewer.id, slot, scope)
    return {
      to: paths.admin({ day: slot.date }),
      ...DELETED[scope],
      undo: comesBack
        ? { label: 'Undo', action: paths.newLesson({ day: slot.date }), fields: { ...slot, scope: 'one-time' } }
        : undefined,
    }
  },
})

export default function Lesson() {
  const { date, time, type, weekly, instructor, riders } = useLoaderData<typeof loader>()
  const { form, title } = useAnswer<typeof schema>()
  const slot = { date, time, type }
  const open = riders.filter(({ attendance }) => attendance === 'scheduled').length
  const marking = useNavigation().formAction === paths.markLesson(slot)
  return (
    <Dialog title="Lesson" closeTo={paths.admin({ day: date })}>
      <LessonLine {...slot} />
      {instructor ? <p className="-mt-3 mb-4">With {instructor.name}</p> : null}
      <FormError title={title} errors={Object.values(form.allErrors).flat()} />
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
              <Badge>{officeLabel(rider.attendance)}</Badge>
            </Link>
          </li>
        ))}
      </ul>
      <Form method="post" action={paths.markLesson(slot)} preventScrollReset className="flex flex-wrap gap-2">
        <Csrf />
        <ButtonLink to={paths.addToLesson(slot)} preventScrollReset variant={open ? 'secondary' : 'primary'}>
          Add Student
        </ButtonLink>
        {open ? (
          <Button name="intent" value="present" disabled={marking}>
            {marking ? 'Recording…' : `Mark ${open === riders.length ? 'all' : `the other ${open}`} present`}
          </Button>
        ) : null}
        <ButtonLink to={paths.editLesson(slot)} preventScrollReset variant="secondary">
          Edit Lesson
        </ButtonLink>
        <ButtonLink to={paths.lessonChanges(slot)} preventScrollReset variant="quiet">
          Changes
        </ButtonLink>
      </Form>
      <details className="mt-4 border-t border-line">
        <summary className="link inline-flex min-h-11 items-center">Delete lesson…</summary>
        <Form method="post" action={`${paths.lesson(slot)}?index`} preventScrollReset className="grid gap-3">
          <Csrf />
          <p className="text-muted">
            The past stays as it was. Students are not charged for a lesson that does not take place.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button name="scope" value="one-time" variant="secondary">
              Only on {formatDay(date)}
            </Button>
            {weekly ? (
              <Button name="scope" value="weekly" variant="danger">
                Every week from {formatDay(date)}
              </Button>
            ) : null}
          </div>
        </Form>
      </details>
    </Dialog>
  )
}

export const ErrorBoundary = LessonDialogError
