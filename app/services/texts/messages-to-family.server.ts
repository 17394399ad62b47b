import type { OutboxText } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { bare, instant, instantOf, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { type EmailState, emailList, emailsFound, emailsKeyed, readerOf } from '~/services/mail/outbox.server'
import { MAX_ATTEMPTS, TOO_OLD } from './send-texts.server'

/**
 * The delivery state of an email or text. `lost`: the provider accepted a text, but the phone did not get it; `demo`: a
 * demo sends no email.
 */
export type MessageState = EmailState | 'lost' | 'demo'

interface TextRow {
  id: number
  number: string
  body: string
  createdAt: string
  nextAttemptAt: string
  sendUntil: string | null
  attempts: number
  sentAt: string | null
  status: string | null
}

/** Selects texts for a statement with other lists: `from` is the SQL of `text_outbox` rows. */
const textsFrom = (from: string) =>
  rowList<TextRow>(
    {
      id: bare('t.id'),
      number: text('t.number'),
      body: text('t.body'),
      createdAt: instant('t.created_at'),
      nextAttemptAt: instant('t.next_attempt_at'),
      sendUntil: instant('t.send_until'),
      attempts: bare('t.attempts'),
      sentAt: instant('t.sent_at'),
      status: text('t.status'),
    },
    `(${from}) t`,
    't.created_at DESC, t.id DESC',
  )

/** Selects what `messagesFound` returns of a rider, given as SQL, for a statement with other lists. */
export const messageLists = (rider: string, take: number) => ({
  emails: emailList(rider, take),
  texts: textsFrom(`
    SELECT * FROM text_outbox WHERE user_id = ${readerOf(rider)} AND kind IS NOT NULL
    ORDER BY created_at DESC, id DESC LIMIT ${take}`),
})

/** Selects the messages whose key meets a condition on `x.dedupe_key`, to whatever family. */
export const messagesKeyed = (condition: string) => ({
  emails: emailsKeyed(condition),
  texts: textsFrom(`SELECT x.* FROM text_outbox x WHERE ${condition}`),
})

/** Returns the latest emails and texts, newest first, without codes. `at` is when it went out, or is due. */
export function messagesFound(rows: RowsOf<ReturnType<typeof messageLists>>, take = Number.POSITIVE_INFINITY) {
  const emails = emailsFound(rows.emails)
  const { mode, smtpUrl } = getEnv()
  const keepsEmail = mode === 'demo' && smtpUrl === undefined
  const messages = [
    ...emails.map(({ id, recipient, subject, state, sentAt, heldUntil, createdAt }) => ({
      key: `email ${id}`,
      to: recipient,
      subject,
      state: keepsEmail && (state === 'waiting' || state === 'late') ? 'demo' : (state as MessageState),
      made: createdAt.getTime(),
      at: sentAt ?? heldUntil ?? createdAt,
    })),
    ...rows.texts.map(({ id, number, body, ...row }) => {
      const [createdAt, nextAttemptAt] = [new Date(row.createdAt), new Date(row.nextAttemptAt)]
      const [sentAt, sendUntil] = [instantOf(row.sentAt), instantOf(row.sendUntil)]
      const state = stateOf({ ...row, sentAt, sendUntil, nextAttemptAt, createdAt })
      const at = sentAt ?? (state === 'held' ? nextAttemptAt : createdAt)
      return { key: `text ${id}`, to: number, subject: body, state, made: createdAt.getTime(), at }
    }),
  ]
  return messages.sort((a, b) => b.made - a.made).slice(0, take)
}

type State = Pick<OutboxText, 'sentAt' | 'status' | 'attempts' | 'createdAt' | 'sendUntil' | 'nextAttemptAt'>

function stateOf({ sentAt, status, attempts, createdAt, sendUntil, nextAttemptAt }: State): MessageState {
  const at = now()
  if (status === 'undelivered' || status === 'failed') return 'lost'
  if (sentAt) return 'sent'
  const isOver =
    attempts >= MAX_ATTEMPTS || at.getTime() - createdAt.getTime() > TOO_OLD || (sendUntil && sendUntil <= at)
  if (isOver) return 'late'
  if (attempts > 0) return 'failed'
  return nextAttemptAt > at ? 'held' : 'waiting'
}
