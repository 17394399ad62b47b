import type Stripe from 'stripe'
import { PAYOUT_STATUSES, type PayoutStatus } from '~/models/bookkeeping/payout'
import { type BalanceRecord, payoutVersion, storePayout } from '~/models/bookkeeping/payout.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'

/** The most tries: each time another answer is stored first, one of those running at once is done. */
const MAX_TRIES = 20

const instant = (seconds: number) => new Date(seconds * 1000)

/** Converts a balance transaction, listed with its source, to our row. */
export function balanceRecord(transaction: Stripe.BalanceTransaction): BalanceRecord {
  const { id, type, amount, fee, net, description, source, available_on, created } = transaction
  const intent =
    source && typeof source !== 'string' && 'payment_intent' in source ? (source.payment_intent ?? null) : null
  return {
    stripeId: id,
    type,
    amount,
    fee,
    net,
    description,
    source: source && idOf(source),
    paymentIntentId: intent && idOf(intent),
    availableAt: instant(available_on),
    createdAt: instant(created),
  }
}

/** Updates our row of a payout, and its lines, from the provider, which has no lines of a payout that the school made manually. */
export async function syncPayout(id: string): Promise<void> {
  const { stripe } = requireProvider()
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const known = await payoutVersion(id)
    const payout = await stripe.payouts.retrieve(id)
    const lines: BalanceRecord[] = []
    if (payout.automatic) {
      const list = { payout: id, limit: 100, expand: ['data.source'] }
      for await (const transaction of stripe.balanceTransactions.list(list)) lines.push(balanceRecord(transaction))
    }
    const record = {
      stripeId: id,
      amount: payout.amount,
      status: statusOf(payout.status),
      automatic: payout.automatic,
      // The arrival date is midnight UTC of a day at the bank.
      arrives: instant(payout.arrival_date).toISOString().slice(0, 10),
      itemized: payout.reconciliation_status === 'completed',
      failureMessage: payout.failure_message,
      createdAt: instant(payout.created),
    }
    if (await storePayout(known, record, payout.automatic ? lines : null)) return
  }
  throw new Error(`Payout ${id} changed each time that it was asked for`)
}

const statusOf = (status: string): PayoutStatus => PAYOUT_STATUSES.find((one) => one === status) ?? 'pending'
