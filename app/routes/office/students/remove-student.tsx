import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { findStudent, runningFor, setHidden } from '~/models/students/student.server'
import { readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Remove Student' }]

const listOf = (request: Request): string =>
  paths.studentsManagement(viewQuery(readStudentView(new URL(request.url).searchParams, today())))

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = params.id ?? ''
  const [student, running] = await Promise.all([findStudent(id), runningFor(id)])
  if (!student) throw new Response('There is no such student.', { status: 404, statusText: 'Not Found' })
  return { student, ...running, closeTo: listOf(request) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  await csrfForm(request)
  const id = params.id ?? ''
  const list = listOf(request)
  try {
    await setHidden(viewer.id, id, true)
  } catch (error) {
    const refused = refusalOf(error)
    return redirectWithToast(list, {
      type: 'error',
      title: 'Failed to delete student. Please try again.',
      description: refused.message,
    })
  }
  return redirectWithToast(list, {
    type: 'success',
    title: 'Student removed from the lists',
    description: 'Nothing is deleted.',
    undo: { label: 'Undo', action: list, fields: { restore: id } },
  })
}

export default function RemoveStudent() {
  const { student, subscription, weeklyPlaces, closeTo } = useLoaderData<typeof loader>()
  return (
    <Dialog title={`Remove ${student.name}?`} closeTo={closeTo}>
      <Form method="post" className="grid gap-4">
        <Csrf />
        <p>
          The student no longer shows in the office's lists. Rides, payments and the sign-in stay. You can restore them.
        </p>
        {subscription ? (
          <p role="alert" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
            <strong>A subscription is still running: {subscription}.</strong> It goes on being charged each month until
            it is cancelled.
          </p>
        ) : null}
        {weeklyPlaces ? (
          <p className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
            {weeklyPlaces === 1 ? 'One weekly place stays' : `${weeklyPlaces} weekly places stay`} on the schedule. Take
            the student out of the lessons if they no longer ride.
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button variant="danger">Remove Student</Button>
        </div>
      </Form>
    </Dialog>
  )
}
