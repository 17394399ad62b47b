import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface ConfirmAddress extends Letter {
  url: string
  days: number
}

/** Goes to the person who registered; until they confirm, no email says anything about the family. */
export const confirmAddressEmail = (link: ConfirmAddress): EmailContent =>
  compose(link, {
    subject: `Confirm your email address for ${link.schoolName}`,
    heading: 'Is this your email address?',
    blocks: [
      paragraph(
        `Someone opened an account at ${link.schoolName} with this address. Confirm that it is yours, and emails about rides and payments come here. The link works once, for ${link.days} days.`,
      ),
      button('Confirm My Address', link.url),
      paragraph("Wasn't it you? Open the link all the same, and whoever it was is signed out. Or ignore this email."),
    ],
  })
