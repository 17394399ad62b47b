import { addOneTimeLesson, addWeeklyLesson } from '~/models/schedule/change/add-lesson.server'
import { addRidersToLesson, addToLesson } from '~/models/schedule/change/add-rider.server'
import { deleteLesson } from '~/models/schedule/change/delete-lesson.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import type { Slot } from '~/models/vocabulary/slot'
import type { RideChange } from '../../app/models/schedule/attendance/ride-plan'
import { changeRides } from '../../app/models/schedule/change/change-rides.server'
import { editLesson } from '../../app/models/schedule/change/edit-lesson.server'
import { scopeField } from '../../app/models/schedule/vocabulary/slot.schema'
import { isAttendance } from '../../app/models/vocabulary/attendance'
import { prisma } from '../../app/platform/db.server'
import type { LogEntry, LoggedChange } from './checks'

/**
 * Replays a log, one change after the other, in the application's own database. If two changes of the log had
 * interfered, one of them would be refused now, or leave a different result.
 * @throws Error naming the first change that is refused.
 */
export async function replay(log: readonly LoggedChange[]): Promise<void> {
  const horses = new Map((await prisma.horse.findMany()).map(({ id, name }) => [name, id]))
  for (const [index, change] of log.entries()) {
    try {
      await again(change, horses)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const what = change.map(({ action, entityId }) => `${action} of ${entityId}`).join(', ')
      throw new Error(`Change ${index} of the log, ${what}, is refused on its own: ${reason}`)
    }
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

async function again(change: LoggedChange, horses: Map<string, number>): Promise<unknown> {
  const [entry] = change
  if (!entry) throw new Error('nothing was changed')
  const { actorId, action, entityId, detail } = entry
  const actor = actorId ?? ''
  if (change.some(({ entity }) => entity === 'ride')) {
    return changeRides(actor, entityId.slice(0, 10), wishesOf(change, horses))
  }
  if (change.length > 1) throw new Error('it has more than one entry')
  const slot: Slot = { date: entityId.slice(0, 10), time: entityId.slice(11, 16), type: entityId.slice(17) }
  const scope = scopeField.parse(detail.scope)
  switch (action) {
    case 'lesson.add':
      return (scope === 'weekly' ? addWeeklyLesson : addOneTimeLesson)(actor, slot)
    case 'lesson.delete':
      return deleteLesson(actor, slot, scope)
    case 'lesson.edit':
      return editLesson(actor, slot, { time: text(detail.time), type: text(detail.type) }, scope)
    case 'lesson.add-rider':
      if (Array.isArray(detail.riderIds)) return addRidersToLesson(actor, detail.riderIds.map(text), slot, { scope })
      return addToLesson(actor, text(detail.riderId), slot, { scope, create: true })
    case 'lesson.remove-rider':
      return removeFromLesson(actor, text(detail.riderId), slot, { scope })
    default:
      throw new Error('no such change')
  }
}

/** Returns attendance and horses as one change set them; it may also have added the rider to the lesson. */
function wishesOf(change: LoggedChange, horses: Map<string, number>): RideChange[] {
  const wishes = new Map<string, RideChange>()
  for (const { action, entityId, detail } of change.filter(({ entity }) => entity === 'ride')) {
    const riderId = entityId.slice(17)
    const wish: RideChange = wishes.get(entityId) ?? {
      riderId,
      time: entityId.slice(11, 16),
      type: text(detail.type),
      add: change.some((one) => one.action === 'lesson.add-rider' && one.detail.riderId === riderId),
    }
    wishes.set(entityId, { ...wish, ...wished(action, detail, horses) })
  }
  return [...wishes.values()]
}

function wished(
  action: string,
  { to }: LogEntry['detail'],
  horses: Map<string, number>,
): Pick<RideChange, 'attendance' | 'horseId'> {
  if (action === 'ride.horse') return { horseId: to === null ? null : horses.get(text(to)) }
  const attendance = text(to)
  if (action !== 'ride.attendance' || !isAttendance(attendance)) throw new Error('no such mark')
  return { attendance }
}
