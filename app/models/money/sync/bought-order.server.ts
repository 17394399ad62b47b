import type Stripe from 'stripe'
import { inLanguage } from '#text'
import type { PaymentProblem } from '~/models/money/issues/payment-issue'
import { grantOrder } from '~/models/money/payments/grant.server'
import type { OrderStatus } from '~/models/money/payments/order.server'
import { isClosed } from '~/models/money/payments/order-end'
import { FORGOTTEN } from '~/models/money/payments/provider/customer.server'
import { markedOrder, orderNumber } from '~/models/money/payments/provider/our-mark.server'
import { lockPeople } from '~/models/people/accounts/buyer.server'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { isOpenIntent } from '~/services/stripe/end-payment.server'
import { chargeOf } from '~/services/stripe/payment-intents.server'
import { idOf } from '~/services/stripe/stripe.server'
import { dayInZone, formatDay, formatMonth, type LocalDate, monthEnd } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { paths } from '~/utils/paths'
import type { Bought } from './bought'

interface LockedOrder {
  id: number
  user_id: string
  status: OrderStatus
  total: string
  fee: string
  fee_rate: number
  currency: string
  stripe_payment_intent_id: string | null
  stripe_checkout_session_id: string | null
  /** Whether its owner's customer paid, or that of an account merged into the owner, or one of theirs that was deleted at the provider. */
  is_own_customer: boolean
  email: string | null
  valid_from: LocalDate
  valid_to: LocalDate
  granted: boolean
}

/** Finds and locks the order that a payment names; null if it names none. */
export async function orderOfPayment(tx: Tx, intent: Stripe.PaymentIntent): Promise<Bought | null> {
  const marked = await markedOrder(tx, intent.metadata)
  if (!marked) return null
  const number = orderNumber(marked)
  await tx.$queryRaw`SELECT id FROM orders WHERE id = ${number} FOR UPDATE`
  await lockPeople(tx, await peopleOf(tx, number))
  const customer = intent.customer && idOf(intent.customer)
  const [order] = await tx.$queryRaw<LockedOrder[]>`
    SELECT o.id, o.user_id, o.status, o.total::text, o.fee::text, o.fee_rate, o.currency, o.stripe_payment_intent_id,
           o.stripe_checkout_session_id,
           EXISTS (SELECT FROM users c WHERE c.stripe_customer_id = ${customer} AND u.id IN (c.id, c.merged_into_id))
             OR EXISTS (SELECT FROM users c JOIN audit_log a ON a.entity = 'student' AND a.entity_id = c.id
                        WHERE (c.id = u.id OR c.merged_into_id = u.id) AND a.action = ${FORGOTTEN}
                          AND a.detail->>'customer' = ${customer}) AS is_own_customer, u.email,
           o.valid_from::text, o.valid_to::text,
           EXISTS (SELECT FROM package_purchases g WHERE g.order_id = o.id) AS granted
    FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ${number}`
  return order ? boughtBy(tx, order, intent) : unknownOrder(tx, intent, marked)
}

/** Returns the payer and the riders of an order. */
async function peopleOf(tx: Tx, id: number | null): Promise<string[]> {
  const order = await tx.order.findUnique({
    where: { id: id ?? 0 },
    select: { userId: true, items: { select: { riderId: true } } },
  })
  return order ? [order.userId, ...order.items.map(({ riderId }) => riderId)] : []
}

async function boughtBy(tx: Tx, order: LockedOrder, intent: Stripe.PaymentIntent): Promise<Bought> {
  const items = await tx.orderItem.findMany({
    where: { orderId: order.id },
    select: { name: true, quantity: true, unitPrice: true, riderId: true, packageId: true, addOnId: true },
    orderBy: { id: 'asc' },
  })
  const description = intent.description ?? 'Payment'
  const problem = problemOf(order, intent)
  // Depends on the payment alone: a problem can appear later, as when its family is erased, but what it paid does not change.
  const [fee, feeRate] = isAsked(order, intent) ? [centsOf(order.fee), order.fee_rate] : [0, 0]
  const days = dayTooLate(order, intent)
    ? monthOfCharge(intent)
    : { validFrom: order.valid_from, validTo: order.valid_to }
  return {
    kind: 'order',
    userId: order.user_id,
    email: order.email,
    orderId: order.id,
    subscriptionId: null,
    fee,
    feeRate,
    description,
    packages: description.replace(/ \([^)]*\)$/, '').split(', '),
    lines: items.map(({ unitPrice, quantity, ...line }) => ({
      ...line,
      quantity,
      amount: quantity * centsOf(unitPrice),
    })),
    ...days,
    payPath: paths.paymentOnetime({ order: order.id }),
    renewal: null,
    abandoned: order.stripe_payment_intent_id !== intent.id,
    others: othersOf(order, intent),
    leftOpen: isPaidTwice(order, intent) && isOpenIntent(intent),
    problem,
    orderStatus: order.status,
    grant: (tx, status, options) =>
      grantOrder(tx, { orderId: order.id, stripePaymentIntentId: intent.id, ...options, ...days }, status),
  }
}

const PAID: OrderStatus[] = ['paid', 'processing', 'refunded']

