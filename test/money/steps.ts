import type Stripe from 'stripe'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { deleteMethod, setDefaultMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { offersFor, payWithSaved } from '~/models/money/paying/pay-saved.server'
import { buy, findOwnPayment, pay, startCheckout } from '~/models/money/paying/payments.server'
import { findOwnOrder, newNonce } from '~/models/money/payments/order.server'
import { requestPayment } from '~/models/money/payments/orders/at-school.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { grantIssue, ignoreIssue } from '~/models/money/refunds/payment-issues.server'
import { findRefundable, refundPayment } from '~/models/money/refunds/refunds.server'
import {
  cancelSubscription,
  createSubscription,
  keepSubscription,
} from '~/models/money/subscribing/subscriptions.server'
import { PATIENCE } from '~/models/money/subscriptions/change-claim.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { saveFee } from '~/models/school/school.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { chargeOf, fetchPayment } from '~/services/stripe/payment-intents.server'
import { addMonths, monthEnd, monthStart, startOfDayInZone } from '~/utils/dates'
import { centsOf } from '~/utils/money'
import { addOnId, monthlyPurchase, packageId, payWith } from '../payments'
import { answer, asLastMonth, undoLastMonth } from './at-school'
import { backUp, restore } from './backups'
import { sendChange } from './change-form'
import { dyingAfter } from './crash'
import { erase, merge, undoLastMerge } from './families'
import { atOnce, playing, together } from './game'
import { note, refundDonation, spendPart, sponsor, takeNoteBack, takeUseBack } from './school-money'
import type { Step, Until } from './sequences'
import { payStranger } from './strangers'
import { customerOf, intentsOf, lapseClaims, type World } from './world'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
const ZONE = 'America/New_York'
const CARDS = ['pm_card_visa', 'pm_card_visa_debit', 'pm_card_chargeDeclined', 'pm_card_refundFail']
const BANKS = ['pm_usBankAccount_success', 'pm_usBankAccount_insufficientFunds']

const USUAL = PATIENCE.ms

/** Does a step of a sequence. @throws any error but a refusal or a provider error */
export async function take(step: Step, world: World): Promise<void> {
  const { left } = world
  // A change would wait a minute for a claim that nobody releases, and be refused then.
  const isLeft = left.length > 0 && (await prisma.subscription.count({ where: { changeToken: { in: left } } })) > 0
  PATIENCE.ms = isLeft ? 0 : USUAL
  await playing(() => act(step, world))
}

/** Does a step in a process that dies in it, and notes the claims that it leaves. */
async function die({ after, doing }: Extract<Step, { do: 'die' }>, world: World): Promise<void> {
  await dyingAfter(world.sandbox, after, () => playing(() => act(doing, world)))
  const claimed = await prisma.subscription.findMany({
    where: { changeToken: { not: null } },
    select: { changeToken: true },
  })
  world.left = claimed.flatMap(({ changeToken }) => changeToken ?? [])
}

/** Picks one of those in a status, if there are any; now and then one in another status. */
async function pick(
  world: World,
  index: number,
  wanted?: (intent: Stripe.PaymentIntent) => boolean,
): Promise<Stripe.PaymentIntent | undefined> {
  const intents = await intentsOf(world)
  const fitting = wanted && index < 5 ? intents.filter(wanted) : intents
  const from = fitting.length ? fitting : intents
  return from[index % Math.max(1, from.length)]
}

const isOpen = ({ status }: Stripe.PaymentIntent) => status.startsWith('requires_')
const isPaid = ({ status }: Stripe.PaymentIntent) => status === 'succeeded'

async function runningAtProvider({ provider, userId }: World): Promise<Stripe.Subscription | undefined> {
  const customer = await customerOf(userId)
  return customer ? (await provider.stripe.subscriptions.list({ customer })).data[0] : undefined
}

async function act(step: Step, world: World): Promise<unknown> {
  const { userId, sandbox, provider } = world
  const { stripe } = provider
  switch (step.do) {
    case 'buy': {
      const purchase = await monthlyPurchase({
        items: await itemsFor(world, step.riders ?? 1, step.hacks),
        method: step.method,
        startMonth: step.start,
        nonce: newNonce(),
      })
      return atOnce(step.times, () => buy(userId, purchase))
    }
    case 'pay': {
      const intent = await pick(world, step.nth, isOpen)
      if (!intent) return
      const tokens = intent.payment_method_types[0] === 'card' ? CARDS : BANKS
      return payWith(provider, intent.id, tokens[step.token % tokens.length])
    }
    case 'pay by what is saved':
      return payBySaved(step, world)
    case 'pay again': {
      const intent = await pick(world, step.nth)
      if (!intent?.metadata.orderId || !intent.customer) return
      const { amount, currency, customer, metadata, description } = intent
      const again = {
        amount,
        currency,
        customer: String(customer),
        metadata,
        description: description ?? undefined,
      }
      const { id } = await stripe.paymentIntents.create(again)
      return payWith(provider, id)
    }
    case 'checkout':
      return checkOut(step, world)
    case 'confirm': {
      const intent = await pick(world, step.nth)
      return intent && atOnce(step.times, () => syncPayment(intent.id))
    }
    case 'refund':
      return refund(step, world)
    case 'refund lines':
      return refundLines(step, world)
    case 'fail a refund': {
      const { data } = await stripe.refunds.list({ limit: 100 })
      const made = data[step.nth % Math.max(1, data.length)]
      return made && made.status !== 'failed' && sandbox.failRefund(made.id)
    }
    case 'dispute': {
      const intent = await pick(world, step.nth, isPaid)
      const charge = intent?.status === 'succeeded' ? chargeOf((await fetchPayment(intent.id)).intent) : null
      if (!charge || charge.disputed || charge.refunded) return
      const part = step.part ? Math.ceil((charge.amount - charge.amount_refunded) / 3) : undefined
      return sandbox.openDispute(charge.id, undefined, part)
    }
    case 'subscribe': {
      const { items } = await monthlyPurchase()
      const purchase = await monthlyPurchase({
        items: items.map((line) => ({ ...line, riderId: riderOf(world, step.rider) })),
        method: step.method,
        startMonth: step.start,
        nonce: newNonce(),
      })
      return atOnce(step.times, () => createSubscription(userId, purchase))
    }
    case 'change': {
      const choice = await choiceOf(step.premium, step.hacks)
      return atOnce(step.times, () => sendChange(world, choice, riderOf(world, step.rider)))
    }
    case 'set default': {
      const methodId = await methodOf(world, step.nth)
      return methodId && atOnce(step.times, () => setDefaultMethod(userId, methodId))
    }
    case 'change and set default': {
      const [methodId, choice] = [await methodOf(world, step.nth), await choiceOf(true, step.hacks)]
      return together([
        () => sendChange(world, choice, userId),
        async () => methodId && setDefaultMethod(userId, methodId),
      ])
    }
    case 'delete method': {
      const methodId = await methodOf(world, step.nth)
      if (!methodId) return
      return step.atProvider ? stripe.paymentMethods.detach(methodId) : deleteMethod(userId, methodId)
    }
    case 'a failing card pays': {
      const running = await runningAtProvider(world)
      if (!running) return
      const broken = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
        customer: String(running.customer),
      })
      return stripe.subscriptions.update(running.id, { default_payment_method: broken.id })
    }
    case 'cancel': {
      if (step.how === 'family') return cancelSubscription(userId, { riderId: riderOf(world, step.rider) })
      const running = await runningAtProvider(world)
      if (!running) return
      if (step.how === 'provider') return stripe.subscriptions.cancel(running.id)
      return stripe.subscriptions.update(running.id, { cancel_at: running.items.data[0]!.current_period_end })
    }
    case 'keep':
      return atOnce(step.times, () => keepSubscription(userId, { riderId: riderOf(world, step.rider) }))
    case 'move a child': {
      const id = riderOf(world, 2)
      const { guardianId } = await prisma.user.findUniqueOrThrow({ where: { id } })
      return prisma.user.update({
        where: { id },
        data: { guardianId: guardianId === userId ? world.officeId : userId },
      })
    }
    case 'back up':
      return backUp(world)
    case 'restore':
      return restore(world)
    case 'merge':
      return merge(step, world)
    case 'undo merge':
      return undoLastMerge(world)
    case 'erase':
      return erase(step, world)
    case 'pay over midnight':
      return payOverMidnight(step, world)
    case 'pay a stranger':
      return payStranger(step.share, world)
    case 'ask': {
      const purchase = await monthlyPurchase({
        items: await itemsFor(world, step.riders, step.hacks),
        method: 'school',
        startMonth: step.start,
      })
      return atOnce(step.times, () => requestPayment(userId, { ...purchase, nonce: newNonce() }))
    }
    case 'answer':
      return answer(step, world)
    case 'as last month':
      return asLastMonth(step, world)
    case 'undo as last month':
      return undoLastMonth(step, world)
    case 'note':
      return note(step, riderOf(world, step.rider), world)
    case 'take a note back':
      return takeNoteBack(world)
    case 'sponsor':
      return sponsor(step, riderOf(world, step.rider), world)
    case 'use a credit': {
      const use = await spendPart(step.nth, step.share, world)
      return use && atOnce(step.times, use)
    }
    case 'take a use back': {
      const take = await takeUseBack(step.nth, world)
      return take && atOnce(step.times, take)
    }
    case 'refund a donation':
      return refundDonation(step.nth, world)
    case 'delete customer': {
      const customer = await customerOf(userId)
      return customer && stripe.customers.del(customer)
    }
    case 'pay month elsewhere': {
      const customer = await customerOf(userId)
      const { data } = customer ? await stripe.invoices.list({ customer, status: 'open' }) : { data: [] }
      return data[0] && stripe.invoices.pay(data[0].id, { paid_out_of_band: true })
    }
    case 'set fee':
      return saveFee(world.officeId, { feeRate: step.rate, feeScope: step.credit ? 'credit_cards' : 'all_cards' })
    case 'decide':
      return decide(step.how, world)
    case 'events':
      sandbox.faults.events = step.mode
      return
    case 'release':
      return sandbox.faults.release()
    case 'wait':
      world.goToInstant(whenIs(step.until))
      return lapseClaims(world)
    case 'settle':
      return sandbox.flush()
    case 'lose an answer':
      return sandbox.faults.failNext(step.after ? 'timeout_after' : 'timeout_before', {
        method: 'POST',
        path: /(intents|refunds|sessions|subscriptions|sub_\w+)$/,
      })
    case 'die':
      return die(step, world)
    case 'reconcile':
      return atOnce(step.times, () => reconcilePayments(0))
  }
}

