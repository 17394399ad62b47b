import { randomUUID } from 'node:crypto'
import { serverChangedEmail } from '~/emails/account/server-changed'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { type ServerChange, saveServerPart } from '~/models/school/server-settings.server'
import { displayName, type Viewer } from '~/models/vocabulary/user'
import { now } from '~/platform/clock.server'
import type { ServerPart } from '~/platform/env/saved-settings.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { formatInstant } from '~/utils/dates'
import { paths } from '~/utils/paths'
import { type EmailMessage, queueEmails, saveClaimed, sendClaimed } from './email.server'

const WHAT = {
  mail: { what: 'The mail settings', path: paths.mailSettings() },
  payments: { what: 'The card payment settings', path: paths.cardPayments() },
  texts: { what: 'The settings of texts', path: paths.textSettings() },
  donations: { what: 'The donation settings', path: paths.donationSettings() },
} as const satisfies Partial<Record<ServerPart, { what: string; path: string }>>

interface Saving {
  changes: readonly ServerChange[]
  version: string | undefined
  /** What changes along with it. */
  besides?: (tx: Tx) => Promise<unknown>
}

/**
 * Saves a part of the server's settings, and notifies every administrator. A change of the mail server is sent through
 * the old one: a thief who redirects the school's mail with a stolen session does not control that.
 * @returns whether anything changed
 */
export async function saveAndTell(
  actor: Viewer,
  part: keyof typeof WHAT,
  { changes, version, besides }: Saving,
): Promise<boolean> {
  const { smtpUrl, mailFrom } = getEnv()
  const throughOld = part === 'mail' && smtpUrl !== undefined
  let messages: EmailMessage[] = []
  const also = async (tx: Tx) => {
    await besides?.(tx)
    messages = await lettersOf(tx, actor, part)
    await (throughOld ? saveClaimed(tx, messages) : queueEmails(tx, messages))
  }
  const changed = await saveServerPart(actor.id, part, changes, { version, also })
  if (changed && throughOld) await sendClaimed(messages, { smtpUrl, mailFrom })
  return changed
}

async function lettersOf(tx: Tx, actor: Viewer, part: keyof typeof WHAT): Promise<EmailMessage[]> {
  const { appUrl, schoolTimezone } = getEnv()
  const { what, path } = WHAT[part]
  const change = { what, by: displayName(actor), at: formatInstant(now(), schoolTimezone), url: `${appUrl}${path}` }
  const content = serverChangedEmail({ ...letterheadOf(await findSchool(tx)), readerName: null, ...change })
  const admins = await tx.user.findMany({ where: { role: 'admin', active: true }, select: { email: true } })
  return admins.flatMap(({ email }) =>
    email ? [{ ...content, to: email, dedupeKey: `server-settings:${randomUUID()}` }] : [],
  )
}
