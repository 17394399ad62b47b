import type Stripe from 'stripe'
import { payWith } from '../payments'
import { intentsOf, type World } from './world'

/** Marks a payment of another business on the same account, for the test alone. */
const SHOP = { shop: 'saddles' }

export const isStrangers = ({ metadata }: Stripe.PaymentIntent): boolean => metadata.shop === SHOP.shop

/** Lets another business charge under an order ID that is also one of ours, and perhaps refund part of it. */
export async function payStranger(share: number, world: World): Promise<unknown> {
  const { stripe } = world.provider
  const [ours] = await intentsOf(world)
  const { id: customer } = await stripe.customers.create({ email: 'stranger@stirrup.example' })
  const metadata = { ...SHOP, orderId: ours?.metadata.orderId ?? '1' }
  const { id, amount } = await stripe.paymentIntents.create({ amount: 99_937, currency: 'usd', customer, metadata })
  await payWith(world.provider, id)
  return share && stripe.refunds.create({ payment_intent: id, amount: Math.ceil(amount / share) })
}
