import type { OutboxEmail, Prisma } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { bare, instant, instantOf, rowList, text } from '~/platform/row-lists.server'
import { pageCount, rowsOfPage } from '~/utils/paging'
import { MAX_ATTEMPTS, TOO_OLD } from './email.server'

const PAGE = 30

const listed = {
  id: true,
  recipient: true,
  subject: true,
  sentAt: true,
  lastError: true,
  maybeTwice: true,
  heldUntil: true,
  createdAt: true,
} satisfies Prisma.OutboxEmailSelect

/** Old emails lose their text and only their key remains. */
const KEPT = { text: { not: '' } }

/** Who reads a rider's emails, as the SQL of an ID: the rider, or the guardian of one without an address. */
export const readerOf = (rider: string) =>
  `(SELECT CASE WHEN u.email <> '' THEN u.id ELSE u.guardian_id END FROM users u WHERE u.id = ${rider})`

interface Row {
  id: number
  recipient: string
  subject: string
  sentAt: string | null
  heldUntil: string | null
  createdAt: string
  attempts: number
  sendUntil: string | null
  isUnproved: boolean
}

/** Selects emails for a statement with other lists: `from` is the SQL of `email_outbox` rows with their reader. */
const emailsFrom = (from: string) =>
  rowList<Row>(
    {
      id: bare('e.id'),
      recipient: text('e.recipient'),
      subject: text('e.subject'),
      sentAt: instant('e.sent_at'),
      heldUntil: instant('e.held_until'),
      createdAt: instant('e.created_at'),
      attempts: bare('e.attempts'),
      sendUntil: instant('e.send_until'),
      isUnproved: bare('coalesce(e.user_id = e.reader AND e.verified_at IS NULL, false)'),
    },
    `(${from}) e`,
    'e.created_at DESC, e.id DESC',
  )

/** Selects the latest emails to a rider's family, whatever they are about. `rider` is SQL. */
export const emailList = (rider: string, take: number) =>
  emailsFrom(`
    SELECT e.*, r.id AS reader, r.email_verified_at AS verified_at
    FROM users r JOIN email_outbox e ON e.user_id = r.id OR e.recipient = r.email
    WHERE r.id = ${readerOf(rider)} AND r.email <> '' AND e.text <> '' ORDER BY e.created_at DESC, e.id DESC LIMIT ${take}`)

/** Selects the emails whose key meets a condition on `x.dedupe_key`, whoever reads them. */
export const emailsKeyed = (condition: string) =>
  emailsFrom(`
    SELECT x.*, x.user_id AS reader, r.email_verified_at AS verified_at
    FROM email_outbox x LEFT JOIN users r ON r.id = x.user_id WHERE ${condition}`)

export const emailsFound = (rows: readonly Row[]) =>
  rows.map(({ isUnproved, ...row }) => {
    const email = {
      ...row,
      sentAt: instantOf(row.sentAt),
      heldUntil: instantOf(row.heldUntil),
      createdAt: new Date(row.createdAt),
      sendUntil: instantOf(row.sendUntil),
    }
    return { ...email, state: stateOf(email, isUnproved) }
  })

/** `late` is no longer sent; `held` waits for the end of quiet hours, `unproved` until the family has verified its address. */
export type EmailState = 'sent' | 'held' | 'unproved' | 'waiting' | 'failed' | 'late'

type State = Pick<OutboxEmail, 'sentAt' | 'createdAt' | 'attempts' | 'heldUntil' | 'sendUntil'>

function stateOf({ sentAt, createdAt, attempts, heldUntil, sendUntil }: State, isUnproved: boolean): EmailState {
  const at = now()
  if (sentAt) return 'sent'
  const isOver =
    attempts >= MAX_ATTEMPTS || at.getTime() - createdAt.getTime() > TOO_OLD || (sendUntil && sendUntil <= at)
  if (isOver) return 'late'
  if (attempts > 0) return 'failed'
  if (isUnproved) return 'unproved'
  return heldUntil && heldUntil > at ? 'held' : 'waiting'
}

/** @param page counts from 1. */
export async function listOutbox(page: number) {
  const [count, emails] = await Promise.all([
    prisma.outboxEmail.count({ where: KEPT }),
    prisma.outboxEmail.findMany({
      where: KEPT,
      select: listed,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      ...rowsOfPage(page, PAGE),
    }),
  ])
  return { emails, pages: pageCount(count, PAGE) }
}

export const findOutboxEmail = (id: number) =>
  prisma.outboxEmail.findUnique({ where: { id }, select: { ...listed, text: true, html: true, attachments: true } })
