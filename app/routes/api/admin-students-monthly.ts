import type { LoaderFunctionArgs } from '@remix-run/node'
import { toApiRow } from '~/models/students/student-list'
import { listStudents } from '~/models/students/student-list.server'
import { monthParam } from '~/models/students/student-query'
import { today } from '~/platform/clock.server'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/students-monthly: the students of this month, or of `?month=`. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const month = monthParam(new URL(request.url).searchParams.get('month'), today())
    return (await listStudents({ month })).students.map(toApiRow)
  })

export const action = () => methodNotAllowed('GET')
