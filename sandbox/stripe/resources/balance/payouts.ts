import type { Context } from '../../engine/context'
import { invalidRequest } from '../../engine/errors'
import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import type { Payout } from '../../types'
import { book, payOutFrom } from './balance-transactions'

const HOUR_SECONDS = 60 * 60
const DAY_SECONDS = 24 * HOUR_SECONDS
const SUBMITTED_AFTER_SECONDS = 6 * HOUR_SECONDS
const ARRIVES_AFTER_DAYS = 2

/** Pays out everything that is available, if it is positive; a negative balance waits for later payments. */
export function payOut(ctx: Context): void {
  const now = ctx.clock.seconds()
  const waiting = ctx.store.all('balance_transaction').filter(({ id }) => !ctx.store.find('sandbox.paid_out', id))
  const ready = waiting.filter(({ available_on }) => available_on <= now)
  const amount = ready.reduce((sum, { net }) => sum + net, 0)
  const later = waiting.filter(({ available_on }) => available_on > now).map(({ available_on }) => available_on)
  if (later.length) payOutFrom(ctx, Math.min(...later))
  if (amount <= 0) return
  const payout = ctx.store.create('payout', now, {
    amount,
    arrival_date: workday(now + ARRIVES_AFTER_DAYS * DAY_SECONDS),
    automatic: true,
    currency: 'usd',
    description: 'STRIPE PAYOUT',
    destination: 'ba_sandbox',
    method: 'standard',
    reconciliation_status: 'completed',
    source_type: 'card',
    status: 'pending',
    type: 'bank_account',
  })
  const own = book(ctx, {
    amount: -amount,
    type: 'payout',
    source: payout.id,
    description: payout.description,
    reporting_category: 'payout',
  })
  for (const { id } of [...ready, own]) ctx.store.put('sandbox.paid_out', { id, payout: payout.id })
  const made = ctx.store.update('payout', payout.id, { balance_transaction: own.id })
  ctx.events.emit('payout.created', made)
  ctx.events.emit('payout.reconciliation_completed', made)
  ctx.jobs.schedule('settle_payout', payout.id, (now + SUBMITTED_AFTER_SECONDS) * 1000)
}

/** Sends a payout to the bank, where it arrives a day or more later. */
export function settlePayout(ctx: Context, id: string): void {
  const { status, arrival_date } = ctx.store.get('payout', id)
  if (status === 'pending') {
    ctx.events.emit('payout.updated', ctx.store.update('payout', id, { status: 'in_transit' }), { status })
    ctx.jobs.schedule('settle_payout', id, arrival_date * 1000)
    return
  }
  if (status === 'in_transit') ctx.events.emit('payout.paid', ctx.store.update('payout', id, { status: 'paid' }))
}

/** Lets the school's bank return a payout, in transit or arrived: the money is in the balance again. */
export function failPayout(ctx: Context, id: string): Payout {
  const { status, amount } = ctx.store.get('payout', id)
  if (status === 'failed') throw invalidRequest('This payout has failed already.', 'payout')
  ctx.jobs.cancel('settle_payout', id)
  const back = book(ctx, {
    amount,
    type: 'payout_failure',
    source: id,
    description: 'PAYOUT FAILURE',
    reporting_category: 'payout_reversal',
  })
  const failed = ctx.store.update('payout', id, {
    status: 'failed',
    failure_balance_transaction: back.id,
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  })
  ctx.events.emit('payout.failed', failed)
  return failed
}

/** Moves a Saturday or Sunday, when banks book nothing, to the next workday. */
function workday(seconds: number): number {
  const day = Math.floor(seconds / DAY_SECONDS)
  // January 1, 1970 was a Thursday.
  const weekday = (day + 4) % 7
  const wait = { 6: 2, 0: 1 }[weekday] ?? 0
  return (day + wait) * DAY_SECONDS
}

export const payoutRoutes: Route[] = [
  route('GET', 'payouts', 'PayoutList', (ctx, { params, url }) => {
    const rows = ctx.store.all('payout').filter((row) => !params.status || row.status === params.status)
    return page(rows, params, url)
  }),
  route('GET', 'payouts/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('payout', id)),
]
