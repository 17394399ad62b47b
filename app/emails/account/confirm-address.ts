import { t } from '#text'
import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface ConfirmAddress extends Letter {
  url: string
  days: number
}

/** Goes to the person who registered; until they confirm, no email says anything about the family. */
export const confirmAddressEmail = (link: ConfirmAddress): EmailContent =>
  compose(link, () => ({
    subject: t('Confirm your email address for {school}', { school: link.schoolName }),
    heading: t('Is this your email address?'),
    blocks: [
      paragraph(
        t(
          'Someone opened an account at {school} with this address. Confirm that it is yours, and emails about rides and payments come here. The link works once, for {days} days.',
          { school: link.schoolName, days: link.days },
        ),
      ),
      button(t('Confirm My Address'), link.url),
      paragraph(
        t(
          "Wasn't it you? You don't have to do anything: until this address is confirmed, no emails about that account come here. To lock out whoever it was, open the link and choose “{button}”: the password ends, and every device is signed out. Or call the office.",
          { button: t('Confirm Without Signing In') },
        ),
      ),
    ],
  }))
