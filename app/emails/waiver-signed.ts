import { listNames } from '~/models/waivers/waiver'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

/** Goes with the family's copy. The PDF is attached; the link opens the same document after sign-in. */
export function waiverSignedEmail(
  signed: Letter & {
    title: string
    version: number
    riders: string[]
    name: string
    roles: string[]
    at: string
    url: string
  },
): EmailContent {
  const { title, version, riders, name, roles, at, url } = signed
  return compose(signed, {
    subject: `Signed: ${title} for ${listNames(riders)}`,
    heading: 'Your signed waiver',
    blocks: [
      paragraph(`Thank you. A copy is attached${riders.length > 1 ? ', one for each rider' : ''}. Please keep it.`),
      rows(
        { label: 'For', value: listNames(riders), strong: true },
        { label: 'Signed by', value: name },
        { label: 'As', value: roles.join(', ') },
        { label: 'On', value: at },
        { label: 'Document', value: `${title}, version ${version}` },
      ),
      button('See your waivers', url),
    ],
  })
}
