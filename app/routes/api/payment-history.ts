import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { paymentHistory } from '~/models/payments/payment-history.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { yearOf } from '~/utils/dates'
import { dollarsOf } from '~/utils/money'
import { apiAnswer } from '~/web/api.server'
import { requireApiViewer } from '~/web/auth.server'

const yearSchema = z.coerce.number().int().min(2000).max(2200)

/** GET /api/payment-history?year=: one's own payments of a year, amounts in dollars (specification, section 7). */
export const loader = ({ request }: LoaderFunctionArgs) =>
  apiAnswer(request, async () => {
    const viewer = await requireApiViewer(request)
    const asked = yearSchema.safeParse(new URL(request.url).searchParams.get('year') ?? yearOf(today()))
    if (!asked.success) throw new Refused('year must be a year', 'year')
    const rows = await paymentHistory(viewer.id, asked.data)
    return rows.map(({ receiptId, ...row }) => ({ ...row, amountPaid: dollarsOf(row.amountPaid) }))
  })
