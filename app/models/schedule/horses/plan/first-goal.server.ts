import { changed, editSetting, type Setting } from '~/models/school/settings-changes.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { type Db, withTx } from '~/platform/tx.server'
import type { FirstGoal } from './best-horses'

export const HORSES: Setting = { entity: 'school', entityId: 'horses' }

export async function findFirstGoal(db: Db = prisma): Promise<FirstGoal> {
  const row = await db.school.findUnique({ where: { id: 1 }, select: { horsesShared: true } })
  return row?.horsesShared ? 'shared' : 'known'
}

/** What proposals look at first from now on. @throws Outdated if someone else changed it. */
export const saveFirstGoal = (actorId: string, horseGoal: FirstGoal, version: string | undefined): Promise<void> =>
  withTx(async (tx) => {
    const edit = { version, sent: { horseGoal }, read: async () => ({ horseGoal: await findFirstGoal(tx) }) }
    const { before, write } = await editSetting(tx, HORSES, edit)
    const detail = changed(before, { ...before, ...write })
    const horsesShared = horseGoal === 'shared'
    await tx.school.upsert({ where: { id: 1 }, create: { id: 1, horsesShared }, update: { horsesShared } })
    if (detail) await audit(tx, { actorId, action: 'school.horses', ...HORSES, detail })
  })
