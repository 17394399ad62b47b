import type { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { rowsOfPage } from '~/utils/paging'
import { type AccessKind, describeAccess, KINDS } from './access-log'

const PAGE = 50

interface AccessLine {
  id: number
  who: string
  what: string
  at: Date
}

const name = { select: { firstName: true, lastName: true, email: true } } satisfies Prisma.UserDefaultArgs

/**
 * Lists sign-ins, attempts, and downloads, newest first, one page at a time, and says whether there are older ones. Of
 * each action as many as could be on the page are found by the index `audit_log_of_access`, which has the same words:
 * most of the log is about lessons.
 */
export async function accessLog(kind: AccessKind, page: number): Promise<{ lines: AccessLine[]; more: boolean }> {
  const { skip, take } = rowsOfPage(page, PAGE)
  const found = await prisma.$queryRaw<{ id: number }[]>`
    SELECT l.id FROM unnest(${[...KINDS[kind].actions]}::text[]) AS kind (action) CROSS JOIN LATERAL (
      SELECT id FROM audit_log a WHERE a.action = kind.action AND entity NOT IN ('lesson', 'ride')
      ORDER BY id DESC LIMIT ${skip + take + 1}::int) l
    ORDER BY l.id DESC LIMIT ${take + 1}::int OFFSET ${skip}::int`
  const rows = await prisma.auditEntry.findMany({
    where: { id: { in: found.slice(0, take).map(({ id }) => id) } },
    orderBy: { id: 'desc' },
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
  return { lines, more: found.length > take }
}
