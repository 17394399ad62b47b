import type { LoaderFunctionArgs } from '@remix-run/node'
import { donationTotals } from '~/models/donations/donation.server'
import { today } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { dollarsOf } from '~/utils/money'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/donations/totals: the four figures of the donations screen, amounts in dollars. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const { total, thisMonth, ...donors } = await donationTotals(today(), getEnv().schoolTimezone)
    return { total: dollarsOf(total), thisMonth: dollarsOf(thisMonth), ...donors }
  })

export const action = () => methodNotAllowed('GET')