/** Pays, after midnight, on a page that was opened before midnight on the last day of its month; the office may decide. */
async function payOverMidnight(
  { method, office }: Extract<Step, { do: 'pay over midnight' }>,
  world: World,
): Promise<unknown> {
  world.goToInstant(whenIs('the last evening'))
  const { paymentIntentId } = await buy(world.userId, await monthlyPurchase({ method, nonce: newNonce() }))
  const after = startOfDayInZone(addMonths(monthStart(today()), 1), ZONE).getTime() + MINUTE
  world.goToInstant(Math.max(after, now().getTime()))
  await payWith(world.provider, paymentIntentId, method === 'card' ? CARDS[0] : BANKS[0])
  await syncPayment(paymentIntentId)
  if (office === 'waits') return
  return decide(office === 'grants' ? 'grant' : 'refund', world)
}

const riderOf = ({ riderIds, userId }: World, index = 0): string => riderIds[index] ?? userId

/** Returns the package for the first `riders` riders, and the hacks for the last of them. */
async function itemsFor(world: World, riders: number, hacks: number) {
  const [sold, hack] = [await packageId(), await addOnId()]
  const ids = world.riderIds.slice(0, riders)
  return [
    ...ids.map((riderId) => ({ type: 'package' as const, id: sold, quantity: 1, riderId })),
    ...(hacks ? [{ type: 'addon' as const, id: hack, quantity: hacks, riderId: ids.at(-1) }] : []),
  ]
}

