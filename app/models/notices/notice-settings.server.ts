import { type Setting, saveSetting, writeSchool } from '~/models/school/settings-changes.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import type { NoticeSettings } from './notice-settings.schema'

export const NOTICES: Setting = { entity: 'school', entityId: 'notices' }

/** Reminders are sent early, while an absence is still in time for a makeup. */
const DEFAULTS: NoticeSettings = { quietFrom: '21:00', quietTo: '07:00', remindAt: '08:00', remindNote: null }

/** Returns the settings; the defaults until the office saves its own. */
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

/** @throws Outdated if someone else changed the same field. */
export const saveNoticeSettings = (actorId: string, sent: NoticeSettings, version?: string) =>
  saveSetting(
    actorId,
    { setting: NOTICES, action: 'school.notices', read: findNoticeSettings, write: writeSchool },
    sent,
    version,
  )
