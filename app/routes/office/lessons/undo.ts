import { redirect } from '@remix-run/node'
import { BEYOND_FIELD } from '~/models/schedule/lessons/change-lesson.server'
import { undoSchema } from '~/models/schedule/vocabulary/slot.schema'
import { Refused } from '~/platform/refused'
import { undoAndTell } from '~/services/mail/day-closed-mail.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { type Done, formAction } from '~/web/form-action.server'
import { formatNotified } from './said'
import { backTo, undoOf } from './undo-of'

/** POST: undoes changes of the week, from a toast or the list of changes. */
export const action = formAction({
  guard: requireAdmin,
  schema: undoSchema,
  failed: 'Not undone',
  refusedTo: ({ form }) => (form.get('back') === 'sheet' ? paths.daySheet() : paths.changes()),
  async run({ viewer, value: { changes, back, beyond } }) {
    const undone = await undoAndTell(viewer.id, changes, { beyond: beyond === 'on' }).catch(isFull)
    if (undone instanceof Refused) return askAnyway(undone.message, changes, back)
    const { what, kept, off, day, changes: redo, ...news } = undone
    const [only] = what
    const said = only && what.length === 1 ? `Undone: ${only}` : `Undone: ${what.length} changes`
    return {
      to: backTo(back, day),
      type: kept || off.length > 0 ? 'info' : 'success',
      title: said,
      description:
        [kept > 0 && `${kept} stayed because someone has changed them since`, ...off, !kept && formatNotified(news)]
          .filter(Boolean)
          .join('. ') || undefined,
      undo: undoOf(redo, back, 'Redo'),
    }
  },
})

const isFull = (error: unknown): Refused => {
  if (error instanceof Refused && error.field === BEYOND_FIELD) return error
  throw error
}

/** Asks whether both should have the place, because someone else has taken it. */
const askAnyway = (why: string, changes: readonly number[], back?: string): Done => {
  const undo = undoOf(changes, back, 'Undo anyway')
  return {
    to: back === 'sheet' ? paths.daySheet() : paths.changes(),
    type: 'error',
    title: 'Not undone',
    description: why,
    undo: undo && { ...undo, fields: { ...undo.fields, beyond: 'on' } },
  }
}

export const loader = () => redirect(paths.changes())
