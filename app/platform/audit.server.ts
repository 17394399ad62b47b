import type { Prisma } from '~/generated/prisma/client'
import type { Db } from './tx.server'

/** Who changed what. Written in the transaction of the change, so that neither exists without the other. */
export async function audit(
  db: Db,
  entry: {
    actorId: string | null
    action: string
    entity: string
    entityId: string | number
    detail?: Prisma.InputJsonObject
  },
): Promise<void> {
  const { entityId, detail = {}, ...rest } = entry
  await db.auditEntry.create({ data: { ...rest, entityId: String(entityId), detail } })
}
