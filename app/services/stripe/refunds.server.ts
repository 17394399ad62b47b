import Stripe from 'stripe'
import { displayName } from '~/models/accounts/user'
import { type Refundable, refundAmount, refundablePart } from '~/models/payments/refund'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Cents, centsOf, formatCents } from '~/utils/money'
import { underKey } from './idempotency.server'
import { requireProvider, translateProviderErrors } from './stripe.server'
import { syncPayment } from './sync/sync-payment.server'

/** In cents; `refundable` is what is left of the purchase, without its fee. */
export interface RefundableTransaction extends Refundable {
  id: number
  studentName: string
  description: string
  paymentMethod: string | null
  refundable: Cents
  /** What has gone back in all, with a fee that went back as a whole. */
  gone: Cents
}

export async function findRefundable(transactionId: number): Promise<RefundableTransaction | null> {
  const row = await prisma.paymentTransaction.findFirst({
    where: { id: transactionId, status: { in: ['succeeded', 'refunded'] }, stripePaymentIntentId: { not: null } },
    select: {
      id: true,
      amount: true,
      fee: true,
      amountRefunded: true,
      feeReturned: true,
      description: true,
      paymentMethod: true,
      user: { select: { firstName: true, lastName: true } },
    },
  })
  if (!row) return null
  const money = moneyOf(row)
  return {
    id: row.id,
    studentName: displayName(row.user),
    description: row.description,
    paymentMethod: row.paymentMethod,
    ...money,
    refundable: refundablePart(money),
    gone: centsOf(row.amountRefunded),
  }
}

type Amount = { toString(): string }

/** A fee that went back as a whole is not part of what can go back. */
function moneyOf(row: { amount: Amount; fee: Amount; amountRefunded: Amount; feeReturned: boolean }): Refundable {
  const [total, fee, amountRefunded] = [centsOf(row.amount), centsOf(row.fee), centsOf(row.amountRefunded)]
  return row.feeReturned
    ? { total: total - fee, fee: 0, amountRefunded: amountRefunded - fee }
    : { total, fee, amountRefunded }
}

/**
 * Refunds a part of a purchase, in cents without the fee, and its share of the fee. `seen` is what had gone back when
 * the form was shown: of two desks, and of a form sent twice, one refunds. Returns the amount that goes back.
 * @throws Refused 404 if unknown, 409 if changed meanwhile or refused by the provider, 400 for more than is left.
 */
export const refundPayment = (
  actorId: string,
  transactionId: number,
  { part, seen }: { part: Cents; seen: Cents },
): Promise<Cents> =>
  translateProviderErrors(async () => {
    const intentId = await intentOf(transactionId)
    await syncPayment(intentId)
    const payment = await findRefundable(transactionId)
    if (!payment) throw new Refused("This payment can't be refunded.", undefined, 409)
    if (payment.amountRefunded !== seen) {
      throw changed(`${formatCents(payment.amountRefunded)} of this payment has gone back by now.`)
    }
    if (!Number.isSafeInteger(part) || part <= 0 || part > payment.refundable) {
      throw new Refused(`Choose an amount up to ${formatCents(payment.refundable)}.`, 'amount')
    }
    const known = await refundsOf(intentId)
    if (sumOf(known) !== payment.gone) throw changed('More of this payment was refunded in the meantime.')
    const amount = refundAmount(part, payment)
    const entry = { actorId, entity: 'payment_transaction', entityId: transactionId } as const
    const refused = await prisma.auditEntry.count({ where: { action: REFUSED, entityId: String(transactionId) } })
    // Every refund and every refusal opens a new key, so that a refund that failed can be sent once more.
    const key = `refund:${transactionId}:${known.length}:${refused}`
    // Written first: whatever becomes of the answer, the log names who refunded.
    await audit(prisma, { ...entry, action: 'payment.refund', detail: { part, amount, key } })
    const refuse = async (message: string) => {
      await audit(prisma, { ...entry, action: REFUSED, detail: { key, message } })
      return new Refused(message, undefined, 409)
    }
    const refund = await sendRefund({ intentId, transactionId, amount, known }, key, refuse)
    await syncPayment(intentId)
    if (isDead(refund) || known.some(({ id }) => id === refund.id)) {
      throw changed("Stripe couldn't send this refund. Nothing was refunded.")
    }
    return amount
  }, 'refund')

const REFUSED = 'payment.refund-refused'

const changed = (what: string) => new Refused(`${what} Please look again.`, undefined, 409)

async function intentOf(transactionId: number): Promise<string> {
  const row = await prisma.paymentTransaction.findUnique({
    where: { id: transactionId },
    select: { stripePaymentIntentId: true },
  })
  if (!row?.stripePaymentIntentId) throw notFound('Payment not found.')
  return row.stripePaymentIntentId
}

async function refundsOf(intentId: string): Promise<Stripe.Refund[]> {
  const { refunds } = requireProvider().stripe
  return refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1_000 })
}

const isDead = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled'
const sumOf = (refunds: Stripe.Refund[]): Cents =>
  refunds.filter((refund) => !isDead(refund)).reduce((sum, { amount }) => sum + amount, 0)

interface Sending {
  intentId: string
  transactionId: number
  amount: Cents
  /** The refunds that were there before. */
  known: Stripe.Refund[]
}

/** Its parameters are the same at every desk: the key would be refused with others. */
async function sendRefund(
  { intentId, transactionId, amount, known }: Sending,
  idempotencyKey: string,
  refuse: (message: string) => Promise<Refused>,
): Promise<Stripe.Refund> {
  try {
    const wanted = { payment_intent: intentId, amount, metadata: { transactionId: String(transactionId) } }
    const made = async () => (await refundsOf(intentId)).find(({ id }) => known.every((other) => other.id !== id))
    return await underKey(
      idempotencyKey,
      async (options, isFirst) =>
        (isFirst ? undefined : await made()) ?? requireProvider().stripe.refunds.create(wanted, options),
      {},
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      throw changed("Another refund of this payment is in progress, so this one wasn't sent.")
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    throw await refuse(error.message)
  }
}
