import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface PasswordReset extends Letter {
  url: string
  minutes: number
}

export const passwordResetEmail = (reset: PasswordReset): EmailContent =>
  compose(reset, {
    subject: `Reset your ${reset.schoolName} password`,
    heading: 'Reset Your Password',
    blocks: [
      paragraph(`Use this link to choose a new password. It works once and expires in ${reset.minutes} minutes.`),
      button('Choose a new password', reset.url),
      paragraph("Didn't ask for this? You can ignore this email."),
    ],
  })
