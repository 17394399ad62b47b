import { compose, type EmailContent, type Letter, paragraph } from '../layout'

const SAID = {
  on: [
    'Signing in asks for a code now',
    'A second step was set up: signing in asks for the code of an authenticator app too. Every other device was signed out.',
  ],
  off: ['Signing in asks for no code anymore', 'The second step was turned off: the password alone signs in.'],
  reset: [
    'Signing in asks for no code anymore',
    'Whoever looks after the server took the second step from your account, and signed it out everywhere. Please set up another one within a week.',
  ],
  codes: ['You have new recovery codes', 'New recovery codes were made. Those from before no longer work.'],
  recovery: [
    'A recovery code was used',
    'One of your recovery codes was used instead of your app’s code. It works no more.',
  ],
  'passkey-add': [
    'A passkey was added',
    'A passkey was added to your account: its device can be used instead of a code.',
  ],
  'passkey-remove': [
    'A passkey was removed',
    'A passkey was removed from your account. It says no second step anymore.',
  ],
} as const

/** Goes to an account whose second factor was changed or whose recovery code was used. */
export const secondFactorEmail = (letter: Letter, change: keyof typeof SAID): EmailContent => {
  const [heading, text] = SAID[change]
  return compose(letter, {
    subject: `${letter.schoolName}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    heading,
    blocks: [
      paragraph(text),
      paragraph("Wasn't it you? Someone knows your password: set a new one with Forgot password, and tell the office."),
    ],
  })
}
