import Stripe from 'stripe'
import type { IssueKind } from '~/models/money/issues/payment-issue'
import { alreadyHandled, requireOpenIssue } from '~/models/money/issues/payment-issue.server'
import type { PaidLine } from '~/models/money/payments/payment-transaction'
import { readLines } from '~/models/money/payments/payment-transaction.server'
import {
  hasRefundableLines,
  partOfLines,
  type Refundable,
  refundAmount,
  refundablePart,
  unsettledFailures,
} from '~/models/money/payments/refund'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { type Named, namedLines } from '~/models/people/families/line-riders.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { isOutdated } from '~/platform/version'
import { underKey } from '~/services/stripe/idempotency.server'
import { FEE_REASON, isDead, linesToMetadata, madeRefund, refundsOf } from '~/services/stripe/refund-list.server'
import { requireProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { type Cents, centsOf, formatCents } from '~/utils/money'

/** Amounts are in cents; `refundable` is what is left of the purchase, without its fee. */
export interface RefundableTransaction extends Refundable {
  id: number
  studentName: string
  description: string
  paymentMethod: string | null
  refundable: Cents
  /** What the school refunded in all, with a fee that was refunded separately. Money that a bank withdrew is not included. */
  gone: Cents
  disputed: Cents
  /** The lines to choose from, in the payment's order; empty if only an amount can be chosen. */
  lines: Named<PaidLine>[]
  /** How much had gone back. */
  version: string
}

export async function findRefundable(transactionId: number): Promise<RefundableTransaction | null> {
  const row = await prisma.paymentTransaction.findFirst({
    where: { id: transactionId, status: { in: ['succeeded', 'refunded'] }, stripePaymentIntentId: { not: null } },
    select: {
      id: true,
      amount: true,
      fee: true,
      amountRefunded: true,
      amountDisputed: true,
      feeReturned: true,
      description: true,
      paymentMethod: true,
      userId: true,
      lines: true,
      user: { select: { firstName: true, lastName: true } },
    },
  })
  if (!row) return null
  const money = moneyOf(row)
  const lines = readLines(row.lines)
  return {
    id: row.id,
    studentName: displayName(row.user),
    description: row.description,
    paymentMethod: row.paymentMethod,
    ...money,
    refundable: refundablePart(money),
    gone: centsOf(row.amountRefunded) - centsOf(row.amountDisputed),
    disputed: centsOf(row.amountDisputed),
    lines: hasRefundableLines(lines, money) ? await namedLines(prisma, row.userId, lines) : [],
    version: String(money.amountRefunded),
  }
}

type Amount = { toString(): string }

/** Computes the refundable money. A fee that was refunded separately is not part of it. */
function moneyOf(row: { amount: Amount; fee: Amount; amountRefunded: Amount; feeReturned: boolean }): Refundable {
  const [total, fee, amountRefunded] = [centsOf(row.amount), centsOf(row.fee), centsOf(row.amountRefunded)]
  return row.feeReturned
    ? { total: total - fee, fee: 0, amountRefunded: amountRefunded - fee }
    : { total, fee, amountRefunded }
}

/**
 * A part of the purchase in cents without the fee, or the positions of its lines; `said` is the amount on the button, if
 * a person pressed one.
 */
type WantedRefund = { version: string; said?: Cents } & ({ part: Cents } | { lines: readonly number[] })

/**
 * Refunds a part of a purchase, or some of its lines, with its share of the fee. A rider whose lines were all refunded
 * loses their lessons. `version` is what had been refunded when the form was shown: of two desks, and of a form sent
 * twice, only one refunds. Returns the refunded amount.
 * @throws Refused 404 if unknown, 409 if changed in the meantime or refused by the provider, 400 for more than is left,
 * or at `said` if another amount would be refunded.
 */
export const refundPayment = (actorId: string, transactionId: number, wanted: WantedRefund): Promise<Cents> =>
  translateProviderErrors(async () => {
    const intentId = await intentOf(transactionId)
    await syncPayment(intentId)
    const payment = await findRefundable(transactionId)
    if (!payment) throw new Refused('not_refundable', "This payment can't be refunded.")
    if (isOutdated(wanted.version, payment.version)) {
      throw changed(payment, `${formatCents(payment.amountRefunded)} of this payment was already refunded.`)
    }
    const lines = 'lines' in wanted ? wanted.lines : null
    const part = 'part' in wanted ? wanted.part : partOf(payment, wanted.lines)
    if (!Number.isSafeInteger(part) || part <= 0 || part > payment.refundable) {
      throw new Refused(
        'amount_out_of_range',
        `Choose an amount up to ${formatCents(payment.refundable)}.`,
        lines ? 'line' : 'amount',
      )
    }
    const amount = refundAmount(part, payment)
    if (wanted.said !== undefined && wanted.said !== amount) {
      throw new Refused(
        'confirm_again',
        `${formatCents(amount)} will go back. Press the button again to refund it.`,
        'said',
      )
    }
    const known = await refundsOf(intentId)
    if (sumOf(known) !== payment.gone) throw changed(payment, 'Someone just refunded more of this payment.')
    const metadata = lines ? linesToMetadata(lines) : {}
    await send(actorId, { intentId, transactionId, amount, known, metadata }, { part, ...(lines && { lines }) })
    return amount
  }, 'refund')

/**
 * Sends a refund that failed once more, or a fee that is owed to a family, as it was. Returns the amount.
 * @throws Refused 404 if unknown, `already_done`, 409 if the provider refuses
 */
export const refundAgain = (actorId: string, issueId: number): Promise<Cents> =>
  translateProviderErrors(async () => {
    const { stripe } = requireProvider()
    const { kind, stripeId, amount, transactionId } = await requireOpenIssue(issueId)
    if (!isRefundTask(kind) || amount === null || !transactionId) {
      throw new Refused('nothing_to_do', 'There is no refund to send again.')
    }
    const intentId = await intentOf(transactionId)
    await syncPayment(intentId)
    await requireOpenIssue(issueId)
    const metadata =
      kind === 'fee-owed' ? { reason: FEE_REASON } : ((await stripe.refunds.retrieve(stripeId)).metadata ?? {})
    const known = await refundsOf(intentId)
    // By the same answer that the key is made of: of two clicks, the second one finds the refund of the first.
    if (!isStillOwed(known, kind, stripeId)) throw alreadyHandled()
    await send(actorId, { intentId, transactionId, amount, known, metadata }, { again: stripeId })
    return amount
  }, 'refund')

function isStillOwed(known: Stripe.Refund[], kind: IssueKind, stripeId: string): boolean {
  const made = known.map(madeRefund)
  if (kind === 'fee-owed') return !made.some(({ isFee, isDead }) => isFee && !isDead)
  return unsettledFailures(made).some(({ id }) => id === stripeId)
}

/** Whether an issue is a refund, or the refund of a fee, that failed. */
export const isRefundTask = (kind: IssueKind): boolean => kind === 'refund-failed' || kind === 'fee-owed'

/** @throws Refused 409 unless each line exists and has not been refunded. */
function partOf(payment: RefundableTransaction, places: readonly number[]): Cents {
  const part = partOfLines(payment.lines, places)
  if (part === null) throw changed(payment, 'These lines can’t be refunded anymore.')
  return part
}

async function send(actorId: string, sending: Sending, detail: Record<string, Plain>): Promise<void> {
  const { transactionId, intentId, known, amount } = sending
  const entry = { actorId, entity: 'payment_transaction', entityId: transactionId } as const
  const refused = await prisma.auditEntry.count({ where: { action: REFUSED, entityId: String(transactionId) } })
  // Every refund and every refusal makes a new key, so that a failed refund can be sent again. The key names the
  // intent: in restored data, and in a new database, another payment gets the ID of one that is gone.
  const key = `refund:${intentId}:${known.length}:${refused}`
  // Written first: whatever the answer, the log names who refunded.
  await audit(prisma, { ...entry, action: 'payment.refund', detail: { ...detail, amount, key } })
  const refuse = async (message: string) => {
    await audit(prisma, { ...entry, action: REFUSED, detail: { key, message } })
    return new Refused('provider_refused', message)
  }
  const refund = await sendRefund(sending, key, refuse)
  await syncPayment(intentId)
  if (isDead(refund) || known.some(({ id }) => id === refund.id)) {
    throw new Outdated("Stripe couldn't send this refund. Nothing was refunded. Please check again.")
  }
}

type Plain = string | number | readonly number[]

const REFUSED = 'payment.refund-refused'

const changed = ({ version }: RefundableTransaction, what: string) =>
  new Outdated(`${what} Please check again.`, version)

async function intentOf(transactionId: number): Promise<string> {
  const row = await prisma.paymentTransaction.findUnique({
    where: { id: transactionId },
    select: { stripePaymentIntentId: true },
  })
  if (!row?.stripePaymentIntentId) throw notFound('Payment not found.')
  return row.stripePaymentIntentId
}

const sumOf = (refunds: Stripe.Refund[]): Cents =>
  refunds.filter((refund) => !isDead(refund)).reduce((sum, { amount }) => sum + amount, 0)

interface Sending {
  intentId: string
  transactionId: number
  amount: Cents
  /** The refunds that existed before. */
  known: Stripe.Refund[]
  metadata: Record<string, string>
}

/** Sends a refund. Its parameters are the same from every desk: the provider refuses others under the same key. */
async function sendRefund(
  { intentId, transactionId, amount, known, metadata }: Sending,
  idempotencyKey: string,
  refuse: (message: string) => Promise<Refused>,
): Promise<Stripe.Refund> {
  try {
    const wanted = { payment_intent: intentId, amount, metadata: { ...metadata, transactionId: String(transactionId) } }
    const made = async () => (await refundsOf(intentId)).find(({ id }) => known.every((other) => other.id !== id))
    return await underKey(
      idempotencyKey,
      async (options, isFirst) =>
        (isFirst ? undefined : await made()) ?? requireProvider().stripe.refunds.create(wanted, options),
      {},
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      throw new Outdated("Another refund of this payment is in progress, so this one wasn't sent. Please check again.")
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    throw await refuse(error.message)
  }
}
