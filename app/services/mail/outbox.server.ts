import type { Prisma } from '~/generated/prisma/client'
import { prisma } from '~/platform/db.server'
import { pageCount, rowsOfPage } from '~/utils/paging'

const PAGE = 30

const listed = {
  id: true,
  recipient: true,
  subject: true,
  sentAt: true,
  lastError: true,
  maybeTwice: true,
  createdAt: true,
} satisfies Prisma.OutboxEmailSelect

/** An old email keeps its key alone. */
const KEPT = { text: { not: '' } }

/** Pages count from 1. */
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
  prisma.outboxEmail.findUnique({ where: { id }, select: { ...listed, text: true, html: true } })
