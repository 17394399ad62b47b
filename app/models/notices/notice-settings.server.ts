import { changed, editSetting, type Setting } from '~/models/school/settings-changes.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { type Db, withTx } from '~/platform/tx.server'
import type { Shown } from '~/platform/version'
import type { NoticeSettings } from './notice-settings.schema'

export const NOTICES: Setting = { entity: 'school', entityId: 'notices' }

/** Reminders are written early, while an absence is still in time for a makeup. */
const DEFAULTS: NoticeSettings = { quietFrom: '21:00', quietTo: '07:00', remindAt: '08:00', remindNote: null }

/** The defaults hold until the office saves its own. */
export async function findNoticeSettings(db: Db = prisma): Promise<NoticeSettings> {
  const row = await db.school.findUnique({
    where: { id: 1 },
    select: { quietFrom: true, quietTo: true, remindAt: true, remindNote: true },
  })
  return {
    quietFrom: row?.quietFrom ?? DEFAULTS.quietFrom,
    quietTo: row?.quietTo ?? DEFAULTS.quietTo,
    remindAt: row?.remindAt ?? DEFAULTS.remindAt,
    remindNote: row?.remindNote ?? DEFAULTS.remindNote,
  }
}

/** Returns what to say of fields that somebody else has changed meanwhile. @throws Outdated if both changed the same field. */
export const saveNoticeSettings = (
  actorId: string,
  sent: NoticeSettings,
  shown: Shown | null = null,
): Promise<{ kept: string | undefined }> =>
  withTx(async (tx) => {
    const edit = { shown, sent: { ...sent }, read: async () => ({ ...(await findNoticeSettings(tx)) }) }
    const { before, write, kept } = await editSetting(tx, NOTICES, edit)
    const saved = { ...before, ...write }
    const detail = changed(before, saved)
    await tx.school.upsert({ where: { id: 1 }, create: { id: 1, ...saved }, update: saved })
    if (detail)
      await audit(tx, { actorId, action: 'school.notices', entity: 'school', entityId: NOTICES.entityId, detail })
    return { kept }
  })
