import type { z } from 'zod'
import { assignHorses } from '~/models/schedule/change/horses/set-horses.server'
import type { assignHorsesSchema } from '~/models/schedule/horses/plan/horse-plan.schema'
import { undoOf } from '~/routes/office/lessons/undo-of'
import type { LocalDate } from '~/utils/dates'
import type { Toast } from '~/utils/toast'

/** Saves horses for rides and returns the toast. @throws Refused as the model does. */
export async function saveHorses(
  actorId: string,
  date: LocalDate,
  { rides, overReason }: z.output<typeof assignHorsesSchema>,
  back?: string,
): Promise<Pick<Toast, 'title' | 'description' | 'undo'>> {
  return formatAssigned(await assignHorses(actorId, date, rides, overReason), back)
}

/** Returns the toast's text. */
export function formatAssigned(
  { assigned, changes }: { assigned: number; changes: readonly number[] },
  back?: string,
): Pick<Toast, 'title' | 'description' | 'undo'> {
  if (assigned === 0) return { title: 'No horse was changed' }
  return {
    title: 'Horses Saved',
    description: `${assigned} ${assigned === 1 ? 'ride' : 'rides'} changed`,
    undo: undoOf(changes, back),
  }
}
