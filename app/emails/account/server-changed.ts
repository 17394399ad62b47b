import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface Change {
  /** Such as `The mail settings`. */
  what: string
  by: string
  at: string
  url: string
}

/** Tells every administrator that the settings that decide where the school's money or mail goes have changed. */
export const serverChangedEmail = (letter: Letter & Change): EmailContent =>
  compose(letter, () => ({
    subject: `${letter.what} of ${letter.schoolName} were changed`,
    heading: `${letter.what} were changed`,
    blocks: [
      paragraph(`${letter.by} changed them on ${letter.at}.`),
      paragraph(
        'Did the school not decide this? Someone else may be using that account. Set them back, choose a new password for the account, and call whoever runs the server.',
      ),
      button('Look at the Settings', letter.url),
    ],
  }))
