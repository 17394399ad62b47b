import { t } from '#text'
import { DialogForm } from '~/components/form/dialog-form'
import { Field } from '~/components/form/field'
import { useAnswer } from '~/components/form/use-answer'
import { useRoot } from '~/components/use-root'
import { passwordFormSchema } from '~/models/people/accounts/profile.schema'
import { isFamily } from '~/models/vocabulary/user'
import { PasswordHint } from './password-hint'

/** Asks once for the old password and twice for the new one. */
export function PasswordDialog({ closeTo }: { closeTo: string }) {
  const viewer = useRoot()?.viewer
  const { field, ...answer } = useAnswer(passwordFormSchema)
  return (
    <DialogForm title={t('Change Password')} closeTo={closeTo} answer={answer} submit={t('Update Password')}>
      <Field
        label={t('Current Password')}
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <Field
        label={t('New Password')}
        type="password"
        autoComplete="new-password"
        hint={<PasswordHint whose={viewer && !isFamily(viewer) ? 'staff' : 'family'} />}
        {...field('newPassword')}
      />
      <Field label={t('Confirm Password')} type="password" autoComplete="new-password" {...field('confirmPassword')} />
      <p className="text-sm text-muted">{t("You'll be signed out on your other devices.")}</p>
    </DialogForm>
  )
}
