import { t } from '#text'
import { CHOSEN_BY_TEXT } from '~/models/notices/kinds'
import { maskedNumber, shownNumber } from '~/models/notices/texts/number'
import { removeNumber, requestCode, stopNumber } from '~/models/notices/texts/text-number.server'
import { now } from '~/platform/clock.server'
import { databaseIn, databaseNow } from '~/platform/database/database-now.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import { notFound, Refused } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { textBody } from './text-body'
import { handOver, type Outcome, type TextProvider, textProvider, textsLike } from './text-provider.server'

const MINUTE = 60_000
export const MAX_ATTEMPTS = 6
/**
 * How long a claim lasts, in milliseconds: longer than a try takes; the claim of a dead process then expires, and the
 * provider's list shows what it had accepted.
 */
const LEASE = 2 * MINUTE
/** The age, in milliseconds, from which a text is of no use. */
export const TOO_OLD = 24 * 60 * MINUTE

/** The provider's error after the phone replied STOP: it accepts nothing for it anymore. */
const STOPPED = 21610

interface TextMessage {
  /** The occasion, as for an email: a second text with the same key is dropped. */
  dedupeKey: string
  userId: string
  /** The kind of notice; null for a code. */
  kind: string | null
  number: string
  /** As `textBody` returns it. */
  body: string
  heldUntil?: Date | null
  sendUntil?: Date | null
}

/** Queues texts. Inside `withTx` they go out only if the transaction commits. */
export async function queueTexts(db: Db, messages: readonly TextMessage[]): Promise<void> {
  if (messages.length === 0) return
  const createdAt = now()
  const data = messages.map(({ heldUntil, ...text }) => ({
    ...text,
    createdAt,
    nextAttemptAt: heldUntil ?? createdAt,
  }))
  await db.outboxText.createMany({ data, skipDuplicates: true })
}

/**
 * Texts a code to a number, for someone who waits.
 * @throws Refused 404 if the school sends no texts; 400 if the number cannot get any; 429 after too many codes.
 */
export async function textCode(userId: string, number: string): Promise<void> {
  const provider = textProvider()
  if (!provider) throw notFound(t('The school sends no texts'))
  let key = ''
  await requestCode(userId, number, async (tx, code, until) => {
    key = `text-code:${userId}:${until.getTime()}`
    const values = { code, school: getEnv().schoolName }
    const body = textBody(t('{code} is your {school} code. It expires in 10 minutes. Reply STOP to opt out.', values))
    await queueTexts(tx, [{ dedupeKey: key, userId, kind: null, number, body, sendUntil: until }])
  })
  // Codes go first.
  await sendDueTexts(3)
  const text = await prisma.outboxText.findUnique({ where: { dedupeKey: key }, select: { error: true } })
  if (!text?.error) return
  await removeNumber(userId)
  if (text.error === STOPPED) {
    const why = provider.from.startsWith('+')
      ? t('This number opted out. Text START to {number} from it first.', { number: shownNumber(provider.from) })
      : t('This number opted out. Text START from it first.')
    throw new Refused('number_refused', why, 'number')
  }
  throw new Refused('number_refused', t('This number can’t get texts. Is it a mobile number?'), 'number')
}

/** Sends up to `limit` due texts. Processes may run this at the same time. */
export async function sendDueTexts(limit = 100): Promise<{ sent: number; failed: number }> {
  const done = { sent: 0, failed: 0 }
  const provider = textProvider()
  if (!provider) return done
  while (done.sent + done.failed < limit) {
    const text = await claimNext()
    if (!text) break
    const outcome = await attempt(provider, text)
    await note(text, outcome)
    if (outcome.kind === 'sent') done.sent++
    else done.failed++
    // The reason applies to all texts: there were too many, or the keys are wrong.
    if (outcome.kind === 'later') break
  }
  return done
}

interface Claimed {
  id: number
  kind: string | null
  number: string
  body: string
  sendUntil: Date | null
  attempts: number
  /** When an earlier try with unknown outcome began. */
  unknownSince: Date | null
}

