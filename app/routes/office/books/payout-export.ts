import type { LoaderFunctionArgs } from '@remix-run/node'
import { groupOf, type PayoutLine } from '~/models/bookkeeping/payout'
import { type Columns, csvResponse } from '~/platform/csv/csv.server'
import { requireAdmin } from '~/web/auth.server'
import { confirmDownload } from '~/web/confirm/confirm.server'
import { askedPayout } from './params.server'

const COLUMNS: Columns<PayoutLine> = [
  ['Kind', ({ type }) => groupOf(type)],
  ['Date', ({ date }) => date],
  ['Family', ({ family }) => family?.name ?? ''],
  ['Items', ({ items }) => items.join('; ')],
  ['Payment Method', ({ method }) => method ?? ''],
  // A negative number would be escaped like a formula if it were text.
  ['Gross', ({ gross }) => gross / 100],
  ['Fee', ({ fee }) => fee / 100],
  ['Net', ({ net }) => net / 100],
  ['Payment ID', ({ paymentIntentId }) => paymentIntentId ?? ''],
  ['Balance Transaction ID', ({ stripeId }) => stripeId],
]

/** Returns the lines of a payout as CSV. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  await confirmDownload(request)
  const { payout, lines } = await askedPayout(params.id)
  return csvResponse(`payout_${payout.arrives}_${payout.stripeId}.csv`, COLUMNS, [lines])
}
