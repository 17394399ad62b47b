import type { OutboxText } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { type EmailState, emailsToFamily, readerOf } from '~/services/mail/outbox.server'
import { MAX_ATTEMPTS, TOO_OLD } from './send-texts.server'

/**
 * The delivery state of an email or text. `lost`: the provider accepted a text, but the phone did not get it; `demo`: a
 * demo sends no email.
 */
export type MessageState = EmailState | 'lost' | 'demo'

/** Returns the latest emails and texts to a rider's family, newest first, without codes. `at` is when it went out, or is due. */
export async function messagesToFamily(riderId: string, take: number) {
  const [emails, texts] = await Promise.all([emailsToFamily(riderId, take), textsToFamily(riderId, take)])
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
    ...texts.map(({ id, number, body, sentAt, nextAttemptAt, createdAt, ...text }) => {
      const state = stateOf({ ...text, sentAt, nextAttemptAt, createdAt })
      const at = sentAt ?? (state === 'held' ? nextAttemptAt : createdAt)
      return { key: `text ${id}`, to: number, subject: body, state, made: createdAt.getTime(), at }
    }),
  ]
  return messages.sort((a, b) => b.made - a.made).slice(0, take)
}

async function textsToFamily(riderId: string, take: number) {
  const reader = await readerOf(riderId)
  if (!reader) return []
  return prisma.outboxText.findMany({
    where: { userId: reader.id, kind: { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })
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
