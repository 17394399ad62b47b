import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import type { TimeOfDay } from '~/utils/time-of-day'
import type { QuietHours } from './quiet-hours'

export interface NoticeSettings {
  quiet: QuietHours
  /** When tomorrow's rides are reminded of: early, while an absence is still in time for a makeup. */
  remindAt: TimeOfDay
}

const DEFAULTS: NoticeSettings = { quiet: { from: '21:00', to: '07:00' }, remindAt: '08:00' }

export async function findNoticeSettings(db: Db = prisma): Promise<NoticeSettings> {
  const row = await db.school.findUnique({
    where: { id: 1 },
    select: { quietFrom: true, quietTo: true, remindAt: true },
  })
  const { quiet, remindAt } = DEFAULTS
  return {
    quiet: { from: row?.quietFrom ?? quiet.from, to: row?.quietTo ?? quiet.to },
    remindAt: row?.remindAt ?? remindAt,
  }
}
