import type { LoaderFunctionArgs } from '@remix-run/node'
import { allDonations } from '~/models/donations/donation.server'
import { decimalOf } from '~/utils/money'
import { apiAnswer, methodNotAllowed } from '~/web/api.server'
import { requireApiAdmin } from '~/web/auth.server'

/** GET /api/donations: every donation, the newest first, amounts as text (specification, sections 3 and 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    await requireApiAdmin(request)
    const donations = await allDonations()
    return donations.map(({ amount, creditLeft: _, ...donation }) => ({ ...donation, amount: decimalOf(amount) }))
  })

export const action = () => methodNotAllowed('GET')
