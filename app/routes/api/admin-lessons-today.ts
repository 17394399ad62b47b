import type { LoaderFunctionArgs } from '@remix-run/node'
import { officeLessons } from '~/models/schedule/schedule-api.server'
import { today } from '~/platform/clock.server'
import { apiAnswer } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/lessons/today: today's rides (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return officeLessons({ from: today(), to: today() })
  })
