import type { LoaderFunctionArgs } from '@remix-run/node'
import { listSubscriptions } from '~/models/subscription-list.server'
import { apiAnswer, methodNotAllowed } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'

/** GET /api/admin/subscriptions: each family's latest subscription with this month's counters. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return listSubscriptions(today())
  })

export const action = () => methodNotAllowed('GET')
