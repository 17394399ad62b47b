import { backField } from '~/models/schedule/slot.schema'
import type { LocalDate } from '~/utils/dates'
import { paths } from '~/utils/paths'

/** The screen that a form about a lesson came from: the week unless it says otherwise. */
export function backTo(back: unknown, date: LocalDate): string {
  const known = backField.safeParse(back).data
  if (known === 'sheet') return paths.daySheet({ date })
  if (known === 'changes') return paths.changes()
  return known || paths.admin({ day: date })
}
