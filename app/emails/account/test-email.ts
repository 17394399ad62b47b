import { compose, type EmailContent, type Letter, paragraph } from '../layout'

export const testEmail = (letter: Letter): EmailContent =>
  compose(letter, () => ({
    subject: `A test email from ${letter.schoolName}`,
    heading: 'Email works',
    blocks: [paragraph('You asked for this email. Families get ours the same way.')],
  }))
