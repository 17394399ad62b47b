import type Stripe from 'stripe'
import { t } from '#text'
import type { IssueKind } from '~/models/money/issues/payment-issue'
import { foundWrong, isOpenIssue, saveIssues } from '~/models/money/issues/payment-issue.server'
import { grantsWhileClearing, recordBankReturn } from '~/models/money/payments/bank-return.server'
import { setGrantStatus } from '~/models/money/payments/grant.server'
import { type OrderStatus, UNPAID } from '~/models/money/payments/order.server'
import { openedJustNow } from '~/models/money/payments/orders/unpaid-orders.server'
import {
  findKnownPayment,
  type KnownPayment,
  recordTransaction,
  type TransactionKey,
} from '~/models/money/payments/payment-transaction.server'
import { markedOrder } from '~/models/money/payments/provider/our-mark.server'
import { giveBackTrial } from '~/models/money/payments/provider/trial.server'
import { bookRefunds, ridersRefunded } from '~/models/money/payments/refund'
import type { GrantStatus } from '~/models/vocabulary/grant'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { notifyIssues } from '~/services/mail/issue-mail.server'
import { notifyPayment } from '~/services/mail/payment-mail.server'
import { endPayment } from '~/services/stripe/end-payment.server'
import {
  bankReturnOf,
  chargeOf,
  type Fetched,
  fetchMonth,
  fetchPayment,
  invoiceOfIntent,
  type ProviderPayment,
  partBack,
} from '~/services/stripe/payment-intents.server'
import type { Bought } from './bought'
import { monthOfInvoice, subscriptionOfInvoice } from './bought-month.server'
import { orderOfPayment, paidByOther } from './bought-order.server'
import { returnDebitFee, type SyncOptions } from './debit-fee.server'
import { saveFailedRefunds } from './failed-refunds.server'
import { paymentFacts, recordOf } from './payment-record.server'
import { CONSEQUENCES, monthGrantOf, movedMoney, type PaymentStatus, paymentStatusOf } from './payment-status'
import { syncSubscription } from './sync-subscription.server'

/** A payment intent by its ID, or a month of a subscription by its invoice. */
export type PaymentSource = string | { invoice: string }

/** `ignored`: nothing of ours requested this payment, or no money has moved. */
type PaymentSync =
  | { outcome: 'synced'; orderId: number; userId: string; status: OrderStatus; message: string | null }
  /** Unmatched: it is stored for the office and grants nothing until someone has reviewed it. */
  | { outcome: 'needs-review' }
  | { outcome: 'month' | 'ignored' }

/** The most fetches: each further one means that another answer was stored in the meantime. */
const MAX_FETCHES = 8

/**
 * Brings an order, or a month of a subscription, in line with its payment at the provider: webhook, confirm call,
 * return page and reconcile job all call this, any number of times. An answer is stored only if nothing was stored
 * since it was requested: otherwise the provider is asked again, so that an older answer never overwrites a newer one.
 * Other open payments of the order are closed first, because nothing names them afterward.
 */
export async function syncPayment(source: PaymentSource, options: SyncOptions = {}): Promise<PaymentSync> {
  const ended = new Set<string>()
  for (let fetches = 1; fetches <= MAX_FETCHES; fetches++) {
    const seen = await findKnownPayment(prisma, keyOf(source))
    const fetched = await fetchAnswer(source, options.refundFailed || seen?.lastRefundAt != null)
    if (!fetched) return { outcome: 'ignored' }
    if ('monthOf' in fetched) return syncPayment({ invoice: fetched.monthOf }, options)
    const sync = await withTx((tx) => write(tx, fetched, { seen, ended }))
    if (sync === 'outdated') continue
    if ('toEnd' in sync) {
      await endAll(sync.toEnd, ended)
      continue
    }
    const { payment } = fetched
    const paid = payment && isGranted(sync) && paymentStatusOf(payment) === 'succeeded'
    return paid && (await returnDebitFee(payment, options)) ? syncPayment(source, options) : sync
  }
  throw new Refused('busy', t('This payment is changing. Please check again in a moment.'))
}

