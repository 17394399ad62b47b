import type { EmailContent, Letter } from '~/emails/layout'
import { kindOf, type NoticeKind } from '~/models/notices/kinds'
import { findNoticeSettings } from '~/models/notices/notice-settings.server'
import { heldUntil } from '~/models/notices/quiet-hours'
import { type Reader, readersOf } from '~/models/notices/readers.server'
import { unsubscribeToken } from '~/models/notices/unsubscribe-token.server'
import { findSchool, letterheadOf } from '~/models/school/school.server'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
import { queueTexts } from '../../texts/send-texts.server'
import { textProvider } from '../../texts/text-provider.server'
import { queueEmails } from '../email.server'

export interface Notice {
  kind: NoticeKind
  /** Whom it is about. Each family gets one email about all of its riders. */
  riderIds: readonly string[]
  /** Who asked for what it answers, and hears of it beside a rider of theirs with an address. */
  askerId?: string | undefined
  /** The occasion of a family, such as `makeup-expiring:17`, which is told once. About several families it names the reader. */
  keyOf: (readerId: string, riders: Reader['riders']) => string
  compose: (letter: Letter, riders: Reader['riders'], readerId: string) => EmailContent & Timing
  /** Families who know already are left out. */
  isToTell?: (reader: Reader) => boolean
}

interface Timing {
  /** What a text says of it; the subject if it is left out. */
  short?: string
  /** When what it is about begins: quiet hours do not hold it back if it would come too late. */
  begins?: Date
  /** From when on it would say nothing new. */
  until?: Date
}

interface Told {
  /** Emails that were queued, one a family. */
  told: number
  /** Riders whose family no email reaches, by name. */
  unreached: string[]
}

/**
 * Writes one email for each family into the outbox, in the transaction of what it tells, unless the family does not want this kind.
 * It goes out after the school's quiet hours.
 */
export async function queueNotice(
  tx: Tx,
  { kind, riderIds, askerId, keyOf, compose, isToTell }: Notice,
): Promise<Told> {
  const { readers, unreached } = await readersOf(tx, riderIds, kind, askerId)
  const [letterhead, { quietFrom: from, quietTo: to }] = [
    letterheadOf(await findSchool(tx)),
    await findNoticeSettings(tx),
  ]
  const zone = getEnv().schoolTimezone
  const notices = readers
    .filter((reader) => isToTell?.(reader) ?? true)
    .map(({ id, email, readerName, riders, byEmail, textTo }) => {
      const letter = { ...letterhead, readerName, foot: footOf(kind, id) }
      const { begins, until, short, ...content } = compose(letter, riders, id)
      const timing = { heldUntil: heldUntil(now(), { from, to }, zone, begins), sendUntil: until ?? null }
      const dedupeKey = keyOf(id, riders)
      return {
        email: byEmail ? { ...content, dedupeKey, to: email, notice: { kind, userId: id, ...timing } } : null,
        text: textTo && textProvider() ? { dedupeKey, userId: id, kind, number: textTo, ...timing } : null,
        body: `${letterhead.schoolName}: ${short ?? content.subject}`,
      }
    })
  await queueTexts(
    tx,
    notices.flatMap(({ text, body }) => (text ? [{ ...text, body }] : [])),
  )
  const emails = notices.flatMap(({ email }) => email ?? [])
  const byTextAlone = notices.filter(({ email, text }) => !email && text).length
  return { told: (await queueEmails(tx, emails)) + byTextAlone, unreached: unreached.map(({ name }) => name) }
}

/** Why it comes, and how to stop it. */
export function footOf(kind: NoticeKind, userId: string): NonNullable<Letter['foot']> {
  const { appUrl } = getEnv()
  const choices = kindOf(kind).toInstructors ? paths.teachingNotices() : paths.notices()
  const choose = { label: 'Choose your notifications', url: `${appUrl}${choices}` }
  if (!kindOf(kind).isChoice) return { why: 'Every family gets these emails.', links: [choose] }
  const stop = { label: 'Stop these emails', url: `${appUrl}${paths.unsubscribe(unsubscribeToken(userId, kind))}` }
  return { why: "You're getting this because these emails are on.", links: [stop, choose] }
}
