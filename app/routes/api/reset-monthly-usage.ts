import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { monthKey } from '~/models/allowance/month'
import { resetUsage, undoReset } from '~/models/allowance/usage.server'
import { lockStudent } from '~/models/students/student.server'
import { monthParam } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { withTx } from '~/platform/tx.server'
import { apiAnswer, methodNotAllowed, readJson } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

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
