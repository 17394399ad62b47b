import { createTransport } from 'nodemailer'
import { type OutboxEmail, Prisma } from '~/generated/prisma/client'
import { isNoticeKind, KINDS_TO_BLOCKED, kindOf, type NoticeKind } from '~/models/notices/kinds'
import { unsubscribeToken } from '~/models/notices/unsubscribe-token.server'
import { getSchool } from '~/models/school/current-school.server'
import { now } from '~/platform/clock.server'
import { databaseIn, databaseNow } from '~/platform/database/database-now.server'
import { prisma } from '~/platform/db.server'
import { type Env, getEnv } from '~/platform/env.server'
import { logError } from '~/platform/log.server'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { paths } from '~/utils/paths'
import { makeAttachments } from './attachments.server'
import { smtpServer } from './smtp'

export interface EmailMessage {
  /** The occasion, such as `receipt:17`: a second email with the same key is dropped. */
  dedupeKey: string
  to: string
  subject: string
  text: string
  html: string
  /** The names of files that are created when it is sent: `waiver:17`. */
  attachments?: string[]
  /** The account it belongs to: it waits until this account's address is verified. Notices set it themselves. */
  userId?: string
  notice?: NoticeOf
}

/** An automatic email's account, and the times between which it may be sent. */
interface NoticeOf {
  kind: NoticeKind
  userId: string
  /** The end of the quiet hours that delay it. */
  heldUntil: Date | null
  /** After this time it is of no use, and is not sent. */
  sendUntil: Date | null
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const MAX_ATTEMPTS = 8
/** How long a claim lasts, in milliseconds: longer than one email takes, so that the claim of a dead process expires. */
const LEASE = 5 * MINUTE
/** The age, in milliseconds, from which an email is no longer sent: a school that sets up its mail late does not send old receipts. */
export const TOO_OLD = 3 * DAY

/** Returns the pause after a failed try: 1, 4, 16, 64 minutes and so on, at most a day; eight tries span two days. */
const pauseAfter = (attempts: number) => Math.min(4 ** (attempts - 1) * MINUTE, DAY)

/**
 * Emails that nobody has tried, and that nothing but the clock of the server that wrote them delays, which may be
 * ahead. A claimed one has the database's time.
 */
const isFresh = () =>
  Prisma.sql`(attempts = 0 AND (next_attempt_at <= created_at OR created_at > ${databaseIn(MINUTE)}))`

/** Queues an email. Inside `withTx` it goes out only if the transaction commits. */
export async function queueEmail(db: Db, message: EmailMessage): Promise<void> {
  await queueEmails(db, [message])
}

/** Queues emails. Returns how many are new. */
export async function queueEmails(db: Db, messages: readonly EmailMessage[]): Promise<number> {
  const state = (message: EmailMessage) => ({ attempts: 0, nextAttemptAt: message.notice?.heldUntil ?? now() })
  return insert(
    db,
    messages.map((message) => ({ message, state: state(message) })),
  )
}

/**
 * Emails to an address that someone registered and nobody has verified. If one was tried before, the address was
 * verified then, or someone waited for it.
 */
const UNPROVED = Prisma.sql`
  (attempts = 0 AND EXISTS (SELECT FROM users u WHERE u.id = email_outbox.user_id AND u.email_verified_at IS NULL))`

type Started = Pick<OutboxEmail, 'attempts' | 'nextAttemptAt'>

async function insert(db: Db, emails: readonly { message: EmailMessage; state: Started }[]): Promise<number> {
  const data = emails.map(({ message: { to: recipient, notice, ...content }, state }) => ({
    ...content,
    recipient,
    ...notice,
    createdAt: now(),
    ...state,
  }))
  const { count } = await db.outboxEmail.createMany({ data, skipDuplicates: true })
  return count
}

/** Sends an email at once, for someone who waits, and returns whether it went out. Never inside a transaction: it does I/O. */
export async function sendNow(message: EmailMessage): Promise<boolean> {
  if (!getEnv().smtpUrl) {
    await queueEmail(prisma, message)
    return false
  }
  const isNew = await withTx((tx) => saveClaimed(tx, [message]))
  const email = await prisma.outboxEmail.findUniqueOrThrow({ where: { dedupeKey: message.dedupeKey } })
  if (!isNew) return email.sentAt !== null
  const mailer = await openMailer()
  try {
    return (await attempt(mailer, email)) === 'sent'
  } finally {
    mailer.close()
  }
}

/** Stores emails as claimed, so that the job does not send them too. Returns how many are new. */
export async function saveClaimed(tx: Tx, messages: readonly EmailMessage[]): Promise<number> {
  const state = { attempts: 1, nextAttemptAt: now() }
  const count = await insert(
    tx,
    messages.map((message) => ({ message, state })),
  )
  if (count === 0) return 0
  await tx.$executeRaw`
    UPDATE email_outbox SET next_attempt_at = ${databaseIn(LEASE)}, sending_since = ${databaseNow()}
    WHERE dedupe_key = ANY(${messages.map(({ dedupeKey }) => dedupeKey)})`
  return count
}

/** Sends claimed emails through the given mail server. Those that it rejects are sent later, as any other email. */
export async function sendClaimed(messages: readonly EmailMessage[], settings: MailSettings): Promise<void> {
  const mailer = await openMailer(settings)
  try {
    for (const { dedupeKey } of messages) {
      const email = await prisma.outboxEmail.findUniqueOrThrow({ where: { dedupeKey } })
      if ((await attempt(mailer, email)) === 'unreachable') break
    }
  } finally {
    mailer.close()
  }
}

/** Sends up to `limit` due emails; an unreachable server ends the round. Several processes may run this at the same time. */
export async function sendDueEmails(limit = 100): Promise<{ sent: number; failed: number }> {
  const done = { sent: 0, failed: 0 }
  await withdrawUnwanted()
  if (!getEnv().smtpUrl) return done
  const mailer = await openMailer()
  try {
    while (done.sent + done.failed < limit) {
      const email = await claimNext()
      if (!email) break
      const outcome = await attempt(mailer, email)
      if (outcome === 'sent') done.sent++
      else done.failed++
      if (outcome === 'unreachable') break
    }
  } finally {
    mailer.close()
  }
  return done
}

/** Withdraws queued notices for families who were blocked or removed since, or who no longer want them. */
async function withdrawUnwanted(): Promise<void> {
  await prisma.$executeRaw`
    DELETE FROM email_outbox o USING users u
    WHERE o.sent_at IS NULL AND o.attempts = 0 AND u.id = o.user_id
      AND ((NOT u.active OR u.hidden_at IS NOT NULL) AND o.kind <> ALL(${KINDS_TO_BLOCKED})
        OR EXISTS (SELECT FROM notice_choices c WHERE c.user_id = u.id AND c.kind = o.kind AND c.channel = 'email' AND NOT c.wanted))`
}

/** Claims the next due email, in one statement, so that no lock outlives it. */
async function claimNext(): Promise<OutboxEmail | null> {
  const [claimed] = await prisma.$queryRaw<{ id: number }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM email_outbox
      WHERE sent_at IS NULL AND (next_attempt_at <= ${databaseNow()} OR ${isFresh()}) AND attempts < ${MAX_ATTEMPTS}
        AND created_at > ${databaseIn(-TOO_OLD)} AND NOT ${UNPROVED} AND (send_until IS NULL OR send_until > ${databaseNow()})
      ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE email_outbox SET attempts = attempts + 1, next_attempt_at = ${databaseIn(LEASE)}, sending_since = ${databaseNow()},
      maybe_twice = maybe_twice OR sending_since IS NOT NULL
    FROM due WHERE email_outbox.id = due.id RETURNING email_outbox.id`
  return claimed ? prisma.outboxEmail.findUnique({ where: claimed }) : null
}

type Mailer = Awaited<ReturnType<typeof openMailer>>

type MailSettings = Pick<Env, 'smtpUrl' | 'mailFrom'>

async function openMailer({ smtpUrl, mailFrom }: MailSettings = getEnv()) {
  const { appUrl } = getEnv()
  const school = await getSchool()
  const noReply = { name: school.name, address: `no-reply@${new URL(appUrl).hostname}` }
  return createTransport(
    {
      ...smtpServer(smtpUrl!),
      pool: true,
      maxConnections: 1,
      // The pool would resend what may have arrived; how often is decided here.
      maxRequeues: 0,
      dnsTimeout: 5_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    },
    // RFC 3834: asks for no automatic replies.
    {
      from: mailFrom ?? noReply,
      ...(school.email && { replyTo: school.email }),
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  )
}

/** `unreachable`: the server or the settings are at fault, so every other email would fail too. */
type Outcome = 'sent' | 'refused' | 'unreachable'

async function attempt(mailer: Mailer, email: OutboxEmail): Promise<Outcome> {
  const { id, recipient, subject, text, html, attempts } = email
  try {
    // The same for each try, so that a mailbox shows the email once even if an answer was lost.
    const messageId = `<outbox-${id}-${email.createdAt.getTime()}@${new URL(getEnv().appUrl).hostname}>`
    // As an object, the recipient is one address whatever it contains.
    const to = { name: '', address: recipient }
    const attachments = await makeAttachments(email.attachments)
    const headers = unsubscribeHeaders(email)
    await mailer.sendMail({ messageId, to, subject, text, html, attachments, headers })
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await prisma.$executeRaw`
      UPDATE email_outbox SET last_error = ${lastError}, next_attempt_at = ${databaseIn(pauseAfter(attempts))},
        sending_since = CASE WHEN ${isUnknown(error)} THEN sending_since END
      WHERE id = ${id}`
    logError(error, { email: id, attempts, givenUp: attempts >= MAX_ATTEMPTS })
    return isRefusal(error) ? 'refused' : 'unreachable'
  }
  // It may have been taken out of the outbox in the meantime.
  await prisma.$executeRaw`
    UPDATE email_outbox SET sent_at = ${now()}, last_error = NULL, sending_since = NULL,
      text = ${withoutLinks('text')}, html = ${withoutLinks('html')}
    WHERE id = ${id}`
  return 'sent'
}

/** What opens an account is in its mailbox from then on, and not in a copy of the database too. */
const withoutLinks = (column: 'text' | 'html') =>
  Prisma.sql`regexp_replace(${Prisma.raw(column)}, '([?&;](token|reset)=)[A-Za-z0-9_-]+', '\\1…', 'g')`

/** RFC 8058: what a family may turn off, its mailbox can turn off with one click. */
function unsubscribeHeaders({ kind, userId }: OutboxEmail): Record<string, string> {
  if (!kind || !userId || !isNoticeKind(kind) || !kindOf(kind).isChoice) return {}
  const url = getEnv().appUrl + paths.unsubscribe(unsubscribeToken(userId, kind))
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** Whether the email was handed over, but no answer said whether the server has it. */
const isUnknown = (error: unknown) =>
  error instanceof Error &&
  'command' in error &&
  error.command === 'DATA' &&
  !('responseCode' in error && error.responseCode)

const isRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
