import type { LoaderFunctionArgs } from '@remix-run/node'
import { studentStats } from '~/models/students/student-list.server'
import { monthParam } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/stats: what the four cards of the students' list show. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const month = monthParam(new URL(request.url).searchParams.get('month'), today())
    const { total, paid, pending, clearing, ridden } = await studentStats(month)
    return { totalStudents: total, paid, pending: pending + clearing, clearing, thisMonth: ridden, ...month }
  })

export const action = () => methodNotAllowed('GET')