function problemOf(order: LockedOrder, intent: Stripe.PaymentIntent): Bought['problem'] {
  const customer = intent.customer && idOf(intent.customer)
  const problem = (kind: PaymentProblem, what: string) => ({
    kind,
    detail: `Payment ${intent.id} does not match order ${order.id}: ${what}`,
  })
  if (!order.is_own_customer) return problem('wrong-customer', `customer ${customer ?? 'unknown'} paid.`)
  if (intent.currency !== order.currency) return problem('wrong-currency', `paid in ${intent.currency}.`)
  if (intent.amount !== centsOf(order.total)) return problem('wrong-amount', `its total is $${order.total}.`)
  if (isPaidTwice(order, intent))
    return problem('paid-twice', `${order.stripe_payment_intent_id ?? 'another payment'} has paid it already.`)
  const charged = dayTooLate(order, intent)
  if (charged)
    return problem(
      'month-over',
      inLanguage('en', () => `it was for ${formatMonth(order.valid_from)} and was charged on ${formatDay(charged)}.`),
    )
  return null
}

const isPaidTwice = (order: LockedOrder, intent: Stripe.PaymentIntent): boolean =>
  order.stripe_payment_intent_id !== intent.id && PAID.includes(order.status)

const othersOf = (order: LockedOrder, intent: Stripe.PaymentIntent): string[] =>
  PAID.includes(order.status)
    ? []
    : [order.stripe_payment_intent_id, order.stripe_checkout_session_id].flatMap((id) =>
        id && id !== intent.id ? id : [],
      )

/** Whether the payment has the order's amount and currency. */
const isAsked = ({ currency, total }: LockedOrder, intent: Stripe.PaymentIntent): boolean =>
  intent.currency === currency && intent.amount === centsOf(total)

/** Returns the day of the charge if the order's month was over by then; null if not, or if nothing was charged. */
function dayTooLate(order: LockedOrder, intent: Stripe.PaymentIntent): LocalDate | null {
  const charged = dayCharged(intent)
  // What the first payment granted does not justify another one.
  const granted = order.granted && !isPaidTwice(order, intent)
  return charged && isClosed({ validTo: order.valid_to, granted }, charged) ? charged : null
}

/** Returns the day of the charge; null if nothing was charged. */
export function dayCharged(intent: Stripe.PaymentIntent): LocalDate | null {
  const tried = chargeOf(intent)
  return tried && tried.status !== 'failed' ? dayOf(intent) : null
}

/** Returns the day of the charge, or of the intent before there is one. */
const dayOf = (intent: Stripe.PaymentIntent): LocalDate =>
  dayInZone(getEnv().schoolTimezone, new Date((chargeOf(intent) ?? intent).created * 1000))

/** Returns the days that a family buying on the day of the charge gets: the rest of its month. */
const monthOfCharge = (intent: Stripe.PaymentIntent) => ({ validFrom: dayOf(intent), validTo: monthEnd(dayOf(intent)) })

/** Reassigns an order that another customer paid: in the books it is that customer's payment, or nobody's. */
export async function paidByOther(tx: Tx, bought: Bought, intent: Stripe.PaymentIntent): Promise<Bought> {
  const payer = intent.customer ? await lockCustomer(tx, idOf(intent.customer)) : null
  return { ...bought, userId: payer?.id ?? null, email: payer?.email ?? null, lines: [], fee: 0, feeRate: 0 }
}

/** Describes an order of another database, or one that was deleted by hand. */
async function unknownOrder(tx: Tx, intent: Stripe.PaymentIntent, marked: string): Promise<Bought> {
  const customer = intent.customer && idOf(intent.customer)
  const day = dayOf(intent)
  const user = await lockPayer(tx, customer, intent.metadata)
  const description = intent.description ?? 'Payment'
  return {
    kind: 'order',
    userId: user?.id ?? null,
    email: user?.email ?? null,
    orderId: null,
    subscriptionId: null,
    fee: 0,
    feeRate: 0,
    description,
    packages: [description],
    lines: [],
    validFrom: day,
    validTo: day,
    payPath: paths.purchase(),
    renewal: null,
    abandoned: false,
    others: [],
    leftOpen: false,
    problem: {
      kind: 'unknown-order',
      detail: `Payment ${intent.id} names order ${marked}, which is not in the books.`,
    },
    orderStatus: null,
    grant: null,
  }
}

/**
 * Locks the family that paid for an order of ours that is not in the books: this customer's, otherwise the account that
 * the order named, as after a restore from before it had the customer.
 */
export async function lockPayer(tx: Tx, customer: string | null, { userId }: Stripe.Metadata) {
  const known = customer ? await lockCustomer(tx, customer) : null
  if (known || !userId) return known
  const [user] = await tx.$queryRaw<{ id: string; email: string | null }[]>`
    SELECT k.id, k.email FROM users u JOIN users k ON k.id = coalesce(u.merged_into_id, u.id)
    WHERE u.id = ${userId} FOR UPDATE OF k`
  return user ?? null
}

/** Locks the family of this customer; if the account was merged, the survivor. */
export async function lockCustomer(tx: Tx, customer: string): Promise<{ id: string; email: string | null } | null> {
  const [user] = await tx.$queryRaw<{ id: string; email: string | null }[]>`
    SELECT k.id, k.email FROM users u JOIN users k ON k.id = coalesce(u.merged_into_id, u.id)
    WHERE u.stripe_customer_id = ${customer} FOR UPDATE OF k`
  return user ?? null
}
