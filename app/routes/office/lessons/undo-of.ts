import { paths } from '~/utils/paths'
import type { Toast } from '~/utils/toast'

/** The button of a toast that takes changes back, by their lines in the log; none if nothing changed. */
export const undoOf = (changes: readonly number[], back?: string | null, label = 'Undo'): Toast['undo'] =>
  changes.length === 0
    ? undefined
    : { label, action: paths.undoChanges(), fields: { changes: changes.join(' '), back: back ?? '' } }
