import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface MagicLink extends Letter {
  url: string
  minutes: number
}

export const magicLinkEmail = (link: MagicLink): EmailContent =>
  compose(link, {
    subject: `Sign in to ${link.schoolName}`,
    heading: 'Your sign-in link',
    blocks: [
      paragraph(
        `Use this link to sign in to ${link.schoolName}. It works once and expires in ${link.minutes} minutes.`,
      ),
      button('Sign In', link.url),
      paragraph("Didn't ask for this? You can ignore this email."),
    ],
  })
