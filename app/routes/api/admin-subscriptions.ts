import type { LoaderFunctionArgs } from '@remix-run/node'
import { listSubscriptions } from '~/models/subscriptions/subscription-list.server'
import { today } from '~/platform/clock.server'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/admin/subscriptions: each family's latest subscription with this month's counters. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    return listSubscriptions(today())
  })

export const action = () => methodNotAllowed('GET')
