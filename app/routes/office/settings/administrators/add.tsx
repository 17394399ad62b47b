import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Dialog } from '~/components/ui/dialog'
import { adminSearchSchema, newAdminSchema } from '~/models/people/accounts/admins/admin.schema'
import { addAdmin, findCandidate, makeAdmin } from '~/models/people/accounts/admins/admin.server'
import { runningFor } from '~/models/people/families/student.server'
import { displayName } from '~/models/vocabulary/user'
import { requestLink } from '~/services/mail/account-links.server'
import { makeAndTell } from '~/services/mail/address-links.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { refusalOf } from '~/web/refusal.server'
import { AskEmail, ConfirmAccount, NewAccount, PasswordLink } from './steps'

export const meta: MetaFunction = () => [{ title: 'Add Administrator' }]

/**
 * Shows the step that the address names: first the email address is entered, which decides whether an account exists.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  if (!query.has('email')) return { step: 'email' as const, email: '', errors: undefined }
  const asked = adminSearchSchema.safeParse({ email: query.get('email') })
  const again = (message: string) => ({ step: 'email' as const, email: query.get('email') ?? '', errors: [message] })
  if (!asked.success) return again(asked.error.issues[0]?.message ?? '')
  const { email } = asked.data
  try {
    const account = await findCandidate(email)
    if (!account) return { step: 'new' as const, email }
    return { step: 'confirm' as const, account, ...(await runningFor(account.id)) }
  } catch (error) {
    return again(refusalOf(error).message)
  }
}

const addSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('confirm'), id: z.string() }),
  z.object({ intent: z.literal('create'), ...newAdminSchema.shape }),
])

async function change(viewerId: string, value: z.infer<typeof addSchema>): Promise<{ name: string; email: string }> {
  if (value.intent === 'confirm') return makeAdmin(viewerId, value.id)
  const { intent: _, ...person } = value
  return { name: await addAdmin(viewerId, person), email: person.email }
}

/** If no email is sent, the dialog shows the link to hand over. */
export const action = formAction({
  guard: requireAdmin,
  schema: addSchema,
  confirms: true,
  failed: (intent) => (intent === 'confirm' ? 'The administrator was not added' : 'Not saved'),
  refusedTo: ({ form }) => (form.get('intent') === 'confirm' ? paths.administrators() : undefined),
  async run({ viewer, value }) {
    const done = { to: paths.administrators(), title: 'Administrator Added' }
    const make = () => change(viewer.id, value)
    const { name, email } = await makeAndTell(displayName(viewer), (made) => made.name, make)
    const { link } = await requestLink('reset', email, viewer)
    if (link) return Response.json({ created: { name, email, link } })
    return { ...done, description: `We emailed ${name} a link to choose a password.` }
  },
})

export default function AddAdministrator() {
  const loaded = useLoaderData<typeof loader>()
  const created = useActionData<{ created?: { name: string; email: string; link: string } }>()?.created
  return (
    <Dialog title={created ? 'Administrator Added' : 'Add Administrator'} closeTo={paths.administrators()}>
      {created ? (
        <PasswordLink {...created} />
      ) : loaded.step === 'confirm' ? (
        <ConfirmAccount {...loaded} />
      ) : loaded.step === 'new' ? (
        <NewAccount email={loaded.email} />
      ) : (
        <AskEmail email={loaded.email} errors={loaded.errors} />
      )}
    </Dialog>
  )
}
