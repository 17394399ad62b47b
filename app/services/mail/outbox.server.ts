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
  createdAt: true,
} satisfies Prisma.OutboxEmailSelect

/** Lists a page of e-mails, from 1, newest first, and counts the pages. */
export async function listOutbox(page: number) {
  const [count, emails] = await Promise.all([
    prisma.outboxEmail.count(),
    prisma.outboxEmail.findMany({
      select: listed,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      ...rowsOfPage(page, PAGE),
    }),
  ])
  return { emails, pages: pageCount(count, PAGE) }
}

/** Finds an e-mail with both bodies; null if there is none. */
export const findOutboxEmail = (id: number) =>
  prisma.outboxEmail.findUnique({ where: { id }, select: { ...listed, text: true, html: true } })
