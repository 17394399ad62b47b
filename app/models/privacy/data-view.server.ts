import { Prisma } from '~/generated/prisma/client'
import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { instant, rowList, text } from '~/platform/row-lists.server'

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

const NEWEST = 'at DESC, kind, viewer_id'

/** Selects the latest views of a person, given as SQL, the newest first, for a statement with other lists. */
export const viewList = (subject: string, take: number) =>
  rowList<{ at: string; kind: string; viewer: Person }>(
    { at: instant('v.at'), kind: text('v.kind'), viewer: personColumn('v.viewer_id') },
    `(SELECT * FROM data_views WHERE subject_id = ${subject} ORDER BY ${NEWEST} LIMIT ${take}) v`,
    NEWEST,
  )
