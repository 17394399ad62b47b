import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { findInstructor, removeInstructor } from '~/models/schedule/instructors/instructor.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Remove Instructor' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const instructor = await findInstructor(params.id ?? '')
  if (!instructor) throw new Response('Instructor not found.', { status: 404, statusText: 'Not Found' })
  return instructor
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  confirms: true,
  failed: 'The instructor was not removed',
  refusedTo: () => paths.instructors(),
  run: async ({ viewer, params }) => ({
    to: paths.instructors(),
    title: 'Instructor Removed',
    description: `Past lessons keep ${await removeInstructor(viewer.id, params.id ?? '')}’s name`,
  }),
})

export default function RemoveInstructor() {
  const { name, weekly } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(confirmSchema)
  return (
    <DialogForm
      title={`Remove ${name}?`}
      closeTo={paths.instructors()}
      answer={answer}
      submit="Remove Instructor"
      danger
    >
      <p>
        {weekly
          ? `${name} teaches ${weekly} weekly ${weekly === 1 ? 'lesson' : 'lessons'}, which will have no instructor from today. `
          : null}
        Past lessons keep the name. Add {name} again to undo this.
      </p>
    </DialogForm>
  )
}
