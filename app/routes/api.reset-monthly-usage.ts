import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { monthKey } from '~/models/month'
import { lockStudent } from '~/models/student.server'
import { monthParam } from '~/models/student-query'
import { resetUsage, undoReset } from '~/models/usage.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'
import { withTx } from '~/services/tx.server'

const schema = z.object({
  month: z.string().optional(),
  studentId: z.string().min(1).optional(),
  undo: z.boolean().default(false),
})

export const loader = () => methodNotAllowed('POST')

/** POST with no body resets everybody's counters of this month; `month`, `studentId` and `undo` narrow it or take it back. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  return apiAnswer(
    request,
    async () => {
      const viewer = await requireApiAdmin(request)
      const { month: key, studentId, undo } = await readJson(request, schema)
      const month = monthParam(key ?? null, today())
      if (studentId !== undefined) await withTx((tx) => lockStudent(tx, studentId))
      const students = await (undo ? undoReset : resetUsage)(viewer.id, month, studentId)
      return { message: undo ? 'Reset taken back' : 'Monthly usage reset', month: monthKey(month), students }
    },
    'Failed to reset monthly usage',
  )
}
