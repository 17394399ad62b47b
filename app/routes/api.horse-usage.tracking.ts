import type { LoaderFunctionArgs } from '@remix-run/node'
import { weekParam } from '~/models/schedule/schedule-api.schema'
import { horseTracking } from '~/models/schedule/schedule-api.server'
import { apiAnswer } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'

/** GET /api/horse-usage/tracking?week=: how often each horse goes out, Monday to Sunday (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return horseTracking(weekParam(request, today()).from)
  })