const choiceOf = async (premium: boolean, hacks: number) => ({
  packageId: await packageId(premium ? 'Package 2 - Premium' : undefined),
  addOns: hacks ? [{ addOnId: await addOnId(), quantity: hacks }] : [],
})

async function methodOf({ userId }: World, index: number): Promise<string | undefined> {
  const methods = await listPaymentMethods(userId)
  return methods[index % Math.max(1, methods.length)]?.id
}

/** Pays with a saved method at the price that the screen shows for it. */
async function payBySaved(
  { nth, method, times }: Extract<Step, { do: 'pay by what is saved' }>,
  world: World,
): Promise<unknown> {
  const { userId } = world
  const intent = await pick(world, nth, isOpen)
  const order = intent && (await findOwnPayment(userId, intent.id))?.order
  const offers = order ? await offersFor(order) : []
  const offer = offers[method % Math.max(1, offers.length)]
  if (!intent || !offer) return
  const chosen = { methodId: offer.id, seen: offer.total, returnUrl: 'http://stirrup.test/payment-success' }
  return atOnce(times, () => payWithSaved(userId, intent.id, chosen))
}

/** Opens the provider's page of an order, and fills it in as a browser without scripts would. */
async function checkOut({ nth, card }: { nth: number; card: boolean }, { userId, sandbox }: World): Promise<void> {
  const orders = await prisma.order.findMany({ where: { userId, kind: 'one_time' }, orderBy: { id: 'asc' } })
  const chosen = orders[nth % Math.max(1, orders.length)]
  const order = chosen && (await findOwnOrder(userId, { id: chosen.id }))
  if (!order) return
  const back = 'http://stirrup.test/ok?session_id={CHECKOUT_SESSION_ID}'
  const address = await startCheckout(order, { success: back, cancel: back }, { save: nth % 2 === 1 })
  if (!address) return
  if (!card || order.methodType !== 'card') {
    await pay((await findOwnOrder(userId, { id: order.id }))!)
    return
  }
  const html = await (await sandbox.handle(new Request(address))).text()
  const inputs = [...html.matchAll(/<input[^>]*name="([^"]*)"[^>]*>/g)]
  const fields = new URLSearchParams(
    inputs.map(([input, name = '']) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? '']),
  )
  const typed = { number: '4242424242424242', exp_month: '12', exp_year: '2049', cvc: '123' }
  for (const [name, value] of Object.entries(typed)) fields.set(name, value)
  await sandbox.handle(new Request(address, { method: 'POST', body: fields, redirect: 'manual' }))
}

