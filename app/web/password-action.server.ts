import { t } from '#text'
import { howGood } from '~/models/people/accounts/password/how-good'
import { passwordFormSchema } from '~/models/people/accounts/profile.schema'
import { changePassword } from '~/models/people/accounts/profile.server'
import { limitTries } from '~/platform/rate-limit.server'
import { tellPassword } from '~/services/mail/address-links.server'
import { formAction } from './form-action.server'
import { startSession } from './session.server'
import { PASSWORD_TRIES } from './sign-in-limits.server'

/** Changes the password of the user whom the guard returns, signs out their other devices, and leads to `to`. */
export const passwordAction = (guard: (request: Request) => Promise<{ id: string }>, to: string) =>
  formAction({
    guard,
    schema: passwordFormSchema,
    failed: () => t('Failed to update password'),
    hide: ['currentPassword', 'newPassword', 'confirmPassword'],
    async run({ viewer, value, request }) {
      await limitTries(`password-change:${viewer.id}`, PASSWORD_TRIES)
      await changePassword(viewer.id, value, tellPassword)
      const { cookie } = await startSession(request, viewer.id, { way: 'password', passed: true })
      return {
        to,
        title: t('Password Updated'),
        description: `${t("You've been signed out on your other devices.")} ${howGood(value.newPassword)}`,
        headers: { 'Set-Cookie': cookie },
      }
    },
  })
