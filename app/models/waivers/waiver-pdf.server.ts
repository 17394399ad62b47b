import { t } from '#text'
import { getSchool } from '~/models/school/current-school.server'
import { letterheadOf } from '~/models/school/school.server'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { makePdf } from '~/platform/pdf/pdf.server'
import { formatInstant } from '~/utils/dates'
import { BOX, readDrawing } from './drawing'
import type { WaiverCopy } from './signature.server'
import { roleLabel, textBlocks } from './waiver'

/** The width of the drawing in points: two and a half inches. */
const DRAWN = 180

/** Builds the copy of a waiver that was signed here: the text, and who signed it when and from where, in the reader's language. */
export async function waiverPdf(copy: WaiverCopy): Promise<{ name: string; content: Buffer }> {
  const { schoolName, schoolContact } = letterheadOf(await getSchool())
  const zone = getEnv().schoolTimezone
  const role = roleLabel(copy.signerRole)
  const signer = copy.signerId
    ? await prisma.user.findUnique({
        where: { id: copy.signerId },
        select: { firstName: true, lastName: true, email: true },
      })
    : null
  const content = await makePdf(
    {
      title: `${copy.title}: ${copy.riderName}`,
      author: schoolName,
      at: copy.signedAt,
      footer: `${schoolName} · ${t('{title}, version {version}', { title: copy.title, version: copy.number })} · ${copy.riderName}`,
    },
    (page) => {
      page.title(copy.title)
      page.paragraph([schoolName, ...schoolContact].join('\n'), { small: true })
      for (const { kind, text } of textBlocks(copy.text)) {
        if (kind === 'heading') page.heading(text)
        else page.paragraph(text)
      }
      page.heading(t('Signed'))
      const strokes = copy.drawing === null ? null : readDrawing(copy.drawing)
      if (strokes) page.drawing(strokes, BOX, DRAWN)
      page.facts([
        [t('For'), copy.riderName],
        [t('Signed by'), copy.typedName],
        [t('Signed as'), role && t(role)],
        [t('Agreed to'), copy.agreedTo],
        [t('Account'), signer && [displayName(signer), signer.email].filter(Boolean).join(', ')],
        [t('Signed on'), `${formatInstant(copy.signedAt, zone)} (${zone})`],
        [t('Version'), String(copy.number)],
        [t('IP address'), copy.ip],
        [t('Device'), copy.userAgent],
        ['SHA-256', copy.digest],
      ])
      page.paragraph(t("This code covers the text and the details above. If anything changes, it won't match."), {
        small: true,
      })
    },
  )
  return { name: fileName(copy), content }
}

/** Returns a file name without accents, which all mailboxes and file systems support. */
const fileName = ({ riderName, number }: WaiverCopy): string => {
  const plain = riderName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łŁ]/g, 'l')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
  return `waiver-${plain || 'rider'}-v${number}.pdf`
}
