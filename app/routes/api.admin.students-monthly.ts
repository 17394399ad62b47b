import type { LoaderFunctionArgs } from '@remix-run/node'
import { toApiRow } from '~/models/student-list'
import { listStudents } from '~/models/student-list.server'
import { monthParam } from '~/models/student-query'
import { apiAnswer, methodNotAllowed } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'

/** GET /api/admin/students-monthly: the students of this month, or of `?month=`. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const month = monthParam(new URL(request.url).searchParams.get('month'), today())
    return (await listStudents({ month })).students.map(toApiRow)
  })

export const action = () => methodNotAllowed('GET')
