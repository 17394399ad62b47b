import { type BalanceRecord, storeBalance, unfinishedPayouts } from '~/models/bookkeeping/payout.server'
import { balanceRecord, syncPayout } from '~/models/money/sync/sync-payout.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { orGone, paymentProvider } from '~/services/stripe/stripe.server'
import { addDays } from '~/utils/dates'

const LAST_FULL_RUN = 'reconcile-payouts-full'
/** The overlap with the last complete run, in milliseconds. */
export const OVERLAP_MS = 24 * 60 * 60 * 1000
/** Banks send a payout back within five business days. */
const FAILS_WITHIN_DAYS = 10
const PAGE = 100

/**
 * Syncs payouts and balance transactions: what the provider made since the last complete run, and what is not final in
 * our books. The first run requests everything. One failure does not stop the rest.
 */
export async function reconcilePayouts(): Promise<{ checked: number; failed: number }> {
  const done = { checked: 0, failed: 0 }
  const provider = paymentProvider()
  if (!provider) return done
  const { stripe } = provider
  const started = now()
  const last = await prisma.jobRun.findUnique({ where: { name: LAST_FULL_RUN }, select: { finishedAt: true } })
  // If the clock was ahead, everything is requested again.
  const from = last?.finishedAt && last.finishedAt <= started ? last.finishedAt.getTime() - OVERLAP_MS : 0
  const list = { created: { gte: Math.floor(from / 1000) }, limit: PAGE }
  let lines: BalanceRecord[] = []
  for await (const transaction of stripe.balanceTransactions.list({ ...list, expand: ['data.source'] })) {
    lines.push(balanceRecord(transaction))
    if (lines.length < PAGE) continue
    await storeBalance(lines)
    lines = []
  }
  if (lines.length) await storeBalance(lines)
  const payouts = new Set(await unfinishedPayouts(addDays(today(), -FAILS_WITHIN_DAYS)))
  for await (const { id } of stripe.payouts.list(list)) payouts.add(id)
  for (const id of payouts) {
    done.checked++
    try {
      // A payout of an account that the school has left stays as it is: there will never be an answer.
      await orGone(() => syncPayout(id))
    } catch (error) {
      done.failed++
      logError(error, { job: 'reconcile-payouts', item: id })
    }
  }
  if (done.failed === 0) await recordFullRun(LAST_FULL_RUN, started)
  return done
}

/** Records when a run began that compared everything. */
export const recordFullRun = (name: string, finishedAt: Date) =>
  prisma.jobRun.upsert({ where: { name }, create: { name, finishedAt }, update: { finishedAt } })
