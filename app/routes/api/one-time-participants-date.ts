import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireDay } from '~/models/schedule/schedule-api.schema'
import { oneTimeParticipants } from '~/models/schedule/schedule-api.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/one-time-participants/{date}: who is in a lesson of that day only (specification, section 7). */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return oneTimeParticipants(requireDay(params.date, 'date'))
  })
