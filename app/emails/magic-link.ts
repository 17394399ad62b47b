import { button, compose, type EmailContent, type Letter, paragraph } from './layout'

export interface MagicLink extends Letter {
  url: string
  minutes: number
}

export const magicLinkEmail = (link: MagicLink): EmailContent =>
  compose(link, {
    subject: `Sign in to ${link.schoolName}`,
    heading: 'Your sign-in link',
    blocks: [
      paragraph(`Use this link to sign in to ${link.schoolName}. It works once, for ${link.minutes} minutes.`),
      button('Sign in', link.url),
      paragraph('You did not ask for it? Then leave it: nobody can sign in without this link.'),
    ],
  })
