import { t } from '#text'
import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

/** Goes to the new address, which counts once its link was opened. */
export const newAddressEmail = (letter: Letter & { url: string; days: number }): EmailContent =>
  compose(letter, () => ({
    subject: t('Confirm your new email address for {school}', { school: letter.schoolName }),
    heading: t('Is this your new email address?'),
    blocks: [
      paragraph(
        t(
          'Someone who is signed in at {school} wants to use this address from now on. Open the link where you are signed in. It works once, for {days} days.',
          { school: letter.schoolName, days: letter.days },
        ),
      ),
      button(t('Use This Address'), letter.url),
      paragraph(t("Wasn't it you? Ignore this email, and nothing changes.")),
    ],
  }))

/** Goes to the previous address. */
export const addressChangedEmail = (letter: Letter & { email: string; url: string; days: number }): EmailContent =>
  compose(letter, () => ({
    subject: t('Your email address at {school} was changed', { school: letter.schoolName }),
    heading: t('Your email address was changed'),
    blocks: [
      paragraph(t('Your account is at {email} from now on, and we no longer write here.', { email: letter.email })),
      paragraph(
        t(
          "Wasn't it you? This link takes your address back, for {days} days. The password ends, and every device is signed out.",
          { days: letter.days },
        ),
      ),
      button(t('Take My Address Back'), letter.url),
    ],
  }))

/** Goes to an address that has an account and that someone registered or wanted to change to. */
export const addressTriedEmail = (letter: Letter): EmailContent =>
  compose(letter, () => ({
    subject: t('You have an account at {school}', { school: letter.schoolName }),
    heading: t('You have an account already'),
    blocks: [
      paragraph(
        t(
          'Someone tried to use this address for another account at {school}. Nothing was changed. If it was you, sign in with this address, or use Forgot password.',
          { school: letter.schoolName },
        ),
      ),
    ],
  }))

export const passwordChangedEmail = (letter: Letter): EmailContent =>
  compose(letter, () => ({
    subject: t('Your password at {school} was changed', { school: letter.schoolName }),
    heading: t('Your password was changed'),
    blocks: [
      paragraph(t('Every other device was signed out.')),
      paragraph(t("Wasn't it you? Set a new password with Forgot password, and call the office.")),
    ],
  }))

/** Goes to those who were administrators before. */
export const newAdministratorEmail = (letter: Letter & { name: string; by: string }): EmailContent =>
  compose(letter, () => ({
    subject: `${letter.name} is an administrator of ${letter.schoolName} now`,
    heading: 'A new administrator',
    blocks: [
      paragraph(`${letter.by} made ${letter.name} an administrator, who sees every family and may change everything.`),
      paragraph('Is that wrong? Remove them under Settings, Administrators.'),
    ],
  }))
