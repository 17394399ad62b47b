import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireDay } from '~/models/schedule/schedule-api.schema'
import { officeLessons } from '~/models/schedule/schedule-api.server'
import { Refused } from '~/platform/refused'
import { addMonths } from '~/utils/dates'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/lessons?startDate&endDate: every ride between two days, a year at most (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const query = new URL(request.url).searchParams
    const from = requireDay(query.get('startDate'), 'startDate')
    const to = requireDay(query.get('endDate'), 'endDate')
    if (to < from) throw new Refused('endDate must not lie before startDate', 'endDate')
    if (to > addMonths(from, 12)) throw new Refused('endDate must lie within a year of startDate', 'endDate')
    return officeLessons({ from, to })
  })
