import { t } from '#text'
import { type EmailContent, inLanguageOf, type Letter } from '~/emails/layout'
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
import { textBody } from '../../texts/text-body'
import { textProvider } from '../../texts/text-provider.server'
import { queueEmails } from '../email.server'

export interface Notice {
  kind: NoticeKind
  /** The riders it is about. Each family gets one email about all of them. */
  riderIds: readonly string[]
  /** Who made the request that this answers; if they have an address and a rider in it, they are notified too. */
  askerId?: string | undefined
  /**
   * Returns the key of a family's occasion, such as `makeup-expiring:17`, which is sent once. A key shared by several
   * families includes the reader.
   */
  keyOf: (readerId: string, riders: Reader['riders']) => string
  compose: (letter: Letter, riders: Reader['riders'], readerId: string) => EmailContent & Timing
  /** False for families who already know and are left out. */
  isToTell?: (reader: Reader) => boolean
}

interface Timing {
  /** The text message; the subject if it is left out. */
  short?: string
  /** When the event begins: quiet hours do not delay the notice if it would then be too late. */
  begins?: Date
  /** From when on it would say nothing new. */
  until?: Date
}

interface Told {
  /** How many emails were queued, one per family. */
  told: number
  /** Riders whose family has no email address, by name. */
  unreached: string[]
}

/**
 * Queues one email per family, in the transaction of the change it reports, unless the family has turned this kind off.
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
    .map(({ id, email, readerName, language, riders, byEmail, textTo }) => {
      const { begins, until, content, body } = inLanguageOf({ language }, () => {
        const letter = { ...letterhead, readerName, language, foot: footOf(kind, id) }
        const { begins, until, short, ...content } = compose(letter, riders, id)
        return { begins, until, content, body: textBody(`${letterhead.schoolName}: ${short ?? content.subject}`) }
      })
      const timing = { heldUntil: heldUntil(now(), { from, to }, zone, begins), sendUntil: until ?? null }
      const dedupeKey = keyOf(id, riders)
      return {
        email: byEmail ? { ...content, dedupeKey, to: email, notice: { kind, userId: id, ...timing } } : null,
        text: textTo && textProvider() ? { dedupeKey, userId: id, kind, number: textTo, ...timing } : null,
        body,
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

/** Returns the footer: why the email was sent, and how to stop such emails. */
export function footOf(kind: NoticeKind, userId: string): NonNullable<Letter['foot']> {
  const { appUrl } = getEnv()
  const choices = kindOf(kind).toInstructors ? paths.teachingNotices() : paths.notices()
  const choose = { label: t('Choose your notifications'), url: `${appUrl}${choices}` }
  if (!kindOf(kind).isChoice) return { why: t('Every family gets these emails.'), links: [choose] }
  const stop = { label: t('Stop these emails'), url: `${appUrl}${paths.unsubscribe(unsubscribeToken(userId, kind))}` }
  return { why: t("You're getting this because these emails are on."), links: [stop, choose] }
}
