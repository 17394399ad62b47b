import { waiverSignedEmail } from '~/emails/waiver-signed'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { addresseeOf } from '~/models/vocabulary/user'
import { type From, type Signed, signWaiver } from '~/models/waivers/signature.server'
import type { Signing } from '~/models/waivers/waiver.schema'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
import { queueEmail } from './email.server'

/** Signs a waiver and mails a copy, in one transaction. @throws Refused as `signWaiver`. */
export const signAndMail = (signerId: string, signing: Signing, from: From): Promise<Signed> =>
  signWaiver(signerId, signing, from, (tx, signed) => mailCopy(tx, signerId, signing.name, signed))

async function mailCopy(tx: Tx, signerId: string, name: string, { made, number }: Signed) {
  const signer = await tx.user.findUniqueOrThrow({
    where: { id: signerId },
    select: { email: true, firstName: true, parentName: true, language: true },
  })
  if (!signer.email) return
  const rows = await tx.waiverSignature.findMany({
    where: { id: { in: made } },
    orderBy: { id: 'asc' },
    select: { id: true, riderName: true, signedAt: true, signerRole: true, version: { select: { title: true } } },
  })
  const [first] = rows
  if (!first) return
  const { appUrl, schoolTimezone } = getEnv()
  const content = waiverSignedEmail({
    ...letterheadOf(await findSchool(tx)),
    ...addresseeOf(signer),
    title: first.version.title,
    version: number,
    riders: rows.map(({ riderName }) => riderName),
    name,
    roles: [...new Set(rows.flatMap(({ signerRole }) => signerRole ?? []))],
    at: first.signedAt,
    zone: schoolTimezone,
    url: `${appUrl}${paths.waivers()}`,
  })
  const attachments = rows.map(({ id }) => `waiver:${id}`)
  await queueEmail(tx, { ...content, dedupeKey: `waiver:${first.id}`, to: signer.email, userId: signerId, attachments })
}
