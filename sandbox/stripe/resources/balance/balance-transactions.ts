import type { Context } from '../../engine/context'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { BalanceTransaction } from '../../types'

const DAY_SECONDS = 24 * 60 * 60

/** A payment's money becomes available for payout after two days. */
const AVAILABLE_AFTER_SECONDS = 2 * DAY_SECONDS

type Booked = Pick<BalanceTransaction, 'amount' | 'type' | 'source' | 'description'> & {
  fee?: number
  reporting_category: string
}

/** Writes a balance transaction. Payments become available later, everything else at once. */
export function book(ctx: Context, { fee = 0, ...booked }: Booked): BalanceTransaction {
  const now = ctx.clock.seconds()
  const isPayment = booked.type === 'charge' || booked.type === 'payment'
  const transaction = ctx.store.create('balance_transaction', now, {
    ...booked,
    available_on: isPayment ? now + AVAILABLE_AFTER_SECONDS : now,
    balance_type: 'payments',
    currency: 'usd',
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: 'usd', description: 'Processing fees', type: 'stripe_fee' }]
      : [],
    net: booked.amount - fee,
    status: isPayment ? 'pending' : 'available',
  })
  if (booked.type !== 'payout') payOutFrom(ctx, transaction.available_on)
  return transaction
}

/** Schedules the next payouts for the first midnight, UTC, after the money is available. */
export function payOutFrom(ctx: Context, available: number): void {
  if (ctx.payouts !== 'daily') return
  const due = (Math.floor(available / DAY_SECONDS) + 1) * DAY_SECONDS * 1000
  const planned = ctx.store.find('sandbox.job', 'pay_out daily')
  if (!planned || planned.due > due) ctx.jobs.schedule('pay_out', 'daily', due)
}

/** Returns a row with its present status: it contains the time at which it becomes available. */
const asOfNow = (ctx: Context, row: BalanceTransaction): BalanceTransaction => ({
  ...row,
  status: row.available_on <= ctx.clock.seconds() ? 'available' : 'pending',
})

export const balanceTransactionRoutes: Route[] = [
  route('GET', 'balance_transactions', 'BalanceTransactionList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('balance_transaction')
      .filter(
        (row) =>
          (!params.source || row.source === params.source) &&
          (!params.type || row.type === params.type) &&
          (!params.payout || ctx.store.find('sandbox.paid_out', row.id)?.payout === params.payout),
      )
    return page(
      rows.map((row) => asOfNow(ctx, row)),
      params,
      url,
    )
  }),
  route('GET', 'balance_transactions/:id', 'Retrieve', (ctx, { id }) =>
    asOfNow(ctx, ctx.store.get('balance_transaction', id)),
  ),
]