async function refund(
  { nth, share, atProvider, fails, times }: Extract<Step, { do: 'refund' }>,
  world: World,
): Promise<unknown> {
  const { provider, sandbox, officeId } = world
  const intent = await pick(world, nth, isPaid)
  if (!intent) return
  if (fails) sandbox.faults.failNextRefund()
  if (atProvider) {
    return provider.stripe.refunds.create({ payment_intent: intent.id, amount: Math.ceil(intent.amount / share) })
  }
  const row = await prisma.paymentTransaction.findUnique({ where: { stripePaymentIntentId: intent.id } })
  if (!row) return
  const part = Math.ceil((centsOf(row.amount) - centsOf(row.fee)) / share)
  return atOnce(times, () => refundPayment(officeId, row.id, { part, version: String(centsOf(row.amountRefunded)) }))
}

/** Refunds some of the lines, as the form's boxes name them. */
async function refundLines(
  { nth, lines, fails, times }: Extract<Step, { do: 'refund lines' }>,
  world: World,
): Promise<unknown> {
  const intent = await pick(world, nth, isPaid)
  const where = { stripePaymentIntentId: intent?.id ?? '' }
  const row = await prisma.paymentTransaction.findUnique({ where, select: { id: true } })
  const shown = row && (await findRefundable(row.id))
  const chosen = lines.filter((place) => shown?.lines[place])
  if (!shown || !chosen.length) return
  if (fails) world.sandbox.faults.failNextRefund()
  return atOnce(times, () =>
    refundPayment(world.officeId, shown.id, { lines: chosen, version: String(shown.amountRefunded) }),
  )
}

async function decide(how: 'grant' | 'ignore' | 'refund', { officeId }: World): Promise<unknown> {
  const [issue] = await openIssues()
  if (!issue) return
  if (how === 'grant') return grantIssue(officeId, issue.id)
  if (how === 'ignore') return ignoreIssue(officeId, issue.id, 'The family wants it so')
  const row = issue.refundableId && (await prisma.paymentTransaction.findUnique({ where: { id: issue.refundableId } }))
  return row && refundPayment(officeId, row.id, { part: centsOf(row.amount) - centsOf(row.fee), version: '0' })
}

function whenIs(until: Until): number {
  if (until === 'an hour') return now().getTime() + 2 * HOUR
  if (until === 'four days') return now().getTime() + 4 * 24 * HOUR
  if (until === 'the last evening') {
    const evening = startOfDayInZone(monthEnd(today()), ZONE).getTime() + 23.9 * HOUR
    return Math.max(evening, now().getTime() + HOUR)
  }
  const second = `${addMonths(monthStart(today()), 1).slice(0, 8)}02`
  return startOfDayInZone(second, ZONE).getTime() + 12 * HOUR
}
