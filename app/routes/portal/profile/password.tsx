import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { Csrf } from '~/components/form/csrf'
import { Field } from '~/components/form/field'
import { FormError } from '~/components/form/form-error'
import { formState } from '~/components/form/form-state'
import { Button, ButtonLink } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { passwordFormSchema } from '~/models/accounts/profile.schema'
import { changePassword } from '~/models/accounts/profile.server'
import { countTry, tooManyTries } from '~/platform/rate-limit.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { csrfForm } from '~/web/csrf.server'
import { refusalOf, replyOf } from '~/web/refusal.server'
import { startSession } from '~/web/session.server'
import { PASSWORD_TRIES } from '~/web/sign-in.server'
import { redirectWithToast } from '~/web/toast.server'

export const meta: MetaFunction = () => [{ title: 'Change Password' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireViewer(request)
  return null
}

const FIELDS = ['currentPassword', 'newPassword', 'confirmPassword']

export async function action({ request }: ActionFunctionArgs) {
  const form = await csrfForm(request)
  const viewer = await requireViewer(request)
  const submission = parseWithZod(form, { schema: passwordFormSchema })
  const hideFields = FIELDS as (keyof typeof submission.payload)[]
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 400 })
  const wait = await countTry(`password-change:${viewer.id}`, PASSWORD_TRIES)
  if (wait) return data(submission.reply({ hideFields, formErrors: [tooManyTries(wait)] }), { status: 429 })
  try {
    await changePassword(viewer.id, submission.value)
  } catch (error) {
    const refused = refusalOf(error)
    return data(submission.reply({ hideFields, ...replyOf(refused) }), { status: refused.status })
  }
  return redirectWithToast(
    paths.profile(),
    { type: 'success', title: 'Password Updated', description: 'Every other device has been signed out.' },
    { headers: { 'Set-Cookie': await startSession(request, viewer.id) } },
  )
}

export default function ChangePassword() {
  const lastResult = useActionData<typeof action>() as SubmissionResult<string[]> | undefined
  const { formErrors, fieldOf } = formState(lastResult, FIELDS)
  return (
    <Dialog title="Change Password" closeTo={paths.profile()}>
      <Form method="post" noValidate className="grid gap-4">
        <Csrf />
        <FormError title="Failed to update password" errors={formErrors} />
        <Field
          label="Current Password"
          type="password"
          autoComplete="current-password"
          {...fieldOf('currentPassword')}
        />
        <Field
          label="New Password"
          type="password"
          autoComplete="new-password"
          hint="At least 6 characters."
          {...fieldOf('newPassword')}
        />
        <Field label="Confirm Password" type="password" autoComplete="new-password" {...fieldOf('confirmPassword')} />
        <p className="text-sm text-muted">Every other device is signed out.</p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.profile()} preventScrollReset variant="secondary">
            Cancel
          </ButtonLink>
          <Button>Update Password</Button>
        </div>
      </Form>
    </Dialog>
  )
}
