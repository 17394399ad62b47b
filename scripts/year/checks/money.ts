import type Stripe from 'stripe'
import type { World } from '../world'

interface Paid {
  intent: string
  status: string
  cents: number
  refunded: number
  grants: number
  issues: number
}

/** Compares what the provider took, returned and renews with the books, to the cent. */
export async function wrongMoney(world: World): Promise<string[]> {
  const { stripe } = world.provider
  const intents = await stripe.paymentIntents
    .list({ limit: 100, expand: ['data.latest_charge'] })
    .autoPagingToArray({ limit: 10_000 })
  const rows = await world.rows<Paid>(
    `SELECT stripe_payment_intent_id AS intent, raw_status AS status, round(amount * 100)::int AS cents,
            round(amount_refunded * 100)::int AS refunded,
            (SELECT count(*)::int FROM package_purchases g WHERE g.status IN ('active', 'clearing')
               AND (g.stripe_payment_intent_id = t.stripe_payment_intent_id OR g.stripe_invoice_id = t.stripe_invoice_id)) AS grants,
            (SELECT count(*)::int FROM payment_issues i WHERE i.transaction_id = t.id
               OR i.stripe_id IN (t.stripe_payment_intent_id, t.stripe_invoice_id)) AS issues
     FROM payment_transactions t`,
  )
  const books = new Map(rows.map((row) => [row.intent, row]))
  const wrong: string[] = []
  for (const intent of intents) {
    const row = books.get(intent.id)
    if (intent.status !== 'succeeded') {
      if (row?.status === 'succeeded') wrong.push(`${intent.id} is ${intent.status}, and paid in the books`)
      continue
    }
    wrong.push(...compare(intent, row))
  }
  const known = new Set(intents.map(({ id }) => id))
  for (const { intent } of rows) if (!known.has(intent)) wrong.push(`${intent} is in the books alone`)
  return [...wrong, ...chargedTwice(intents), ...(await boughtInVain(world)), ...(await wrongSubscriptions(world))]
}

/** Returns payments for a month that was over, but for those whose first debit gave it, and payments of which the school says that someone else made them: nobody does. */
async function boughtInVain(world: World): Promise<string[]> {
  const rows = await world.rows<{ said: string }>(
    `SELECT t.stripe_payment_intent_id || ' bought until ' || g.valid_to || ', and was paid later' AS said
     FROM payment_transactions t JOIN orders o ON o.id = t.order_id JOIN package_purchases g ON g.order_id = o.id
     WHERE t.raw_status = 'succeeded' AND g.status = 'active' AND o.method_type <> 'us_bank_account'
       AND g.valid_to < (t.provider_created_at AT TIME ZONE 'America/New_York')::date
     UNION ALL SELECT detail FROM payment_issues WHERE kind = 'wrong-customer'`,
  )
  return rows.map(({ said }) => said)
}

function compare({ id, amount, latest_charge }: Stripe.PaymentIntent, row: Paid | undefined): string[] {
  if (!row) return [`${id} took ${amount}, and is not in the books`]
  const charge = typeof latest_charge === 'string' ? null : latest_charge
  const back = charge?.amount_refunded ?? 0
  const wrong: string[] = []
  if (row.status !== 'succeeded') wrong.push(`${id} took ${amount}, in the books it is ${row.status}`)
  if (row.cents !== amount) wrong.push(`${id} took ${amount}, in the books ${row.cents}`)
  if (row.refunded !== back && !charge?.disputed) wrong.push(`${id}: ${back} went back, in the books ${row.refunded}`)
  if (back < amount && row.grants !== 1 && row.issues === 0) wrong.push(`${id} is granted ${row.grants} times`)
  if (back === amount && row.grants > 0) wrong.push(`${id} went back, and is granted`)
  return wrong
}

function chargedTwice(intents: Stripe.PaymentIntent[]): string[] {
  const orders = intents.filter(({ status, metadata }) => status === 'succeeded' && metadata.orderId)
  const twice = orders.filter(
    (one, n) => orders.findIndex(({ metadata }) => metadata.orderId === one.metadata.orderId) < n,
  )
  return twice.map(({ metadata }) => `order ${metadata.orderId} was charged twice`)
}

async function wrongSubscriptions(world: World): Promise<string[]> {
  const { data } = await world.provider.stripe.subscriptions.list({ limit: 100, status: 'all' })
  const rows = await world.rows<{ id: string; status: string }>(
    'SELECT stripe_subscription_id AS id, status FROM subscriptions WHERE stripe_subscription_id IS NOT NULL',
  )
  const issues = await world.rows<{ id: string }>('SELECT stripe_id AS id FROM payment_issues')
  return data.flatMap(({ id, status }) => {
    const row = rows.find((one) => one.id === id)
    if (!row)
      return issues.some((one) => one.id === id) || status === 'canceled'
        ? []
        : [`${id} is ${status}, and not in the books`]
    return row.status === status ? [] : [`${id} is ${status}, in the books ${row.status}`]
  })
}
