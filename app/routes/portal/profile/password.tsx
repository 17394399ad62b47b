import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { passwordFormSchema } from '~/models/accounts/profile.schema'
import { changePassword } from '~/models/accounts/profile.server'
import { limitTries } from '~/platform/rate-limit.server'
import { paths } from '~/utils/paths'
import { requireViewer } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { startSession } from '~/web/session.server'
import { PASSWORD_TRIES } from '~/web/sign-in.server'

export const meta: MetaFunction = () => [{ title: 'Change Password' }]

export async function loader({ request }: LoaderFunctionArgs) {
  await requireViewer(request)
  return null
}

export const action = formAction({
  guard: requireViewer,
  schema: passwordFormSchema,
  failed: 'Failed to update password',
  hide: ['currentPassword', 'newPassword', 'confirmPassword'],
  async run({ viewer, value, request }) {
    await limitTries(`password-change:${viewer.id}`, PASSWORD_TRIES)
    await changePassword(viewer.id, value)
    return {
      to: paths.profile(),
      title: 'Password Updated',
      description: "You've been signed out on your other devices.",
      headers: { 'Set-Cookie': await startSession(request, viewer.id) },
    }
  },
})

export default function ChangePassword() {
  const { field, ...answer } = useAnswer<typeof passwordFormSchema>()
  return (
    <DialogForm title="Change Password" closeTo={paths.profile()} answer={answer} submit="Update Password">
      <Field label="Current Password" type="password" autoComplete="current-password" {...field('currentPassword')} />
      <Field
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters."
        {...field('newPassword')}
      />
      <Field label="Confirm Password" type="password" autoComplete="new-password" {...field('confirmPassword')} />
      <p className="text-sm text-muted">You'll be signed out on your other devices.</p>
    </DialogForm>
  )
}
