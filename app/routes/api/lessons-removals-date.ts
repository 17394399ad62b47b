import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireDay } from '~/models/schedule/schedule-api.schema'
import { removalsOn } from '~/models/schedule/schedule-api.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/lessons/removals/{date}: who, or which lesson, was taken off a day (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return removalsOn(requireDay(params.date, 'date'))
  })
