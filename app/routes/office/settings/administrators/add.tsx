import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Dialog } from '~/components/ui/dialog'
import { adminSearchSchema, newAdminSchema } from '~/models/accounts/admin.schema'
import { addAdmin, findCandidate, makeAdmin } from '~/models/accounts/admin.server'
import { runningFor } from '~/models/students/student.server'
import { requestLink } from '~/services/mail/account-links.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf, replyOf } from '~/web/refusal.server'
import { redirectWithToast } from '~/web/toast.server'
import { AskEmail, ConfirmAccount, NewAccount, PasswordLink } from './steps'

export const meta: MetaFunction = () => [{ title: 'Add Administrator' }]

/** The step that the address leads to: an e-mail address is asked for first, then it is known whether it has an account. */
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

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request)
  const form = await csrfForm(request)
  const done = (title: string, description: string) =>
    redirectWithToast(paths.administrators(), { type: 'success', title, description })
  if (form.get('intent') === 'confirm') {
    try {
      return await done('Administrator Added', await makeAdmin(viewer.id, String(form.get('id'))))
    } catch (error) {
      const refused = refusalOf(error)
      return redirectWithToast(paths.administrators(), {
        type: 'error',
        title: 'The administrator was not added',
        description: refused.message,
      })
    }
  }
  const submission = parseWithZod(form, { schema: newAdminSchema })
  if (submission.status !== 'success') return data({ lastResult: submission.reply(), created: null }, { status: 400 })
  const { email } = submission.value
  try {
    const name = await addAdmin(viewer.id, submission.value)
    const { link } = await requestLink('reset', email, viewer)
    if (link) return data({ lastResult: null, created: { name, email, link } })
    return await done('Administrator Added', `${name} gets an e-mail with a link to choose a password.`)
  } catch (error) {
    const refused = refusalOf(error)
    return data({ lastResult: submission.reply(replyOf(refused)), created: null }, { status: refused.status })
  }
}

export default function AddAdministrator() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { created, lastResult } = answer ?? { created: null, lastResult: null }
  return (
    <Dialog title={created ? 'Administrator Added' : 'Add Administrator'} closeTo={paths.administrators()}>
      {created ? (
        <PasswordLink {...created} />
      ) : loaded.step === 'confirm' ? (
        <ConfirmAccount {...loaded} />
      ) : loaded.step === 'new' ? (
        <NewAccount email={loaded.email} lastResult={lastResult} />
      ) : (
        <AskEmail email={loaded.email} errors={loaded.errors} />
      )}
    </Dialog>
  )
}
