import type Stripe from 'stripe'
import { yearlyStatement } from '~/models/bookkeeping/statement.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { convenienceFee } from '~/models/money/payments/pricing'
import { prisma } from '~/platform/db.server'
import { chargeOf, fetchMonth, fetchPayment, invoiceOfIntent } from '~/services/stripe/payment-intents.server'
import { readProduct } from '~/services/stripe/product-names'
import { addDays, dayInZone, monthOf, yearOf } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { wrongAtSchool } from './at-school'
import { wrongMonthEnds } from './month-ends'
import { refundedRiders, wrongAfterErasing, wrongCredits, wrongLines, wrongOpen } from './parts'
import { isStrangers } from './strangers'
import type { World } from './world'

const ZONE = 'America/New_York'
const GRANTED = ['active', 'clearing']

interface Taken {
  intent: Stripe.PaymentIntent
  back: 'refunded' | 'withdrawn' | null
  /** What the school keeps, in cents, after refunds and bank withdrawals. */
  kept: number
  /** What a bank withdrew of it, in cents. */
  disputed: number
  refunds: Stripe.Refund[]
  at: number
  invoiceId: string | null
}

/** States of a dispute in which the money is gone. */
const LOST = ['needs_response', 'under_review', 'lost']

async function takenByProvider({ provider: { stripe } }: World): Promise<Taken[]> {
  const intents = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  const moving = intents.filter(({ status }) => status === 'succeeded' || status === 'processing')
  return Promise.all(
    moving.map(async ({ id, metadata }) => {
      const { intent, back } = await fetchPayment(id)
      const charge = chargeOf(intent)
      const of = { payment_intent: id, limit: 100 }
      const disputes = charge?.disputed ? (await stripe.disputes.list(of)).data : []
      const disputed = disputes.reduce((sum, { amount, status }) => sum + (LOST.includes(status) ? amount : 0), 0)
      return {
        intent,
        back,
        disputed,
        kept: intent.amount - (charge?.amount_refunded ?? 0) - disputed,
        refunds: (await stripe.refunds.list(of)).data,
        at: (charge ?? intent).created,
        invoiceId: metadata.orderId ? null : await invoiceOfIntent(id),
      }
    }),
  )
}

/**
 * Lists what is wrong once everything was delivered and reconciled: the money of family and month, what it granted, the
 * contents of subscriptions, and what a family was charged. Empty if the money is right.
 */
export async function whatIsWrong(world: World): Promise<string[]> {
  const all = await takenByProvider(world)
  const known = await knownPayers()
  const forgotten = all.filter(({ intent }) => !isStrangers(intent) && !known(intent))
  const strangers = all.filter((one) => isStrangers(one.intent) || forgotten.includes(one))
  const taken = all.filter((one) => !strangers.includes(one))
  return [
    ...(await wrongForgotten(forgotten)),
    ...(await wrongBooks(world, taken, strangers)),
    ...(await wrongGrants(taken)),
    ...(await wrongAtSchool()),
    ...(await wrongLines(taken)),
    ...(await wrongAfterErasing(world)),
    ...(await wrongOpen(world)),
    ...(await wrongSubscriptions(world)),
    ...(await wrongPrices(world, taken)),
    ...(await wrongCredits(world)),
  ]
}

/** Returns a function that tells whether an intent belongs to a present family: those who came after a restored backup are gone. */
async function knownPayers(): Promise<(intent: Stripe.PaymentIntent) => boolean> {
  const users = await prisma.user.findMany({ select: { id: true, stripeCustomerId: true } })
  const rows = await prisma.paymentTransaction.findMany({ select: { stripePaymentIntentId: true } })
  const known = new Set([
    ...users.flatMap(({ id, stripeCustomerId }) => [id, stripeCustomerId]),
    ...rows.map(({ stripePaymentIntentId }) => stripePaymentIntentId),
  ])
  return ({ id, metadata, customer }) =>
    known.has(id) || known.has(metadata.userId ?? '') || (customer !== null && known.has(String(customer)))
}

/** Checks that a payment by someone unknown is the office's task. */
async function wrongForgotten(forgotten: Taken[]): Promise<string[]> {
  const told = await prisma.paymentIssue.findMany({ select: { stripeId: true } })
  const known = new Set(told.map(({ stripeId }) => stripeId))
  return forgotten
    .filter(({ intent, invoiceId, back }) => !back && !known.has(invoiceId ?? intent.id))
    .map(({ intent }) => `${intent.id} is of someone who is not here, and nobody was told`)
}

