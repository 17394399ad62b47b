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
import { queueEmails } from '../email.server'

export interface Notice {
  kind: NoticeKind
  /** Whom it is about. Each family gets one email about all of its riders. */
  riderIds: readonly string[]
  /** The occasion of a family, such as `makeup-expiring:17`, which is told once. About several families it names the reader. */
  keyOf: (readerId: string, riders: Reader['riders']) => string
  compose: (letter: Letter, riders: Reader['riders']) => EmailContent & Timing
  /** Families who know already are left out. */
  isToTell?: (reader: Reader) => boolean
}

interface Timing {
  /** When what it is about begins: quiet hours do not hold it back if it would come too late. */
  begins?: Date
  /** From when on it would say nothing new. */
  until?: Date
}

export interface Told {
  /** Emails that were queued, one a family. */
  told: number
  /** Riders whose family no email reaches, by name. */
  unreached: string[]
}

/**
 * Writes one email for each family into the outbox, in the transaction of what it tells, unless the family does not want this kind.
 * It goes out after the school's quiet hours.
 */
export async function queueNotice(tx: Tx, { kind, riderIds, keyOf, compose, isToTell }: Notice): Promise<Told> {
  const { readers, unreached } = await readersOf(tx, riderIds, kind)
  const [letterhead, { quietFrom: from, quietTo: to }] = [
    letterheadOf(await findSchool(tx)),
    await findNoticeSettings(tx),
  ]
  const zone = getEnv().schoolTimezone
  const emails = readers
    .filter((reader) => isToTell?.(reader) ?? true)
    .map((reader) => {
      const { id, email, firstName, riders } = reader
      const { begins, until, ...content } = compose({ ...letterhead, firstName, foot: footOf(kind, id) }, riders)
      return {
        ...content,
        dedupeKey: keyOf(id, riders),
        to: email,
        notice: { kind, userId: id, heldUntil: heldUntil(now(), { from, to }, zone, begins), sendUntil: until ?? null },
      }
    })
  return { told: await queueEmails(tx, emails), unreached: unreached.map(({ name }) => name) }
}

/** Why it comes, and how to stop it. */
function footOf(kind: NoticeKind, userId: string): NonNullable<Letter['foot']> {
  const { appUrl } = getEnv()
  const choose = { label: 'Choose your notices', url: `${appUrl}${paths.notices()}` }
  if (!kindOf(kind).isChoice) return { why: 'Every family gets these emails.', links: [choose] }
  const stop = { label: 'Stop these emails', url: `${appUrl}${paths.unsubscribe(unsubscribeToken(userId, kind))}` }
  return { why: "You get these emails because you haven't turned them off.", links: [stop, choose] }
}
