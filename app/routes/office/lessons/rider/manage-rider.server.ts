import type { z } from 'zod'
import { type manageRiderSchema, NO_HORSE } from '~/models/attendance/attendance.schema'
import { markAttendance } from '~/models/attendance/attendance.server'
import { assignHorse } from '~/models/horses/horse-assignment.server'
import { removeFromLesson } from '~/models/lessons/place.server'
import type { Slot } from '~/models/schedule/week'
import { paths } from '~/utils/paths'
import type { Toast } from '~/utils/toast'

type Change = z.output<typeof manageRiderSchema>

/**
 * Does what a button of Manage student says. Returns the toast.
 * @throws Refused as the models do.
 */
export async function manageRider(
  actorId: string,
  ride: Slot & { riderId: string },
  change: Change,
): Promise<Pick<Toast, 'title' | 'description' | 'undo'>> {
  const again = (fields: Record<string, string>) => ({
    label: 'Undo',
    action: paths.lessonRider(ride, ride.riderId),
    fields,
  })
  switch (change.intent) {
    case 'horse':
      await assignHorse(actorId, ride, change)
      return { title: change.horseId === null ? 'Horse Assignment Removed' : 'Horse Assigned' }
    case 'remove-one-time':
      await removeFromLesson(actorId, ride.riderId, ride, 'one-time')
      return {
        title: 'Student Removed from Today (no charge, not counted as absence)',
        undo: {
          label: 'Undo',
          action: paths.addToLesson(ride),
          fields: { riderId: ride.riderId, scope: 'one-time' },
        },
      }
    case 'remove-weekly':
      await removeFromLesson(actorId, ride.riderId, ride, 'weekly')
      return { title: 'Student Removed', description: 'Off this lesson from this date on' }
    default: {
      const { intent: attendance, horseId, version, overReason, back } = change
      const { before, undo } = await markAttendance(actorId, ride, { attendance, horseId, version, overReason })
      return {
        title: 'Attendance Recorded',
        description: before ? `${before} had recorded the same already` : undefined,
        undo: undo
          ? again({
              intent: undo.attendance,
              horseId: undo.horseId === null ? NO_HORSE : String(undo.horseId),
              version: undo.version,
              back: back ?? '',
            })
          : undefined,
      }
    }
  }
}
