import { t } from '#text'
import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface Invitation extends Letter {
  /** The office's own words, in lines. */
  note: string | null
  url: string
  days: number
}

const lines = (text: string) => text.split(/\n+/).flatMap((line) => (line.trim() ? [paragraph(line)] : []))

export const invitationEmail = (letter: Invitation): EmailContent =>
  compose(letter, () => ({
    subject: t('Your account at {school}', { school: letter.schoolName }),
    heading: t('Welcome to {school}', { school: letter.schoolName }),
    blocks: [
      ...lines(letter.note ?? ''),
      paragraph(
        t(
          'We keep your lessons online now. Look at what we know of your family, tell us if something is wrong, and choose a password.',
        ),
      ),
      button(t('Look and Sign In'), letter.url),
      paragraph(
        t("The link is good for {days} days. It is for you alone: please don't pass it on.", { days: letter.days }),
      ),
    ],
  }))

interface Answer extends Letter {
  answer: string
  url: string
}

/** Goes to a family that reported wrong data. */
export const wrongAnsweredEmail = (letter: Answer): EmailContent =>
  compose(letter, () => ({
    subject: t('{school} looked into what you told us', { school: letter.schoolName }),
    heading: t('We looked into it'),
    blocks: [
      paragraph(t('You told us that something was wrong. The office says:')),
      ...lines(letter.answer),
      button(t('Look Again'), letter.url),
    ],
  }))