/**
 * Claims the next due text, in one statement, so that no lock outlives it. Texts that a family no longer wants, or not
 * on this phone, are left where they are.
 */
async function claimNext(): Promise<Claimed | null> {
  const [claimed] = await prisma.$queryRaw<Claimed[]>`
    WITH due AS MATERIALIZED (
      SELECT t.id, t.sending_since FROM text_outbox t
      WHERE t.sent_at IS NULL AND (t.next_attempt_at <= ${databaseNow()}
          OR t.attempts = 0 AND (t.next_attempt_at <= t.created_at OR t.created_at > ${databaseIn(MINUTE)})) AND t.attempts < ${MAX_ATTEMPTS}
        AND t.created_at > ${databaseIn(-TOO_OLD)} AND (t.send_until IS NULL OR t.send_until > ${databaseNow()})
        AND (t.kind IS NULL OR EXISTS (
          SELECT FROM text_numbers n JOIN users u ON u.id = n.user_id
          LEFT JOIN notice_choices c ON c.user_id = u.id AND c.kind = t.kind AND c.channel = 'text'
          WHERE n.user_id = t.user_id AND n.number = t.number AND n.verified_at IS NOT NULL AND n.stopped_at IS NULL
            AND u.active AND u.hidden_at IS NULL AND coalesce(c.wanted, t.kind = ANY(${[...CHOSEN_BY_TEXT]}))))
      ORDER BY t.kind IS NOT NULL, t.next_attempt_at, t.id LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE text_outbox t SET attempts = attempts + 1, next_attempt_at = ${databaseIn(LEASE)},
      sending_since = coalesce(t.sending_since, ${databaseNow()})
    FROM due WHERE t.id = due.id
    RETURNING t.id, t.kind, t.number, t.body, t.send_until AS "sendUntil", t.attempts, due.sending_since AS "unknownSince"`
  return claimed ?? null
}

/** Sends a text. After a try without an answer, the provider is asked what it has before anything is sent again. */
async function attempt(
  provider: TextProvider,
  { id, number, body, sendUntil, unknownSince }: Claimed,
): Promise<Outcome> {
  if (unknownSince) {
    const like = await textsLike(provider, { to: number, body, since: unknownSince })
    if (!like) return { kind: 'unknown' }
    const others = await prisma.outboxText.findMany({
      where: { sid: { in: like }, id: { not: id } },
      select: { sid: true },
    })
    const sid = like.find((one) => !others.some((other) => other.sid === one))
    if (sid) return { kind: 'sent', sid }
  }
  const statusUrl = `${getEnv().appUrl}/webhooks/texts?text=${id}`
  return handOver(provider, { to: number, body, statusUrl, until: sendUntil }, now())
}

async function note({ id, kind, number, attempts }: Claimed, outcome: Outcome): Promise<void> {
  // A code is of no use once it went out, and is not stored.
  const spent = kind === null ? { body: '' } : {}
  if (outcome.kind === 'sent') {
    const data = { sentAt: now(), sendingSince: null, sid: outcome.sid, ...spent }
    await prisma.outboxText.updateMany({ where: { id }, data })
    return
  }
  const about = { text: id, to: maskedNumber(number), attempts, outcome: outcome.kind }
  log('warn', 'text not sent', outcome.kind === 'refused' ? { ...about, code: outcome.code } : about)
  if (outcome.kind === 'unknown') return
  if (outcome.kind === 'later') {
    const pause = Math.max(outcome.seconds * 1000, 2 ** attempts * 5_000)
    await prisma.$executeRaw`
      UPDATE text_outbox SET sending_since = NULL, next_attempt_at = ${databaseIn(pause)} WHERE id = ${id}`
    return
  }
  const data = { sendingSince: null, attempts: MAX_ATTEMPTS, error: outcome.code, ...spent }
  await prisma.outboxText.updateMany({ where: { id }, data })
  if (outcome.code === STOPPED) await stopNumber(prisma, number, true)
}
