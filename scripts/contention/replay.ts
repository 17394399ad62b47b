import { isAttendance } from '../../app/models/attendance/attendance'
import { markAttendance } from '../../app/models/attendance/attendance.server'
import { assignHorse } from '../../app/models/horses/horse-assignment.server'
import { editLesson } from '../../app/models/lessons/edit-lesson.server'
import { addToLesson, removeFromLesson } from '../../app/models/lessons/place.server'
import { addOneTimeLesson, addWeeklyLesson, deleteLesson } from '../../app/models/lessons/slot.server'
import { scopeField } from '../../app/models/schedule/slot.schema'
import type { Slot } from '../../app/models/schedule/week'
import { prisma } from '../../app/platform/db.server'
import type { LogEntry } from './checks'

/**
 * Replays a log, one change after the other, in the application's own database. If two changes of the log had disturbed
 * each other, one of them would be refused now, or leave something else behind.
 * @throws Error naming the first change that is refused.
 */
export async function replay(log: readonly LogEntry[]): Promise<void> {
  const horses = new Map((await prisma.horse.findMany()).map(({ id, name }) => [name, id]))
  for (const [index, entry] of log.entries()) {
    try {
      await again(entry, horses)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(
        `Entry ${index} of the log, ${entry.action} of ${entry.entityId}, is refused on its own: ${reason}`,
      )
    }
  }
}

async function again({ actorId, action, entityId, detail }: LogEntry, horses: Map<string, number>): Promise<unknown> {
  const actor = actorId ?? ''
  const slot: Slot = { date: entityId.slice(0, 10), time: entityId.slice(11, 16), type: entityId.slice(17) }
  const ride = { date: slot.date, time: slot.time, riderId: entityId.slice(17) }
  const scope = () => scopeField.parse(detail.scope)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  switch (action) {
    case 'lesson.add':
      return (scope() === 'weekly' ? addWeeklyLesson : addOneTimeLesson)(actor, slot)
    case 'lesson.delete':
      return deleteLesson(actor, slot, scope())
    case 'lesson.edit':
      return editLesson(actor, slot, { time: text(detail.time), type: text(detail.type) }, scope())
    case 'lesson.add-rider':
      return addToLesson(actor, text(detail.riderId), slot, scope(), { create: true })
    case 'lesson.remove-rider':
      return removeFromLesson(actor, text(detail.riderId), slot, scope())
    case 'ride.horse':
      return assignHorse(actor, ride, { horseId: detail.to === null ? null : (horses.get(text(detail.to)) ?? null) })
    case 'ride.attendance': {
      const attendance = text(detail.to)
      if (!isAttendance(attendance)) throw new Error('no such mark')
      return markAttendance(actor, ride, { attendance })
    }
    default:
      throw new Error('no such change')
  }
}