/** Closes payments and adds them to `ended`. One that was paid in the meantime is added too: it is synced on its own. */
async function endAll(ids: string[], ended: Set<string>): Promise<void> {
  for (const id of ids) {
    await endPayment(id)
    ended.add(id)
  }
}

const notEnded = (ids: string[], ended: Set<string>) => ids.filter((id) => !ended.has(id))

const keyOf = (source: PaymentSource): TransactionKey =>
  typeof source === 'string' ? { stripePaymentIntentId: source } : { stripeInvoiceId: source.invoice }

interface Answer extends Fetched {
  /** Our row of the subscription that the month belongs to; null if it is not in the books. */
  subscriptionId: number | null
}

/** Fetches the payment; null for an intent that was not created here. */
async function fetchAnswer(source: PaymentSource, refunded: boolean): Promise<Answer | { monthOf: string } | null> {
  if (typeof source === 'string') {
    const payment = await fetchPayment(source, refunded)
    if (await markedOrder(prisma, payment.intent.metadata)) return { payment, invoice: null, subscriptionId: null }
    if (await giveBackTrial(payment.intent)) return null
    const monthOf = await invoiceOfIntent(source)
    return monthOf ? { monthOf } : null
  }
  const fetched = await fetchMonth(source.invoice, refunded)
  const subscription = fetched.invoice && subscriptionOfInvoice(fetched.invoice)
  return { ...fetched, subscriptionId: subscription ? await syncSubscription(subscription) : null }
}

/**
 * Asks the provider whether an unmatched payment is paid. Returns the work that grants what it paid, for the
 * transaction of the office's decision; null if the school does not have its money.
 */
export async function boughtNow(source: PaymentSource): Promise<((tx: Tx) => Promise<void>) | null> {
  const answer = await fetchAnswer(source, false)
  if (!answer || 'monthOf' in answer || !answer.payment) return null
  if (paymentStatusOf(answer.payment) !== 'succeeded') return null
  const ended = new Set<string>()
  await endAll((await withTx((tx) => lockBought(tx, answer)))?.others ?? [], ended)
  return async (tx) => {
    const bought = await lockBought(tx, answer)
    if (!bought?.grant) throw new Refused('needs_review', 'Nobody knows what this payment bought.')
    if (notEnded(bought.others, ended).length) throw openedJustNow()
    const refunded = ridersRefunded(bookRefunds(bought.lines, answer.payment?.refunds ?? []))
    await bought.grant(tx, 'active', { again: true, refunded })
    // Once granted, the order is paid: nobody is asked for it again.
    await tx.order.updateMany({
      where: { id: bought.orderId ?? 0, status: { in: UNPAID } },
      data: { status: 'paid', paidAt: now(), failureMessage: null },
    })
  }
}

async function lockBought(tx: Tx, { payment, invoice, subscriptionId }: Answer): Promise<Bought | null> {
  if (invoice) return monthOfInvoice(tx, invoice, subscriptionId, payment?.intent ?? null)
  return payment && orderOfPayment(tx, payment.intent)
}

type Written = PaymentSync | 'outdated' | { toEnd: string[] }

const isGranted = ({ outcome }: PaymentSync) => outcome === 'synced' || outcome === 'month'

/** How things stood when the provider was asked. */
interface Asked {
  seen: KnownPayment | null
  /** The payments that were closed by then. */
  ended: Set<string>
}

async function write(tx: Tx, { payment, invoice, subscriptionId }: Answer, asked: Asked): Promise<Written> {
  const bought = await lockBought(tx, { payment, invoice, subscriptionId })
  if (!bought) return { outcome: 'ignored' }
  if (payment) return writePayment(tx, bought, { payment, invoice }, asked)
  // Settled outside the provider: nothing for the books, but the month is granted.
  const grant = invoice && !bought.problem ? monthGrantOf(invoice, null) : null
  if (grant) await bought.grant?.(tx, grant)
  return { outcome: 'month' }
}

