import { type Setting, saveSetting } from '~/models/school/settings-changes.server'
import { DEFAULT_RETENTION, type Retention } from '~/models/vocabulary/retention'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'

export const RETENTION: Setting = { entity: 'school', entityId: 'retention' }

/** Returns the periods; the defaults until the office saves its own. */
export async function findRetention(db: Db = prisma): Promise<Retention> {
  const row = await db.retention.findUnique({ where: { id: 1 } })
  if (!row) return DEFAULT_RETENTION
  const { id: _, ...retention } = row
  return retention
}

/** @throws Outdated if someone else changed the same field. */
export const saveRetention = (actorId: string, sent: Retention, version?: string) =>
  saveSetting(
    actorId,
    {
      setting: RETENTION,
      action: 'school.retention',
      read: async (tx) => ({ ...(await findRetention(tx)) }),
      write: (tx, saved) => tx.retention.upsert({ where: { id: 1 }, create: { id: 1, ...saved }, update: saved }),
    },
    { ...sent },
    version,
  )
