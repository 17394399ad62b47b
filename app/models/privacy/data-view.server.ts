import { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/vocabulary/user'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'

/** The kinds of data that an office user views. The values are in the database and in the family's own file. */
export type ViewKind =
  | 'student page'
  | 'edit form'
  | 'lesson history'
  | 'rides'
  | 'payments'
  | 'receipt'
  | 'statement'
  | 'sign-in link'
  | 'password link'
  | 'download'
  | 'download with notes'
  | 'waiver'
  | 'program'

/** Records that an office user viewed a family's data: the first time in an hour for each kind. One statement. */
export async function recordView(viewerId: string, subjectId: string, kind: ViewKind): Promise<void> {
  const at = now()
  const hour = new Date(Math.floor(at.getTime() / 3_600_000) * 3_600_000)
  await prisma.$executeRaw(Prisma.sql`
    INSERT INTO data_views (viewer_id, subject_id, kind, hour, at)
    SELECT ${viewerId}, id, ${kind}, ${hour}, ${at} FROM users WHERE id = ${subjectId} AND id <> ${viewerId}
    ON CONFLICT DO NOTHING`)
}

/** Lists the views, newest first. */
export async function viewsOf(subjectId: string, take: number): Promise<{ at: Date; who: string; kind: string }[]> {
  const rows = await prisma.dataView.findMany({
    where: { subjectId },
    orderBy: [{ at: 'desc' }, { kind: 'asc' }, { viewerId: 'asc' }],
    take,
    select: { at: true, kind: true, viewer: { select: { firstName: true, lastName: true, email: true } } },
  })
  return rows.map(({ at, kind, viewer }) => ({ at, kind, who: displayName(viewer) }))
}
