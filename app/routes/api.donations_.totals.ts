import type { LoaderFunctionArgs } from '@remix-run/node'
import { donationTotals } from '~/models/donation.server'
import { apiAnswer, methodNotAllowed } from '~/services/api.server'
import { requireApiAdmin } from '~/services/auth.server'
import { today } from '~/services/clock.server'
import { getEnv } from '~/services/env.server'
import { dollarsOf } from '~/utils/money'

/** GET /api/donations/totals: the four figures of the donations screen, amounts in dollars. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const { total, thisMonth, ...donors } = await donationTotals(today(), getEnv().schoolTimezone)
    return { total: dollarsOf(total), thisMonth: dollarsOf(thisMonth), ...donors }
  })

export const action = () => methodNotAllowed('GET')
