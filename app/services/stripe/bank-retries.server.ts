import type { Order } from '~/models/payments/order.server'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import { requireProvider } from './stripe.server'

const TRIES = 3

/** @throws Refused if an order's bank payments failed three times. */
export async function refuseAnotherBankTry(order: Order): Promise<void> {
  if (order.methodType !== 'us_bank_account') return
  const tried = await prisma.paymentTransaction.findMany({
    where: { orderId: order.id },
    select: { stripePaymentIntentId: true },
  })
  let failures = 0
  for (const { stripePaymentIntentId } of tried) {
    const { data } = await requireProvider().stripe.charges.list({
      payment_intent: stripePaymentIntentId!,
      limit: 10,
    })
    failures += data.filter(({ status }) => status === 'failed').length
  }
  if (failures >= TRIES) {
    throw new Refused('This bank payment has failed three times. Please buy again by card, or ask the office.')
  }
}
