import Stripe from 'stripe'
import { t } from '#text'
import { listPaymentMethods, startSetup } from '~/models/money/methods/payment-methods.server'
import { refuseBankPayment } from '~/models/money/payments/bank-return.server'
import { NOTHING_SELECTED } from '~/models/money/payments/order.schema'
import { type OrderRequest, placeOrder, providerMethod } from '~/models/money/payments/order.server'
import { endSubscriptionOrder } from '~/models/money/payments/orders/subscription-order.server'
import { rateFor } from '~/models/money/payments/pricing'
import { markedOrder, nameOf } from '~/models/money/payments/provider/our-mark.server'
import { refuseMixture, refuseSeveralRiders } from '~/models/money/subscriptions/bought-once'
import { type ChangedBy, claimSubscription } from '~/models/money/subscriptions/change-claim.server'
import { itemChanges, type MonthlyChoice } from '~/models/money/subscriptions/items/billing-items.server'
import { metadataOf, newTerms } from '~/models/money/subscriptions/items/fee-terms'
import { hasSubscriptionBegun } from '~/models/money/subscriptions/subscription.server'
import { voidOpenInvoices } from '~/models/money/sync/open-invoices.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { syncSubscription } from '~/models/money/sync/sync-subscription.server'
import { getSchool } from '~/models/school/current-school.server'
import { CURRENT_STATUSES, endsAtOnce } from '~/models/vocabulary/subscription'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { underKey } from '~/services/stripe/idempotency.server'
import { forgetProducts } from '~/services/stripe/products.server'
import { fetchSubscription, hasEnded, isEnding, methodOf } from '~/services/stripe/read-subscription.server'
import { idOf, requireProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { type Claim, endSubscription, updateSubscription } from '~/services/stripe/update-subscription.server'
import { formatDay, fromDbDate } from '~/utils/dates'
import { claimPlace, creationOf, ended } from './new-subscription.server'

export type SubscriptionOutcome =
  | { state: 'done' }
  /** The family has to save a method first; then the same call succeeds. */
  | { state: 'setup'; setupClientSecret: string }
  /** The first payment needs the family: authentication, or another card. */
  | { state: 'payment'; clientSecret: string }

const notTaken = () =>
  t(
    'Our payment provider didn’t take this subscription, and nothing was charged. Please start over, or call the office.',
  )
const methodChanged = () => t('Your default payment method has changed. Please review what pays. Nothing was charged.')
const notPaidYet = () =>
  t("Your first payment hasn't gone through yet. Pay it now, or cancel the subscription and choose again.")

/**
 * Charges this month in full at once, with what is bought once beside it, and further ones on the 1st; a later start charges
 * nothing now. The order and our
 * row come first, so that two tabs cannot start two.
 * @throws Refused for a mixture that cannot be bought, 409 if one is running, 410 if the one of this form has ended; `method_changed` if
 * another method than `shownMethod` would pay.
 */
export async function createSubscription(
  userId: string,
  request: OrderRequest,
  { shownMethod }: { shownMethod?: string | null } = {},
): Promise<SubscriptionOutcome> {
  requireProvider()
  refuseSeveralRiders(request)
  refuseMixture(request)
  const type = providerMethod({ methodType: request.method })
  if (type === 'us_bank_account') await refuseBankPayment(userId)
  const method = (await listPaymentMethods(userId)).find((one) => one.type === type)
  if (!method) return { state: 'setup', setupClientSecret: await startSetup(userId, type) }
  if (shownMethod && method.id !== shownMethod) throw new Refused('method_changed', methodChanged())
  const school = await getSchool()
  const context = { today: today(), feeRate: rateFor(school, method.funding), feeScope: school.feeScope }
  const order = await placeOrder(userId, request, { ...context, kind: 'subscription' })
  const place = await claimPlace(userId, order, method)
  const makeOnce = async (claim: Claim): Promise<string> => {
    // Another click may have been faster.
    const row = await claimPlace(userId, order, method)
    if (row.stripeSubscriptionId) return row.stripeSubscriptionId
    const creation = await creationOf(userId, order, request.startMonth, row)
    await claim.renew()
    const subscription = await underKey(
      `order:${nameOf(order)}:subscription:${order.attempt}`,
      async (options, isFirst) =>
        (isFirst ? null : await findMade(creation, order.id)) ?? create(row.id, creation, options),
      {},
    )
    await syncSubscription(subscription.id)
    return subscription.id
  }
  return translateProviderErrors(async () => {
    // Of ten clicks one creates it. The others wait only for that, and read the result in parallel.
    const id = place.stripeSubscriptionId ?? (await claimSubscription(place.id, 'family', makeOnce))
    return stateOf(id)
  })
}

/** @throws Refused 410 if the provider refuses it for good: then the place is freed, because the family would wait for nothing */
async function create(
  rowId: number,
  creation: Stripe.SubscriptionCreateParams,
  options: Stripe.RequestOptions,
): Promise<Stripe.Subscription> {
  try {
    return await requireProvider().stripe.subscriptions.create(creation, options)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    logError(error, { subscription: rowId })
    forgetProducts()
    await withTx(async (tx) => {
      const unmade = { id: rowId, status: 'incomplete', stripeSubscriptionId: null }
      await tx.subscription.updateMany({ where: unmade, data: { status: 'incomplete_expired' } })
      await endSubscriptionOrder(tx, rowId)
    })
    throw new Refused('start_over', notTaken())
  }
}

/** Looks for the subscription after an internal error of the provider, which may have created it without an answer. */
async function findMade(
  { customer }: Stripe.SubscriptionCreateParams,
  orderId: number,
): Promise<Stripe.Subscription | null> {
  const { subscriptions } = requireProvider().stripe
  for await (const made of subscriptions.list({ customer, status: 'all', limit: 100 })) {
    if ((await markedOrder(prisma, made.metadata)) === String(orderId)) return made
  }
  return null
}

/** @throws Refused 410 if it has ended. */
async function stateOf(id: string): Promise<SubscriptionOutcome> {
  await syncSubscription(id)
  const { status, latest_invoice } = await requireProvider().stripe.subscriptions.retrieve(id)
  if (latest_invoice) await syncPayment({ invoice: idOf(latest_invoice) })
  if (hasEnded({ status })) throw new Refused('start_over', ended())
  return outcomeOf(id)
}

/** Returns the outcome, from the oldest invoice that waits for the family's payment. */
async function outcomeOf(stripeSubscriptionId: string): Promise<SubscriptionOutcome> {
  const { stripe } = requireProvider()
  const subscription = await stripe.subscriptions.retrieve(stripeSubscriptionId, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  if (!(await waitsForMoney(subscription))) return { state: 'done' }
  const latest = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null
  const secret = latest?.status === 'open' ? latest.confirmation_secret : await openSecret(subscription.id)
  return secret ? { state: 'payment', clientSecret: secret.client_secret } : { state: 'done' }
}

/** Returns the open invoice's secret. Once the provider has given up, later invoices are drafts: an earlier one is owed. */
async function openSecret(subscription: string): Promise<Stripe.Invoice.ConfirmationSecret | null> {
  const { invoices } = requireProvider().stripe
  const { data } = await invoices.list({ subscription, status: 'open', limit: 1 })
  return data[0]
    ? ((await invoices.retrieve(data[0].id, { expand: ['confirmation_secret'] })).confirmation_secret ?? null)
    : null
}

async function waitsForMoney({ id, status }: Stripe.Subscription): Promise<boolean> {
  if (status !== 'trialing') return status === 'incomplete' || status === 'past_due' || status === 'unpaid'
  // A month that begins on a 1st is a trial to the provider, paid or not.
  return !(await hasSubscriptionBegun(id))
}

/** A running subscription: our row and the provider's ID. */
interface Running {
  rowId: number
  id: string
}

/** Whose subscription a user pays: a rider's, or their own. */
interface RiderOf {
  riderId?: string
}

/** @throws Refused 404 */
async function running(userId: string, { riderId = userId }: RiderOf): Promise<Running> {
  const row = await prisma.subscription.findFirst({
    where: { userId, riderId, status: { in: CURRENT_STATUSES }, stripeSubscriptionId: { not: null } },
    orderBy: { id: 'desc' },
    select: { id: true, stripeSubscriptionId: true },
  })
  if (!row?.stripeSubscriptionId) throw new Refused('not_found', t('No Active Subscription'))
  return { rowId: row.id, id: row.stripeSubscriptionId }
}

/** Changes a subscription, one change at a time, and updates our row. */
async function changing(
  { rowId, id }: Running,
  by: ChangedBy,
  work: (id: string, claim: Claim) => Promise<void>,
): Promise<string> {
  await translateProviderErrors(
    () =>
      claimSubscription(rowId, by, async (claim) => {
        await work(id, claim)
        await syncSubscription(id)
      }),
    'change',
  )
  return id
}

const refuseEnded = async (read: Stripe.Subscription): Promise<void> => {
  if (!hasEnded(read)) return
  await syncSubscription(read.id)
  throw new Refused('start_over', ended())
}

/**
 * Changes the coming months; requires an open payment to be made first. One that is ending continues only if the family
 * says so: `keep`.
 * @throws Refused 404 if none is running, 409 while its first payment is not made, and if it is ending.
 */
export async function changeSubscription(
  userId: string,
  choice: MonthlyChoice,
  { keep = false, ...of }: RiderOf & { keep?: boolean } = {},
): Promise<SubscriptionOutcome> {
  if (!choice.packageId && choice.addOns.length === 0) {
    await running(userId, of)
    throw new Refused('invalid', t(NOTHING_SELECTED))
  }
  const id = await changing(await running(userId, of), 'family', (stripeId, claim) =>
    updateSubscription(claim, stripeId, async (read) => {
      await refuseEnded(read)
      if (read.status === 'incomplete') throw new Refused('first_payment_due', notPaidYet())
      if (isEnding(read) && !keep) throw await ending(userId, of)
      const terms = newTerms(await getSchool(), methodOf(read))
      const items = await itemChanges(read, choice, terms.rate)
      if (!items.length && !isEnding(read)) return null
      return {
        proration_behavior: 'none',
        metadata: metadataOf(terms),
        ...(items.length && { items }),
        ...keeping(read),
      }
    }),
  )
  return translateProviderErrors(() => outcomeOf(id), 'look')
}

async function ending(userId: string, of: RiderOf): Promise<Refused> {
  const { rowId, id } = await running(userId, of)
  await syncSubscription(id)
  const { endsOn } = await prisma.subscription.findUniqueOrThrow({ where: { id: rowId }, select: { endsOn: true } })
  return new Refused(
    'subscription_ending',
    endsOn
      ? t('Your subscription ends on {day}. Keep it first, then you can change it.', {
          day: formatDay(fromDbDate(endsOn)),
        })
      : t('Your subscription ends. Keep it first, then you can change it.'),
  )
}

/** Returns the change that undoes a cancellation: the provider accepts one of the two fields at a time. */
function keeping(read: Stripe.Subscription): Stripe.SubscriptionUpdateParams {
  if (read.cancel_at_period_end) return { cancel_at_period_end: false }
  return read.cancel_at === null ? {} : { cancel_at: '' }
}

/** Ends a subscription with the paid month, or at once if nothing is paid. @throws Refused 404 if none is running */
export const cancelSubscription = async (userId: string, of: RiderOf = {}): Promise<void> =>
  endRunning(await running(userId, of), 'family')

/** Works like `cancelSubscription`. */
export async function endRunning(row: Running, by: ChangedBy): Promise<void> {
  await changing(row, by, async (id, claim) => {
    const { status } = await fetchSubscription(id)
    if (endsAtOnce({ status, begun: await hasSubscriptionBegun(id) })) {
      await endSubscription(claim, id)
      return voidOpenInvoices(id)
    }
    await updateSubscription(claim, id, (read) =>
      hasEnded(read) || isEnding(read) ? null : { cancel_at_period_end: true },
    )
  })
}

/** Undoes a cancellation. @throws Refused 404 if none is running, 410 if it has ended. */
export const keepSubscription = async (userId: string, of: RiderOf = {}): Promise<void> =>
  keepRunning(await running(userId, of), 'family')

/** Works like `keepSubscription`. */
export async function keepRunning(row: Running, by: ChangedBy): Promise<void> {
  await changing(row, by, (id, claim) =>
    updateSubscription(claim, id, async (read) => {
      await refuseEnded(read)
      return isEnding(read) ? keeping(read) : null
    }),
  )
}

/** Returns the open invoice's secret; null if no invoice is open. */
export async function openInvoiceSecret(userId: string, of: RiderOf = {}): Promise<string | null> {
  const { id } = await running(userId, of)
  const outcome = await translateProviderErrors(() => outcomeOf(id), 'look')
  return outcome.state === 'payment' ? outcome.clientSecret : null
}
