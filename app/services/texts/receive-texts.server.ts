import { createHmac, timingSafeEqual } from 'node:crypto'
import { stopNumber } from '~/models/notices/texts/text-number.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { MAX_ID } from '~/utils/fields'
import type { TextProvider } from './text-provider.server'

/** Checks the provider's signature, which covers the requested public address and each field with its value, ordered by name. */
export function isSigned({ authToken }: TextProvider, request: Request, fields: URLSearchParams): boolean {
  const { pathname, search } = new URL(request.url)
  const names = [...new Set(fields.keys())].sort()
  const signed = getEnv().appUrl + pathname + search + names.map((name) => name + (fields.get(name) ?? '')).join('')
  const right = createHmac('sha1', authToken).update(signed).digest()
  const given = Buffer.from(request.headers.get('x-twilio-signature') ?? '', 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}

const STOPS = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'ALTO', 'PARAR']
const STARTS = ['START', 'YES', 'UNSTOP', 'INICIAR']

/** Handles the delivery state of a text, or a phone's reply. Each is processed once, however often it is sent. */
export async function receiveText(textId: string | null, fields: URLSearchParams): Promise<void> {
  const [sid, status] = [fields.get('MessageSid') ?? '', fields.get('MessageStatus')]
  if (!/^\w{2,64}$/.test(sid)) return
  if (status) return recordStatus(Number(textId), sid, status, fields.get('ErrorCode'))
  const word = (fields.get('OptOutType') ?? fields.get('Body') ?? '').trim().toUpperCase()
  const [stops, starts] = [STOPS.includes(word), STARTS.includes(word)]
  if (!stops && !starts) return
  await withTx(async (tx) => {
    const { count } = await tx.textReply.createMany({ data: { sid, at: now() }, skipDuplicates: true })
    if (count) await stopNumber(tx, fields.get('From') ?? '', stops)
  })
}

/** The states in the order in which a text passes through them: their notices may arrive in another order. */
export const TEXT_STATUSES = [
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'canceled',
  'read',
]

/** Records a state. It also shows that a text was accepted whose answer was lost. */
async function recordStatus(id: number, sid: string, status: string, errorCode: string | null): Promise<void> {
  const rank = TEXT_STATUSES.indexOf(status)
  if (rank < 0) return
  const before = TEXT_STATUSES.slice(0, rank + 1)
  const error = errorCode && /^\d{1,6}$/.test(errorCode) ? Number(errorCode) : null
  const known = Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : 0
  await prisma.$executeRaw`
    UPDATE text_outbox SET status = ${status}, error = coalesce(${error}, error), sid = coalesce(sid, ${sid}),
      sent_at = coalesce(sent_at, ${now()}), sending_since = NULL, body = CASE WHEN kind IS NULL THEN '' ELSE body END
    WHERE (sid = ${sid} OR id = ${known} AND sid IS NULL) AND (status IS NULL OR status = ANY(${before}))`
}

const DAY_MS = 24 * 60 * 60_000
const KEPT_MS = 30 * DAY_MS

/** Deletes old replies, and codes that never went out. Returns how many replies there were. */
export async function sweepTextReplies(): Promise<number> {
  const ago = (ms: number) => new Date(now().getTime() - ms)
  await prisma.outboxText.deleteMany({ where: { kind: null, sentAt: null, createdAt: { lt: ago(DAY_MS) } } })
  const { count } = await prisma.textReply.deleteMany({ where: { at: { lt: ago(KEPT_MS) } } })
  return count
}
