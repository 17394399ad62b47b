import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { isFeeExempt } from '~/models/money/payments/pricing'
import { feeLeft } from '~/models/money/payments/refund'
import { scopeOf, termsOf } from '~/models/money/subscriptions/items/fee-terms'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { withTx } from '~/platform/tx.server'
import { notifyIssues } from '~/services/mail/issue-mail.server'
import { underKey } from '~/services/stripe/idempotency.server'
import { chargeOf, type ProviderPayment } from '~/services/stripe/payment-intents.server'
import { FEE_REASON, isDead, refundsOf } from '~/services/stripe/refund-list.server'
import { requireProvider } from '~/services/stripe/stripe.server'
import { centsOf, formatCents } from '~/utils/money'

export interface SyncOptions {
  /** Whether the caller tries again after an error, as a webhook does. */
  callerRetries?: boolean
  /** Whether the provider reported a failed refund, which our books need not know of. */
  refundFailed?: boolean
}

const MAX_TRIES = 2

/**
 * Refunds the fee of a debit card if it is for credit cards only. The refund carries its reason, so that there is only
 * one. A payment that was refunded otherwise is left to the office. Returns whether a fee was refunded that the books
 * lacked.
 */
async function refundDebitFee({ intent }: ProviderPayment): Promise<boolean> {
  const charge = chargeOf(intent)
  const row = await prisma.paymentTransaction.findFirst({
    where: { stripePaymentIntentId: intent.id, fee: { gt: 0 } },
    select: {
      id: true,
      fee: true,
      feeReturned: true,
      amount: true,
      userId: true,
      orderId: true,
      customerEmail: true,
      description: true,
      stripeInvoiceId: true,
      order: { select: { feeScope: true } },
      subscription: { select: { feeScope: true } },
    },
  })
  const scope = scopeOf((row?.order ?? row?.subscription)?.feeScope ?? 'all_cards')
  const funding = charge?.payment_method_details?.card?.funding ?? null
  if (!charge || !row || !isFeeExempt(scope, funding)) return false
  if (row.feeReturned && charge.amount_refunded >= centsOf(row.fee)) return false

  if (row.stripeInvoiceId && !(await isExemptInvoice(row.stripeInvoiceId, funding))) return false
  const { stripe } = requireProvider()
  const ours = (await refundsOf(intent.id)).filter(({ metadata }) => metadata?.reason === FEE_REASON)
  const alive = ours.some((refund) => !isDead(refund))
  if (alive && row.feeReturned) return false
  const lost = !alive && (ours.length >= MAX_TRIES || charge.amount_refunded > 0)
  if (!alive && !lost) {
    await underKey(`debit-fee:${intent.id}:${ours.length}`, (options) =>
      stripe.refunds.create(
        { payment_intent: intent.id, amount: centsOf(row.fee), metadata: { reason: FEE_REASON } },
        options,
      ),
    )
  }
  const owed = feeLeft({
    total: centsOf(row.amount),
    fee: centsOf(row.fee),
    amountRefunded: charge.amount_refunded,
  })
  await withTx(async (tx) => {
    await tx.paymentTransaction.update({ where: { id: row.id }, data: { feeReturned: !lost }, select: { id: true } })
    const { userId, orderId, customerEmail: payer } = row
    const detail = `${formatCents(owed)} of the fee of ${row.description} is still with the school.`
    const issue = { kind: 'fee-owed' as const, userId, orderId, transactionId: row.id, payer, amount: owed, detail }
    await notifyIssues(tx, await saveIssues(tx, charge.id, lost && owed > 0 ? [issue] : [], 'refunded'))
  })
  return !lost
}

/** Whether a month's own terms exempt the card: the provider copies them to the invoice. */
async function isExemptInvoice(invoiceId: string, funding: string | null): Promise<boolean> {
  const { parent } = await requireProvider().stripe.invoices.retrieve(invoiceId)
  const terms = termsOf(parent?.subscription_details?.metadata ?? {})
  return !terms || isFeeExempt(terms.scope, funding)
}

/** Refunds the fee if it is not owed. The payment counts in any case, so errors reach only callers that retry. */
export async function returnDebitFee(payment: ProviderPayment, { callerRetries }: SyncOptions): Promise<boolean> {
  try {
    return await refundDebitFee(payment)
  } catch (error) {
    if (callerRetries) throw error
    logError(error)
    return false
  }
}
