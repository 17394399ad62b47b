import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { findStudent, runningFor } from '~/models/people/families/student.server'
import { waitingOf } from '~/models/schedule/waitlist/waiting-lists.server'
import { setHidden } from '~/models/students/hide-student.server'
import { readStudentView, viewQuery } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { paths } from '~/utils/paths'
import { counted } from '~/utils/plain-words'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Remove Student' }]

const listOf = (request: Request): string =>
  paths.studentsManagement(viewQuery(readStudentView(new URL(request.url).searchParams, today())))

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const id = params.id ?? ''
  const [student, running, waiting] = await Promise.all([findStudent(id), runningFor(id), waitingOf([id])])
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  return { student, ...running, waits: waiting.length, closeTo: listOf(request) }
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  failed: 'Failed to delete student. Please try again.',
  refusedTo: ({ request }) => listOf(request),
  async run({ viewer, request, params: { id = '' } }) {
    const list = listOf(request)
    await setHidden(viewer.id, id, true)
    return {
      to: list,
      title: 'Student removed from the lists',
      description: 'Their rides, payments, and account are kept.',
      undo: { label: 'Undo', action: list, fields: { restore: id } },
    }
  },
})

export default function RemoveStudent() {
  const { student, subscription, weeklyPlaces, waits, closeTo } = useLoaderData<typeof loader>()
  return (
    <DialogForm
      title={`Remove ${student.name}?`}
      closeTo={closeTo}
      answer={useAnswer(confirmSchema)}
      submit="Remove Student"
      danger
    >
      <p>
        The student will be hidden from lists. Their rides, payments, and account are kept, and you can restore them.
      </p>
      {subscription ? (
        <p role="alert" className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          <strong>{subscription} is still an active subscription.</strong> It will keep charging each month until it's
          canceled.
        </p>
      ) : null}
      {weeklyPlaces ? (
        <p className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          {weeklyPlaces === 1 ? 'One weekly spot stays' : `${weeklyPlaces} weekly spots stay`} on the schedule. Remove
          the student from those lessons if they've stopped riding.
        </p>
      ) : null}
      {waits ? (
        <p className="rounded border border-warn-edge bg-warn-soft px-4 py-3 text-warn">
          On the waitlist for {counted(waits, 'lesson')}. A held spot goes to the next in line.
        </p>
      ) : null}
    </DialogForm>
  )
}
