import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { instructorSchema } from '~/models/schedule/instructors/instructor.schema'
import { addInstructor, findInstructor, renameInstructor } from '~/models/schedule/instructors/instructor.server'
import { withKept } from '~/platform/version'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Instructor' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  if (params.id === 'new') return null
  const instructor = await findInstructor(params.id ?? '')
  if (!instructor) throw new Response('Instructor not found.', { status: 404, statusText: 'Not Found' })
  return instructor
}

export const action = formAction({
  guard: requireAdmin,
  schema: instructorSchema,
  confirms: true,
  failed: 'The instructor was not saved',
  async run({ viewer, value, params, version }) {
    const to = paths.instructors()
    if (params.id === 'new') {
      return { to, title: 'Instructor Added', description: await addInstructor(viewer.id, value) }
    }
    const { name, kept } = await renameInstructor(viewer.id, params.id ?? '', value, version)
    return { to, title: 'Instructor Saved', description: withKept(name, kept) }
  },
})

export default function InstructorDialog() {
  const instructor = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(instructorSchema, {
    defaultValue: instructor?.names,
    version: instructor?.version,
  })
  return (
    <DialogForm
      title={instructor ? `Rename ${instructor.name}` : 'Add Instructor'}
      closeTo={paths.instructors()}
      answer={answer}
      submit={instructor ? 'Save' : 'Add Instructor'}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="off" {...field('firstName')} />
        <Field label="Last name" autoComplete="off" {...field('lastName')} />
      </div>
    </DialogForm>
  )
}
