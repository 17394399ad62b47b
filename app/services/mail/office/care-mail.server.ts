import { careToDo } from '~/models/schedule/workload/care.server'
import { withTx } from '~/platform/tx.server'
import { formatDay } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { paths } from '~/utils/paths'
import { tellOffice } from './office-task-mail.server'

/** One email to each administrator about care of one kind that is due on one day, for all horses; once, whatever becomes of it. */
export async function notifyCareDue(): Promise<void> {
  const kinds = groupBy(await careToDo(), ({ kind, dueOn }) => `${dueOn}:${kind.toLowerCase()}`)
  for (const [key, care] of kinds) {
    const [{ kind, dueOn } = { kind: '', dueOn: '' }] = care
    await withTx((tx) =>
      tellOffice(tx, `care:${key}`, {
        title: `${kind} due ${formatDay(dueOn ?? '')}`,
        says: [`For ${care.map(({ horse }) => horse).join(', ')}.`, 'Note there when it is done.'],
        action: 'Show the Horses',
        path: paths.manageHorses(),
      }),
    )
  }
}
