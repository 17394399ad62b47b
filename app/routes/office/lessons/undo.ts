import { redirect } from '@remix-run/node'
import { undoSchema } from '~/models/schedule/slot.schema'
import { undoAndTell } from '~/services/mail/day-closed-mail.server'
import { paths } from '~/utils/paths'
import { requireAdmin } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'
import { backTo } from './back-to'
import { sayTold } from './said'
import { undoOf } from './undo-of'

/** POST: takes changes of the week back, from a toast or the list of changes. */
export const action = formAction({
  guard: requireAdmin,
  schema: undoSchema,
  failed: 'Not undone',
  refusedTo: ({ form }) => (form.get('back') === 'sheet' ? paths.daySheet() : paths.changes()),
  async run({ viewer, value: { changes, back } }) {
    const { what, kept, day, changes: redo, ...news } = await undoAndTell(viewer.id, changes)
    const [only] = what
    const said = only && what.length === 1 ? `Undone: ${only}` : `Undone: ${what.length} changes`
    return {
      to: backTo(back, day),
      type: kept ? 'info' : 'success',
      title: said,
      description: kept ? `${kept} stayed because someone has changed them since` : sayTold(news),
      undo: undoOf(redo, back, 'Redo'),
    }
  },
})

export const loader = () => redirect(paths.changes())
