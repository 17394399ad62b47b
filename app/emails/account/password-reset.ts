import { t } from '#text'
import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface PasswordReset extends Letter {
  url: string
  minutes: number
}

export const passwordResetEmail = (reset: PasswordReset): EmailContent =>
  compose(reset, () => ({
    subject: t('Reset your {school} password', { school: reset.schoolName }),
    heading: t('Reset Your Password'),
    blocks: [
      paragraph(
        t('Use this link to choose a new password. It works once and expires in {minutes} minutes.', {
          minutes: reset.minutes,
        }),
      ),
      button(t('Choose a new password'), reset.url),
      paragraph(t("Didn't ask for this? You can ignore this email.")),
    ],
  }))
