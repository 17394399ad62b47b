import { isAttendance } from '~/models/vocabulary/attendance'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import type { Db } from '~/platform/tx.server'
import { refuseMark, refuseNotTaught } from './teaching.server'

/**
 * What an instructor may undo: marks, horses, and notes of their own, by IDs of log entries, of lessons that they teach and may still mark.
 * Asked before the lock and under it, as `refuseMark`.
 * @throws Refused 404 for any other change; 403 if the mark from before is the office's.
 */
export async function refuseUndo(instructorId: string, changes: readonly number[], db: Db = prisma): Promise<void> {
  const entries = await db.auditEntry.findMany({
    where: {
      id: { in: [...changes] },
      actorId: instructorId,
      entity: 'ride',
      action: { in: ['ride.attendance', 'ride.horse', 'ride.note'] },
    },
    select: { action: true, entityId: true, detail: true },
  })
  if (entries.length !== new Set(changes).size) throw notFound('This is not a change of yours.')
  for (const { action, entityId, detail } of entries) {
    const [date = '', time = '', riderId = ''] = entityId.split(' ')
    const { type, from } = detail as { type: string; from?: string | null }
    const slot = { date, time, type }
    if (action === 'ride.attendance' && from && isAttendance(from)) {
      await refuseMark(instructorId, slot, { attendance: from, riderId }, db)
    } else await refuseNotTaught(instructorId, slot, db)
  }
}