/** Checks that what the provider took, less refunds, is in the books of that month. */
async function wrongBooks(world: World, taken: Taken[], strangers: Taken[]): Promise<string[]> {
  const wrong: string[] = []
  const expected = new Map<string, number>()
  for (const { intent, back, kept, at } of taken) {
    if (intent.status !== 'succeeded' || back === 'withdrawn') continue
    const day = dayInZone(ZONE, new Date(at * 1000))
    const month = `${yearOf(day)}-${monthOf(day)}`
    expected.set(month, (expected.get(month) ?? 0) + kept)
  }
  const ofStrangers = strangers.reduce((sum, { kept }) => sum + kept, 0)
  wrong.push(...(await wrongMonthEnds(world, expected, ofStrangers, ZONE)))
  const years = new Set([
    ...[...expected.keys()].map((month) => Number(month.split('-')[0])),
    ...world.noted.map(({ day }) => yearOf(day)),
  ])
  for (const year of years) {
    // The riders' shares, of whatever family, add up to what was paid, to the cent.
    const shares = [...(await portalTotals(year)).values()]
    for (let month = 1; month <= 12; month++) {
      const months = shares.reduce((sum, share) => sum + (share[month - 1] ?? 0), 0)
      const [theirs, ours] = [expected.get(`${year}-${month}`) ?? 0, months]
      if (theirs !== ours) wrong.push(`books of ${year}-${month}: provider ${theirs}, ours ${ours}`)
    }
  }
  // What is recorded for a child of an erased family is on that child's statement alone.
  const erased = await prisma.user.findMany({ where: { erasedAt: { not: null } }, select: { id: true } })
  const accounts = new Set([...world.accounts, world.officeId, ...erased.map(({ id }) => id)])
  for (const year of years) {
    const portal = [...expected].reduce((sum, [month, cents]) => sum + (month.startsWith(`${year}-`) ? cents : 0), 0)
    const noted = world.noted.reduce((sum, { day, cents }) => sum + (yearOf(day) === year ? cents : 0), 0)
    let stated = 0
    for (const account of accounts) {
      const { total, pending } = await yearlyStatement(account, year)
      const history = (await paymentHistory(account, year)).reduce((sum, { amountPaid }) => sum + amountPaid, 0)
      const clearing = pending.reduce((sum, { amount }) => sum + amount, 0)
      if (total + clearing !== history)
        wrong.push(`statement of ${year}: ${total} and ${clearing} clearing, history ${history}`)
      stated += total
    }
    // Every payment is on one statement: that of the account that has it now.
    if (stated !== portal + noted) wrong.push(`statements of ${year}: ${portal} and ${noted} noted, ours ${stated}`)
  }
  const rows = await prisma.paymentTransaction.findMany({ where: { rawStatus: { in: ['succeeded', 'processing'] } } })
  for (const { intent } of taken) {
    const row = rows.find(({ stripePaymentIntentId }) => stripePaymentIntentId === intent.id)
    if (row?.rawStatus !== intent.status) wrong.push(`${intent.id} is ${intent.status}, in the books ${row?.rawStatus}`)
  }
  const known = new Set(taken.map(({ intent }) => intent.id))
  for (const { stripePaymentIntentId } of rows) {
    if (!known.has(stripePaymentIntentId!)) wrong.push(`${stripePaymentIntentId} is paid in the books alone`)
  }
  return wrong
}

/**
 * Checks that a successful charge is granted once to each of its riders or is an issue, and that nothing else is
 * granted but pending bank payments.
 */
