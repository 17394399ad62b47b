import { t } from '#text'
import { listNames, roleLabel } from '~/models/waivers/waiver'
import { formatInstant } from '~/utils/dates'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

/** Goes with the family's copy. The PDF is attached; the link opens the same document after sign-in. */
export function waiverSignedEmail(
  signed: Letter & {
    title: string
    version: number
    riders: string[]
    name: string
    /** Each as stored with a signature. */
    roles: string[]
    at: Date
    /** The school's time zone. */
    zone: string
    url: string
  },
): EmailContent {
  const { title, version, riders, name, roles, at, zone, url } = signed
  const labels = roles.flatMap((role) => roleLabel(role) ?? [])
  return compose(signed, () => ({
    subject: t('Signed: {title} for {riders}', { title, riders: listNames(riders) }),
    heading: t('Your signed waiver'),
    blocks: [
      paragraph(
        riders.length > 1
          ? t('Thank you. A copy is attached, one for each rider. Please keep it.')
          : t('Thank you. A copy is attached. Please keep it.'),
      ),
      rows(
        { label: t('For'), value: listNames(riders), strong: true },
        { label: t('Signed by'), value: name },
        { label: t('Signed as'), value: labels.map((label) => t(label)).join(', ') },
        { label: t('Signed on'), value: formatInstant(at, zone) },
        { label: t('Document'), value: t('{title}, version {version}', { title, version }) },
      ),
      button(t('See your waivers'), url),
    ],
  }))
}
