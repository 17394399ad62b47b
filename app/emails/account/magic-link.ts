import { t } from '#text'
import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface MagicLink extends Letter {
  url: string
  minutes: number
}

export const magicLinkEmail = (link: MagicLink): EmailContent =>
  compose(link, () => ({
    subject: t('Sign in to {school}', { school: link.schoolName }),
    heading: t('Your sign-in link'),
    blocks: [
      paragraph(
        t('Use this link to sign in to {school}. It works once and expires in {minutes} minutes.', {
          school: link.schoolName,
          minutes: link.minutes,
        }),
      ),
      button(t('Sign In'), link.url),
      paragraph(t("Didn't ask for this? You can ignore this email.")),
    ],
  }))
