import type { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { pageCount, rowsOfPage } from '~/utils/paging'
import { type AccessKind, describeAccess, KINDS } from './access-log'

const PAGE = 50

interface AccessLine {
  id: number
  who: string
  what: string
  at: Date
}

const name = { select: { firstName: true, lastName: true, email: true } } satisfies Prisma.UserDefaultArgs

/** Lists sign-ins, attempts, and downloads, newest first, one page at a time; the last page if the wanted one does not exist. */
export async function accessLog(
  kind: AccessKind,
  wanted: number,
): Promise<{ lines: AccessLine[]; page: number; pages: number }> {
  const where: Prisma.AuditEntryWhereInput = { action: { in: [...KINDS[kind].actions] } }
  const pages = pageCount(await prisma.auditEntry.count({ where }), PAGE)
  const page = Math.min(wanted, pages)
  const rows = await prisma.auditEntry.findMany({
    where,
    orderBy: { id: 'desc' },
    ...rowsOfPage(page, PAGE),
    include: { actor: name },
  })
  const about = await prisma.user.findMany({
    where: { id: { in: [...new Set(rows.map(({ entityId }) => entityId))] } },
    select: { id: true, ...name.select },
  })
  const names = new Map(about.map((user) => [user.id, displayName(user)]))
  const lines = rows.map(({ id, at, actor, actorId, action, entityId, detail }) => {
    const whose = entityId === actorId ? null : (names.get(entityId) ?? null)
    const what = describeAccess({ action, entityId, detail: detail as Record<string, unknown> }, whose)
    return { id, at, who: actor ? displayName(actor) : 'Someone', what }
  })
  return { lines, page, pages }
}
