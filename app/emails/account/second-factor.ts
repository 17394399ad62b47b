import { t } from '#text'
import { compose, type EmailContent, type Letter, paragraph } from '../layout'

const said = () => ({
  on: [
    t('Signing in asks for a code now'),
    t(
      'A second step was set up: signing in asks for the code of an authenticator app too. Every other device was signed out.',
    ),
  ],
  off: [t('Signing in asks for no code anymore'), t('The second step was turned off: the password alone signs in.')],
  reset: [
    t('Signing in asks for no code anymore'),
    t(
      'Whoever looks after the server took the second step from your account, and signed it out everywhere. Please set up another one within a week.',
    ),
  ],
  codes: [t('You have new recovery codes'), t('New recovery codes were made. Those from before no longer work.')],
  recovery: [
    t('A recovery code was used'),
    t('One of your recovery codes was used instead of your app’s code. It works no more.'),
  ],
  'passkey-add': [
    t('A passkey was added'),
    t('A passkey was added to your account: its device can be used instead of a code.'),
  ],
  'passkey-remove': [
    t('A passkey was removed'),
    t('A passkey was removed from your account. It says no second step anymore.'),
  ],
})

/** Goes to an account whose second factor was changed or whose recovery code was used. */
export const secondFactorEmail = (letter: Letter, change: keyof ReturnType<typeof said>): EmailContent =>
  compose(letter, () => {
    const [heading = '', text = ''] = said()[change]
    return {
      subject: `${letter.schoolName}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
      heading,
      blocks: [
        paragraph(text),
        paragraph(
          t("Wasn't it you? Someone knows your password: set a new one with Forgot password, and tell the office."),
        ),
      ],
    }
  })
