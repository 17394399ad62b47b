import type { LoaderFunctionArgs } from '@remix-run/node'
import { weekParam } from '~/models/schedule/schedule-api.schema'
import { attendanceData } from '~/models/schedule/schedule-api.server'
import { apiAnswer } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'

/** GET /api/lessons/attendance-data?week=: what is recorded of the rides of a week (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return attendanceData(weekParam(request, today()))
  })
