import { redirect } from '@remix-run/node'
import { refuseUndo } from '~/models/schedule/instructors/own-changes.server'
import { undoSchema } from '~/models/schedule/vocabulary/slot.schema'
import type { Tx } from '~/platform/tx.server'
import { undoAndTell } from '~/services/mail/day-closed-mail.server'
import { paths } from '~/utils/paths'
import { requireInstructor } from '~/web/auth.server'
import { formAction } from '~/web/form-action.server'

/** POST: undoes an instructor's own marks, horses, and notes, from the toast. */
export const action = formAction({
  guard: requireInstructor,
  schema: undoSchema,
  failed: 'Not undone',
  refusedTo: () => paths.teaching(),
  async run({ viewer, value: { changes } }) {
    const allows = (tx?: Tx) => refuseUndo(viewer.id, changes, tx)
    await allows()
    const { what, kept, off, day } = await undoAndTell(viewer.id, changes, { allows })
    const [only] = what
    const stayed = kept > 0 && `${kept} stayed because someone has changed them since`
    return {
      to: paths.teaching({ date: day }),
      type: kept || off.length > 0 ? 'info' : 'success',
      title: only && what.length === 1 ? `Undone: ${only}` : `Undone: ${what.length} changes`,
      description: [stayed, ...off].filter(Boolean).join('. ') || undefined,
    }
  },
})

export const loader = () => redirect(paths.teaching())
