import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RiderFields } from '~/components/families/rider-fields'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { newRiderSchema } from '~/models/people/accounts/family.schema'
import { addFamilyRider } from '~/models/people/families/family-change.server'
import { findStudent } from '~/models/people/families/student.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Add Rider' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const student = await findStudent(params.id ?? '')
  if (!student) throw new Response('Student not found.', { status: 404, statusText: 'Not Found' })
  return { name: student.name, email: student.email, closeTo: paths.student(student.id) }
}

export const action = formAction({
  guard: requireAdmin,
  schema: newRiderSchema,
  failed: 'Failed to add rider',
  async run({ viewer, value, params: { id = '' } }) {
    const added = await addFamilyRider(viewer.id, id, value)
    return {
      to: paths.student(id),
      title: 'Rider Added',
      description: `${value.firstName} ${value.lastName}`,
      undo: { label: 'Undo', action: paths.student(id), fields: { 'remove-rider': added } },
    }
  },
})

export default function AddRider() {
  const { name, email, closeTo } = useLoaderData<typeof loader>()
  const { field, ...answer } = useAnswer(newRiderSchema)
  return (
    <DialogForm
      title={`Add a rider to the family of ${name}`}
      closeTo={closeTo}
      answer={answer}
      submit="Add Rider"
      waits
    >
      <RiderFields field={field} />
      <p className="text-sm text-muted">
        {email
          ? `No email needed: ${name} signs in, pays, and gets our emails.`
          : `No email needed: ${name} has none, so you do everything for this family.`}
      </p>
    </DialogForm>
  )
}
