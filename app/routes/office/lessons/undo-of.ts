import { backField } from '~/models/schedule/vocabulary/slot.schema'
import type { LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'
import type { Toast } from '~/utils/toast'

/** Returns the button of a toast that undoes changes, by their log entries; undefined if nothing changed. */
export const undoOf = (changes: readonly number[], back?: string | null, label = 'Undo'): Toast['undo'] =>
  changes.length === 0
    ? undefined
    : { label, action: paths.undoChanges(), fields: { changes: changes.join(' '), back: back ?? '' } }

/** The same for an instructor's own marks. */
export const undoTaughtOf = (changes: readonly number[]): Toast['undo'] => {
  const undo = undoOf(changes)
  return undo && { ...undo, action: paths.undoTaught() }
}

/** Returns the screen that a form about a lesson came from, by default the week. */
export function backTo(back: unknown, date: LocalDate): string {
  const known = backField.safeParse(back).data
  if (known === 'sheet') return paths.daySheet({ date })
  if (known === 'changes') return paths.changes()
  return known || paths.admin({ day: date })
}
