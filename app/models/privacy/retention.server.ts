import { changed, editSetting, type Setting } from '~/models/school/settings-changes.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { type Db, withTx } from '~/platform/tx.server'
import type { Shown } from '~/platform/version'
import { DEFAULT_RETENTION, type Retention } from './retention'

export const RETENTION: Setting = { entity: 'school', entityId: 'retention' }

/** The defaults hold until the office saves its own. */
export async function findRetention(db: Db = prisma): Promise<Retention> {
  const row = await db.retention.findUnique({ where: { id: 1 } })
  if (!row) return DEFAULT_RETENTION
  const { id: _, ...retention } = row
  return retention
}

/** Returns what to say of fields that somebody else has changed meanwhile. @throws Outdated if both changed the same field. */
export const saveRetention = (
  actorId: string,
  sent: Retention,
  shown: Shown | null = null,
): Promise<{ kept: string | undefined }> =>
  withTx(async (tx) => {
    const edit = { shown, sent: { ...sent }, read: async () => ({ ...(await findRetention(tx)) }) }
    const { before, write, kept } = await editSetting(tx, RETENTION, edit)
    const saved = { ...before, ...write }
    const detail = changed(before, saved)
    await tx.retention.upsert({ where: { id: 1 }, create: { id: 1, ...saved }, update: saved })
    if (detail) {
      await audit(tx, { actorId, action: 'school.retention', entity: 'school', entityId: RETENTION.entityId, detail })
    }
    return { kept }
  })
