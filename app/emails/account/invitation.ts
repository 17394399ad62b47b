import { button, compose, type EmailContent, type Letter, paragraph } from '../layout'

interface Invitation extends Letter {
  /** The office's own words, in lines. */
  note: string | null
  url: string
  days: number
}

const lines = (text: string) => text.split(/\n+/).flatMap((line) => (line.trim() ? [paragraph(line)] : []))

export const invitationEmail = (letter: Invitation): EmailContent =>
  compose(letter, {
    subject: `Your account at ${letter.schoolName}`,
    heading: `Welcome to ${letter.schoolName}`,
    blocks: [
      ...lines(letter.note ?? ''),
      paragraph(
        'We keep your lessons online now. Look at what we know of your family, tell us if something is wrong, and choose a password.',
      ),
      button('Look and Sign In', letter.url),
      paragraph(`The link is good for ${letter.days} days. It is for you alone: please don't pass it on.`),
    ],
  })

interface Answer extends Letter {
  answer: string
  url: string
}

/** Goes to a family that reported wrong data. */
export const wrongAnsweredEmail = (letter: Answer): EmailContent =>
  compose(letter, {
    subject: `${letter.schoolName} looked into what you told us`,
    heading: 'We looked into it',
    blocks: [
      paragraph('You told us that something was wrong. The office says:'),
      ...lines(letter.answer),
      button('Look Again', letter.url),
    ],
  })
