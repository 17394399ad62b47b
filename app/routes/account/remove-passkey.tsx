import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { DialogForm } from '~/components/form/dialog-form'
import { useAnswer } from '~/components/form/use-answer'
import { listPasskeys, removePasskey } from '~/models/people/accounts/second-factor/passkeys.server'
import { notFound } from '~/platform/refused'
import { tellFactor } from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { requireStaff } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

export const meta: MetaFunction = () => [{ title: 'Remove a Passkey' }]

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const key = (await listPasskeys(user.id)).find(({ id }) => id === params.id)
  if (!key) throw new Response('Passkey not found.', { status: 404, statusText: 'Not Found' })
  return { name: key.name }
}

const schema = z.object({})

export const action = formAction({
  guard: requireStaff,
  schema,
  confirms: true,
  failed: 'No passkey was removed',
  async run({ viewer, params }) {
    const removed = await removePasskey(viewer.id, params.id ?? '', tellFactor)
    if (!removed) throw notFound('That passkey is gone already.')
    return { to: paths.secondStep(), title: 'Passkey removed' }
  },
})

export default function RemovePasskey() {
  const { name } = useLoaderData<typeof loader>()
  const { field: _, ...answer } = useAnswer(schema)
  return (
    <DialogForm title={`Remove ${name}?`} closeTo={paths.secondStep()} answer={answer} submit="Remove" danger>
      <p>It no longer says your second step. Your app and your recovery codes still do.</p>
    </DialogForm>
  )
}
