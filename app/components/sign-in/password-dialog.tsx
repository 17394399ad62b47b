import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { useRoot } from '~/components/use-root'
import { PASSWORD_HINTS } from '~/models/accounts/password/password-hint'
import { passwordFormSchema } from '~/models/accounts/profile.schema'
import { isFamily } from '~/models/accounts/user'

/** Asks for the old password and twice for the new one. */
export function PasswordDialog({ closeTo }: { closeTo: string }) {
  const viewer = useRoot()?.viewer
  const { field, ...answer } = useAnswer(passwordFormSchema)
  return (
    <DialogForm title="Change Password" closeTo={closeTo} answer={answer} submit="Update Password">
      <Field label="Current Password" type="password" autoComplete="current-password" {...field('currentPassword')} />
      <Field
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint={viewer && !isFamily(viewer) ? PASSWORD_HINTS.staff : PASSWORD_HINTS.family}
        {...field('newPassword')}
      />
      <Field label="Confirm Password" type="password" autoComplete="new-password" {...field('confirmPassword')} />
      <p className="text-sm text-muted">You'll be signed out on your other devices.</p>
    </DialogForm>
  )
}
