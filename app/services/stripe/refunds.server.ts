import Stripe from 'stripe'
import { displayName } from '~/models/accounts/user'
import { type Refundable, refundAmount, refundablePart } from '~/models/payments/refund'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Cents, centsOf, formatCents } from '~/utils/money'
import { requireProvider, translateProviderErrors } from './stripe.server'
import { syncPayment } from './sync/sync-payment.server'

/** In cents; `refundable` is what is left of the purchase, without its fee. */
export interface RefundableTransaction extends Refundable {
  id: number
  studentName: string
  description: string
  paymentMethod: string | null
  refundable: Cents
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
 * the form was shown: a form sent twice refunds once. Returns the amount that goes back.
 * @throws Refused 404 if unknown, 409 if changed meanwhile, 400 for more than is left.
 */
export const refundPayment = (
  actorId: string,
  transactionId: number,
  { part, seen }: { part: Cents; seen: Cents },
): Promise<Cents> =>
  translateProviderErrors(async () => {
    const { stripePaymentIntentId } =
      (await prisma.paymentTransaction.findUnique({
        where: { id: transactionId },
        select: { stripePaymentIntentId: true },
      })) ?? {}
    if (!stripePaymentIntentId) throw notFound('There is no such payment.')
    await syncPayment(stripePaymentIntentId)
    const payment = await findRefundable(transactionId)
    if (!payment) throw new Refused('This payment cannot be refunded.', undefined, 409)
    if (payment.amountRefunded !== seen) {
      throw new Refused(
        `${formatCents(payment.amountRefunded)} of this payment has gone back by now. Please look again.`,
        undefined,
        409,
      )
    }
    if (!Number.isSafeInteger(part) || part <= 0 || part > payment.refundable) {
      throw new Refused(`Choose an amount up to ${formatCents(payment.refundable)}.`, 'amount')
    }
    const amount = refundAmount(part, payment)
    const key = `refund:${transactionId}:${payment.amountRefunded}:${amount}`
    const entry = { actorId, entity: 'payment_transaction', entityId: transactionId } as const
    // Written first: whatever becomes of the answer, the log names who refunded.
    await audit(prisma, { ...entry, action: 'payment.refund', detail: { part, amount, key } })
    try {
      await requireProvider().stripe.refunds.create(
        { payment_intent: stripePaymentIntentId, amount, metadata: { actorId } },
        { idempotencyKey: key },
      )
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      await audit(prisma, { ...entry, action: 'payment.refund-refused', detail: { key, message: error.message } })
      throw new Refused(error.message, undefined, 409)
    }
    await syncPayment(stripePaymentIntentId)
    return amount
  })
