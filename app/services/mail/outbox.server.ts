import type { OutboxEmail, Prisma } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
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

const reader = { id: true, email: true, emailVerifiedAt: true } satisfies Prisma.UserSelect

/** Returns who reads a rider's emails: the rider, or the guardian of one without an address. */
export async function readerOf(riderId: string) {
  const person = await prisma.user.findUnique({
    where: { id: riderId },
    select: { ...reader, guardian: { select: reader } },
  })
  return person?.email ? person : (person?.guardian ?? null)
}

/** Returns the latest emails to a rider's family, whatever they are about. */
export async function emailsToFamily(riderId: string, take: number) {
  const reader = await readerOf(riderId)
  if (!reader?.email) return []
  const emails = await prisma.outboxEmail.findMany({
    where: { ...KEPT, OR: [{ userId: reader.id }, { recipient: reader.email }] },
    select: { ...listed, attempts: true, sendUntil: true, userId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })
  return emails.map((email) => ({
    ...email,
    state: stateOf(email, !reader.emailVerifiedAt && email.userId === reader.id),
  }))
}

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