async function wrongGrants(taken: Taken[]): Promise<string[]> {
  const wrong: string[] = []
  const grants = await prisma.grant.findMany()
  const issues = await prisma.paymentIssue.findMany()
  const rows = await prisma.paymentTransaction.findMany()
  const lines = await prisma.orderItem.findMany({ select: { orderId: true, riderId: true } })
  const subscriptions = await prisma.subscription.findMany({ select: { id: true, riderId: true } })
  const claimed = new Set<number>()
  for (const { intent, back, invoiceId, refunds, disputed, at } of taken) {
    const row = rows.find(({ stripePaymentIntentId }) => stripePaymentIntentId === intent.id)
    const looked = issues.some(({ stripeId, outcome }) => stripeId === (invoiceId ?? intent.id) && outcome !== 'gone')
    const mine = grants.filter(
      (grant) =>
        grant.stripePaymentIntentId === intent.id || (invoiceId !== null && grant.stripeInvoiceId === invoiceId),
    )
    for (const { id } of mine) claimed.add(id)
    const alive = mine.filter(({ status }) => GRANTED.includes(status))
    if (back) {
      if (alive.length) wrong.push(`${intent.id} is ${back} and granted`)
      continue
    }
    const month = subscriptions.filter(({ id }) => id === row?.subscriptionId)
    const bought = lines.filter(({ orderId }) => orderId === Number(intent.metadata.orderId))
    const named = invoiceId ? month : bought
    // The office decides whose a subscription is that is not in the books.
    const whole = new Set(
      (named.length ? named : mine.map(({ userId: riderId }) => ({ riderId }))).map((one) => one.riderId),
    )
    const gone = new Set(row ? refundedRiders(row.lines, refunds) : [])
    const riders = new Set([...whole].filter((riderId) => !gone.has(riderId)))
    if (disputed && !issues.some(({ kind, transactionId }) => kind === 'partly-disputed' && transactionId === row?.id))
      wrong.push(`${intent.id} is disputed in part, and nobody was told`)
    const charged = dayInZone(ZONE, new Date(at * 1000))
    for (const { id, validTo } of alive) {
      if (charged > dayOf(validTo) && !looked && !(await mayBeLate(row?.userId, dayOf(validTo), charged)))
        wrong.push(`${intent.id} was charged on ${charged}, and grant ${id} ended on ${dayOf(validTo)}`)
    }
    if (alive.some(({ userId }) => !riders.has(userId))) wrong.push(`${intent.id} is granted to someone else`)
    if (alive.length > riders.size || new Set(alive.map(({ userId }) => userId)).size < alive.length)
      wrong.push(`${intent.id} is granted ${alive.length} times for ${riders.size}`)
    if (intent.status === 'succeeded' && alive.length > 0 && alive.length < riders.size)
      wrong.push(`${intent.id} is granted to ${alive.length} of ${riders.size}`)
    if (intent.status === 'succeeded' && alive.length === 0 && !looked)
      wrong.push(`${intent.id} is paid and not granted (${row?.status ?? 'not in the books'})`)
    if (intent.status === 'succeeded' && alive.some(({ status }) => status !== 'active'))
      wrong.push(`${intent.id} is paid and still clearing`)
  }
  const atSchool = await prisma.order.findMany({ where: { methodType: 'school' }, select: { id: true } })
  // Checked by `wrongAtSchool`.
  for (const grant of grants.filter(({ orderId }) => atSchool.some(({ id }) => id === orderId))) claimed.add(grant.id)
  for (const grant of grants.filter(({ id, status }) => GRANTED.includes(status) && !claimed.has(id))) {
    const invoice = grant.stripeInvoiceId ? (await fetchMonth(grant.stripeInvoiceId)).invoice : null
    if (invoice?.status !== 'paid') wrong.push(`grant ${grant.id} is ${grant.status} and nothing was paid for it`)
  }
  return wrong
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Whether a returned bank payment may be paid late: up to sixty days, for its original month. */
async function mayBeLate(userId: string | undefined, validTo: string, charged: string): Promise<boolean> {
  const returned = userId ? await prisma.bankReturn.count({ where: { userId } }) : 0
  return returned > 0 && charged <= addDays(validTo, 60)
}

/** Checks that a running subscription has no product twice, a fee that fits its method, and one row of ours. */
async function wrongSubscriptions({ provider }: World): Promise<string[]> {
  const wrong: string[] = []
  const { data } = await provider.stripe.subscriptions.list({ limit: 100, expand: ['data.default_payment_method'] })
  for (const { id, items, default_payment_method, status, metadata } of data) {
    const products = items.data.map(({ price }) => String(price.product))
    // One that the office decided to leave as it is was told too.
    const told = { stripeId: id, OR: [{ outcome: null }, { outcome: { not: 'gone' } }] }
    const issues = await prisma.paymentIssue.findMany({ where: told })
    if (new Set(products).size < products.length && !issues.some(({ kind }) => kind === 'doubled-item'))
      wrong.push(`${id} holds ${products.join(', ')}`)
    const row = await prisma.subscription.findUnique({ where: { stripeSubscriptionId: id } })
    if (!row) {
      if (metadata.orderId && !issues.length) wrong.push(`${id} runs and is not in the books`)
      continue
    }
    if (row.status !== status) wrong.push(`${id} is ${status}, in the books ${row.status}`)
    const method = default_payment_method
    if (!method || typeof method === 'string') continue
    let [subtotal, fee] = [0, 0]
    for (const { price, quantity } of items.data) {
      const amount = (price.unit_amount ?? 0) * (quantity ?? 1)
      if (readProduct(String(price.product))?.type === 'fee') fee += amount
      else subtotal += amount
    }
    if (method.type === 'us_bank_account' && fee) wrong.push(`${id} is paid by bank with a fee of ${fee}`)
    const rates = [250, 300].map((rate) => convenienceFee(subtotal, 'card', rate))
    if (fee && !rates.includes(fee)) wrong.push(`${id} has a fee of ${fee} on ${subtotal}`)
    if (centsOf(row.fee) !== fee) wrong.push(`${id} has a fee of ${fee}, in the books ${row.fee}`)
  }
  return wrong
}

/** Checks that nobody paid another amount than was shown: the order's total, or the month's price. */
async function wrongPrices({ shown, ordered }: World, taken: Taken[]): Promise<string[]> {
  const orders = await prisma.order.findMany()
  const totals = new Set([...ordered, ...orders.map(({ total }) => centsOf(total))])
  return taken
    .filter(({ intent, invoiceId }) => !totals.has(intent.amount) && !(invoiceId && shown.has(intent.amount)))
    .map(({ intent }) => `${intent.id} took ${intent.amount}, which was never shown`)
}
