import type { LoaderFunctionArgs } from '@remix-run/node'
import { weekParam } from '~/models/schedule/schedule-api.schema'
import { horseTracking } from '~/models/schedule/schedule-api.server'
import { today } from '~/platform/clock.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/horse-usage/tracking?week=: how often each horse goes out, Monday to Sunday (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return horseTracking(weekParam(request, today()).from)
  })