interface Paid {
  payment: ProviderPayment
  invoice: Stripe.Invoice | null
}

async function writePayment(tx: Tx, asked: Bought, paid: Paid, { seen, ended }: Asked): Promise<Written> {
  const { payment, invoice } = paid
  const { intent } = payment
  const key = keyOf(invoice ? { invoice: invoice.id } : intent.id)
  const known = await findKnownPayment(tx, key)
  if (known?.version !== seen?.version && !saysTheSame(known, payment)) return 'outdated'
  const status = paymentStatusOf(payment)
  const found = await foundWrong(tx, idOf(paid))
  const judged = found !== null || !known || !wasCharged(known) || asked.problem?.kind === 'paid-twice'
  const unfit = judged ? asked.problem : null
  const payer = unfit?.kind === 'wrong-customer' ? await paidByOther(tx, asked, intent) : asked
  const bought = { ...payer, lines: bookRefunds(payer.lines, payment.refunds) }
  const refunded = ridersRefunded(bought.lines)
  const quiet = !movedMoney(status)
  const left = asked.leftOpen ? notEnded([intent.id], ended) : []
  if (left.length) return { toEnd: left }
  if (quiet && !known && (unfit || bought.abandoned)) return { outcome: 'ignored' }
  // A payment in the books that failed has no money that would need review.
  const problem = quiet ? null : unfit
  const stops = unfit && !unfit.granted ? unfit : null
  // The order is paid all the same: nobody should pay it again.
  const takesOrder = !stops || stops.kind === 'month-over'
  const toEnd = takesOrder && !quiet ? notEnded(asked.others, ended) : []
  if (toEnd.length) return { toEnd }
  const transactionId = await record(tx, bought, paid, { known, problem: stops && problem })
  const grant = await grantStatusOf(tx, bought, paid)
  // The office's decision is about the payment, whatever is wrong with it by now.
  const kept = problem && { detail: problem.detail, kind: found ?? problem.kind }
  if (judged) await saveProblem(tx, bought, paid, { found, problem: kept, transactionId })
  await saveFailedRefunds(tx, bought, payment, transactionId)
  await notifyDisputes(tx, bought, paid, transactionId)
  if (stops) {
    // What the office granted is withdrawn with its money.
    if (grant) await setGrantStatus(tx, key, grant, refunded)
    if (takesOrder) await moveOrder(tx, bought, payment, status)
    return (await isOpenIssue(tx, idOf(paid))) ? { outcome: 'needs-review' } : { outcome: 'ignored' }
  }
  if (quiet && bought.abandoned) return { outcome: 'ignored' }
  if (grant) await bought.grant?.(tx, grant, { refunded })
  return bought.kind === 'order' ? moveOrder(tx, bought, payment, status) : { outcome: 'month' }
}

/** Notifies about disputes of part of the payment: the lessons stay, and the office answers the bank. */
async function notifyDisputes(tx: Tx, bought: Bought, { payment }: Paid, transactionId: number | null): Promise<void> {
  const { userId, orderId, subscriptionId, email: payer } = bought
  for (const { id, taken } of payment.disputes) {
    const detail = `Dispute ${id} of payment ${payment.intent.id}.`
    const facts = { userId, orderId, subscriptionId, transactionId, payer, amount: taken, detail }
    const issue = payment.back || !taken ? [] : [{ kind: 'partly-disputed' as const, ...facts }]
    await notifyIssues(tx, await saveIssues(tx, id, issue))
  }
}

