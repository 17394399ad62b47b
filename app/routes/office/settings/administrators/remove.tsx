import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { findAdmin, removeAdmin } from '~/models/people/accounts/admins/admin.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Remove Administrator' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const admin = await findAdmin(params.id ?? '')
  if (!admin) throw new Response('Administrator not found.', { status: 404, statusText: 'Not Found' })
  return admin
}

const confirmSchema = z.object({})

export const action = formAction({
  guard: requireAdmin,
  schema: confirmSchema,
  confirms: true,
  failed: 'The administrator was not removed',
  refusedTo: () => paths.administrators(),
  run: async ({ viewer, params }) => ({
    to: paths.administrators(),
    title: 'Administrator Removed',
    description: await removeAdmin(viewer.id, params.id ?? ''),
  }),
})

export default function RemoveAdministrator() {
  const { name } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(confirmSchema)
  return (
    <DialogForm
      title={`Remove ${name}?`}
      closeTo={paths.administrators()}
      answer={answer}
      submit="Remove Administrator"
      danger
    >
      <p>{name} will lose access right away. The account stays in Students; remove it there if they don't ride.</p>
    </DialogForm>
  )
}
