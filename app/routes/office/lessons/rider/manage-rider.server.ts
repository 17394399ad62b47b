import type { z } from 'zod'
import type { manageRiderSchema } from '~/models/schedule/attendance/attendance.schema'
import type { Allowing } from '~/models/schedule/change/change-rides.server'
import { assignHorse, exchangeHorses } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { setRideNote } from '~/models/schedule/change/ride-note.server'
import { askBeforeMakeup } from '~/models/schedule/makeups/absence.server'
import { askAhead } from '~/models/schedule/vocabulary/ahead.server'
import type { Slot } from '~/models/vocabulary/slot'
import { formatMoved } from '~/routes/office/lessons/said'
import { undoOf } from '~/routes/office/lessons/undo-of'
import type { Toast } from '~/utils/toast'

type Change = z.output<typeof manageRiderSchema>

const isExchange = <Other>(horse: number | null | undefined | Other): horse is Other =>
  typeof horse === 'object' && horse !== null

/**
 * Does what a button of Manage student says. Returns the toast.
 * @throws Refused as the models do.
 */
export async function manageRider(
  actorId: string,
  ride: Slot & { riderId: string },
  change: Change,
  /** The screen that it leads back to. */
  back: string | null,
  { allows }: Allowing = {},
): Promise<Pick<Toast, 'title' | 'description' | 'undo'>> {
  switch (change.intent) {
    case 'horse': {
      const { horseId, ...wish } = change
      if (isExchange(horseId)) {
        const { changes } = await exchangeHorses(actorId, ride, { ...wish, other: horseId, allows })
        return { title: 'Horses Swapped', undo: undoOf(changes, back) }
      }
      const { changes } = await assignHorse(actorId, ride, { ...wish, horseId, allows })
      const title = horseId === null ? 'Horse Assignment Removed' : 'Horse Assigned'
      return { title, undo: undoOf(changes, back) }
    }
    case 'note': {
      const { changes } = await setRideNote(actorId, ride, { note: change.note, version: change.version, allows })
      return { title: change.note ? 'Note Saved' : 'Note Removed', undo: undoOf(changes, back) }
    }
    case 'remove-one-time':
    case 'remove-weekly': {
      const scope = change.intent === 'remove-weekly' ? 'weekly' : 'one-time'
      const wish = { version: change.version, withMoved: change.withMoved === 'on' }
      const { changes, moved } = await removeFromLesson(actorId, ride.riderId, ride, scope, wish)
      return scope === 'weekly'
        ? {
            title: 'Student Removed',
            description: formatMoved('Removed from this date on', moved),
            undo: undoOf(changes, back),
          }
        : { title: 'Student Removed from Today (no charge, not counted as absence)', undo: undoOf(changes, back) }
    }
    default: {
      const { intent: attendance, horseId, version, overReason, beyond, makeupAnyway, ahead } = change
      if (!ahead) askAhead(ride, attendance)
      if (attendance === 'reschedule' && !makeupAnyway) await askBeforeMakeup(ride)
      if (isExchange(horseId)) {
        const { changes } = await exchangeHorses(actorId, ride, {
          attendance,
          version,
          overReason,
          other: horseId,
          allows,
        })
        return { title: 'Attendance Recorded', description: 'Horses Swapped', undo: undoOf(changes, back) }
      }
      const mark = { attendance, horseId, version, overReason, beyond: beyond === 'on', allows }
      const { before, changes } = await markAttendance(actorId, ride, mark)
      return {
        title: 'Attendance Recorded',
        description: before ? `${before} had already marked this` : undefined,
        undo: undoOf(changes, back),
      }
    }
  }
}