/** Returns the grant's status; null leaves it as it is: a family with returned bank payments waits until the money has arrived. */
async function grantStatusOf(tx: Tx, { userId }: Bought, { payment, invoice }: Paid): Promise<GrantStatus | null> {
  const came = userId && bankReturnOf(payment)
  if (came) await recordBankReturn(tx, userId, came)
  const grant = invoice ? monthGrantOf(invoice, payment) : CONSEQUENCES[paymentStatusOf(payment)].grant
  return grant === 'clearing' && userId && !(await grantsWhileClearing(tx, userId)) ? null : grant
}

/**
 * Whether its money had moved already: a payment that was matched then is not checked again, because its family may
 * have another customer by now.
 */
const wasCharged = ({ status }: KnownPayment) => movedMoney(status as PaymentStatus)

const idOf = ({ payment, invoice }: Paid) => invoice?.id ?? payment.intent.id

/** Whether an answer repeats what is stored, as that of two requests at once usually does. */
function saysTheSame(known: KnownPayment | null, payment: ProviderPayment): boolean {
  const { amountRefunded, amountDisputed } = partBack(payment)
  return (
    known?.status === paymentStatusOf(payment) &&
    known.rawStatus === payment.intent.status &&
    known.amountRefunded === amountRefunded &&
    known.amountDisputed === amountDisputed
  )
}

/** Whether it was closed before anyone tried to pay: the books have no place for it. */
const neverTried = ({ intent }: ProviderPayment) => intent.status === 'canceled' && !chargeOf(intent)

/** Stores the payment in the books; null if it cannot be there: its payer is unknown, or it is not in dollars. */
async function record(
  tx: Tx,
  bought: Bought,
  { payment, invoice }: Paid,
  { known, problem }: { known: KnownPayment | null; problem: Bought['problem'] },
): Promise<number | null> {
  const { userId } = bought
  if (!userId || payment.intent.currency !== 'usd' || (!known && neverTried(payment))) return null
  const byOther = problem?.kind === 'wrong-customer'
  const row = { ...recordOf(payment, invoice, { ...bought, userId }), ...(byOther && { receiptUrl: null }) }
  const id = await recordTransaction(tx, known, row)
  if (!problem || (row.amountRefunded && !byOther)) await notifyPayment(tx, known, paymentFacts(row, bought, payment))
  return id
}

interface Problem {
  found: IssueKind | null
  problem: { kind: IssueKind; detail: string } | null
  transactionId: number | null
}

async function saveProblem(
  tx: Tx,
  { userId, email, orderId }: Bought,
  paid: Paid,
  { found, problem, transactionId }: Problem,
): Promise<void> {
  const { payment } = paid
  const { intent } = payment
  // A known family has its own address, or none: it may have been erased.
  const payer = userId ? email : (chargeOf(intent)?.billing_details.email ?? email)
  const issue = problem && { ...problem, userId, orderId, transactionId, payer, amount: intent.amount }
  if (issue && !payment.back) return notifyIssues(tx, await saveIssues(tx, idOf(paid), [issue]))
  // Refunded money needs no review, but the mismatch is remembered in case it is paid again.
  if (issue && !found) await saveIssues(tx, idOf(paid), [issue])
  await saveIssues(tx, idOf(paid), [], payment.back === 'refunded' ? 'refunded' : 'gone')
}

async function moveOrder(
  tx: Tx,
  { orderId, userId, orderStatus }: Bought,
  { intent }: ProviderPayment,
  status: PaymentStatus,
): Promise<PaymentSync> {
  const target = CONSEQUENCES[status].order
  const message = status === 'failed' ? (intent.last_payment_error?.message ?? 'The payment failed.') : null
  const paidAt = new Date((chargeOf(intent) ?? intent).created * 1000)
  await tx.order.update({
    where: { id: orderId! },
    data: {
      // Checkout creates its intent itself, so the order learns the ID here.
      stripePaymentIntentId: intent.id,
      ...(target && { status: target }),
      ...(target === 'paid' && { paidAt, failureMessage: null }),
      ...(message && { failureMessage: message }),
    },
  })
  return { outcome: 'synced', orderId: orderId!, userId: userId!, status: target ?? orderStatus!, message }
}
