import type { LoaderFunctionArgs } from '@remix-run/node'
import { weekParam } from '~/models/schedule/schedule-api.schema'
import { attendanceData } from '~/models/schedule/schedule-api.server'
import { today } from '~/platform/clock.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/lessons/attendance-data?week=: what is recorded of the rides of a week (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return attendanceData(weekParam(request, today()))
  })
