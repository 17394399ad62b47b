import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

const NOT_YOU = "Wasn't it you? Set a new password with Forgot password, and call the office."

/** Goes to the new address, which counts once its link was opened. */
export const newAddressEmail = (letter: Letter & { url: string; days: number }): EmailContent =>
  compose(letter, {
    subject: `Confirm your new email address for ${letter.schoolName}`,
    heading: 'Is this your new email address?',
    blocks: [
      paragraph(
        `Someone who is signed in at ${letter.schoolName} wants to use this address from now on. Open the link where you are signed in. It works once, for ${letter.days} days.`,
      ),
      button('Use This Address', letter.url),
      paragraph("Wasn't it you? Ignore this email, and nothing changes."),
    ],
  })

/** Goes to the previous address. */
export const addressChangedEmail = (letter: Letter & { email: string; url: string; days: number }): EmailContent =>
  compose(letter, {
    subject: `Your email address at ${letter.schoolName} was changed`,
    heading: 'Your email address was changed',
    blocks: [
      paragraph(`Your account is at ${letter.email} from now on, and we no longer write here.`),
      paragraph(
        `Wasn't it you? This link takes your address back, for ${letter.days} days. The password ends, and every device is signed out.`,
      ),
      button('Take My Address Back', letter.url),
    ],
  })

/** Goes to an address that has an account and that someone registered or wanted to change to. */
export const addressTriedEmail = (letter: Letter): EmailContent =>
  compose(letter, {
    subject: `You have an account at ${letter.schoolName}`,
    heading: 'You have an account already',
    blocks: [
      paragraph(
        `Someone tried to use this address for another account at ${letter.schoolName}. Nothing was changed. If it was you, sign in with this address, or use Forgot password.`,
      ),
    ],
  })

export const passwordChangedEmail = (letter: Letter): EmailContent =>
  compose(letter, {
    subject: `Your password at ${letter.schoolName} was changed`,
    heading: 'Your password was changed',
    blocks: [paragraph('Every other device was signed out.'), paragraph(NOT_YOU)],
  })

/** Goes to those who were administrators before. */
export const newAdministratorEmail = (letter: Letter & { name: string; by: string }): EmailContent =>
  compose(letter, {
    subject: `${letter.name} is an administrator of ${letter.schoolName} now`,
    heading: 'A new administrator',
    blocks: [
      paragraph(`${letter.by} made ${letter.name} an administrator, who sees every family and may change everything.`),
      paragraph('Is that wrong? Remove them under Settings, Administrators.'),
    ],
  })
