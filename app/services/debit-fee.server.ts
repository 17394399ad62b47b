import { rateFor } from '~/models/pricing'
import { centsOf } from '~/utils/money'
import { prisma } from './db.server'
import { chargeOf, type ProviderPayment } from './payment-intents.server'
import { getSchool } from './school.server'
import { requireProvider } from './stripe.server'

const REASON = 'fee_of_debit_card'

/**
 * Gives the fee of a paid order back where the card turned out to be one that pays none: whether a card is debit or credit is
 * known only once it has paid. Safe to call any number of times: the refund carries its reason at the provider.
 * @returns whether a fee went back that we did not know of.
 */
export async function returnDebitFee({ intent }: ProviderPayment): Promise<boolean> {
  const funding = chargeOf(intent)?.payment_method_details?.card?.funding
  if (!funding) return false
  const row = await prisma.paymentTransaction.findFirst({
    where: { stripePaymentIntentId: intent.id, fee: { gt: 0 }, feeReturned: false },
    select: { id: true, fee: true },
  })
  if (!row || rateFor(await getSchool(), funding) > 0) return false
  const { stripe } = requireProvider()
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 })
  if (!data.some(({ metadata, status }) => metadata?.reason === REASON && status !== 'failed')) {
    await stripe.refunds.create(
      { payment_intent: intent.id, amount: centsOf(row.fee), metadata: { reason: REASON } },
      { idempotencyKey: `debit-fee:${intent.id}` },
    )
  }
  await prisma.paymentTransaction.update({ where: { id: row.id }, data: { feeReturned: true } })
  return true
}
