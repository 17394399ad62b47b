import { type BalanceRecord, storeBalance, stuckPayouts, unfinishedPayouts } from '~/models/bookkeeping/payout.server'
import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { balanceRecord, syncPayout } from '~/models/money/sync/sync-payout.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { withTx } from '~/platform/tx.server'
import { notifyIssues } from '~/services/mail/issue-mail.server'
import { orGone, paymentProvider } from '~/services/stripe/stripe.server'
import { addDays, formatDay, type LocalDate } from '~/utils/dates'
import { formatCents } from '~/utils/money'

const LAST_FULL_RUN = 'reconcile-payouts-full'
/** The overlap with the last complete run, in milliseconds. */
export const OVERLAP_MS = 24 * 60 * 60 * 1000
/** Banks send a payout back within five business days. What is unclear for that long stays so. */
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
  const settledBefore = addDays(today(), -FAILS_WITHIN_DAYS)
  const payouts = new Set(await unfinishedPayouts(settledBefore))
  for await (const { id } of stripe.payouts.list(list)) payouts.add(id)
  const answered: string[] = []
  for (const id of payouts) {
    done.checked++
    try {
      // A payout of an account that the school has left stays as it is: there will never be an answer.
      await orGone(() => syncPayout(id))
      answered.push(id)
    } catch (error) {
      done.failed++
      logError(error, { job: 'reconcile-payouts', item: id })
    }
  }
  await giveUp(answered, settledBefore)
  if (done.failed === 0) await recordFullRun(LAST_FULL_RUN, started)
  return done
}

/** Leaves payouts that are still unclear to the office, which is told once; what became clear after that is over. */
async function giveUp(answered: readonly string[], settledBefore: LocalDate): Promise<void> {
  for (const { id, amount, arrives } of await stuckPayouts(answered, settledBefore)) {
    const detail = `Stripe gives no complete list of payout ${id} of ${formatCents(amount)}, which was due on ${formatDay(arrives)}.`
    const issue = { kind: 'unclear-payout' as const, userId: null, payer: 'Stripe', detail }
    await withTx(async (tx) => notifyIssues(tx, await saveIssues(tx, id, [issue])))
  }
  const given = await prisma.paymentIssue.findMany({ where: { kind: 'unclear-payout', closedAt: null } })
  const ids = given.map(({ stripeId }) => stripeId)
  const stuck = new Set((await stuckPayouts(ids, settledBefore)).map(({ id }) => id))
  for (const id of ids.filter((id) => !stuck.has(id))) await withTx((tx) => saveIssues(tx, id, []))
}

/** Records when a run began that compared everything. */
export const recordFullRun = (name: string, finishedAt: Date) =>
  prisma.jobRun.upsert({ where: { name }, create: { name, finishedAt }, update: { finishedAt } })
