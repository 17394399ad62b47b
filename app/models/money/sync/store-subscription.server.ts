import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import type { Prisma } from '~/generated/prisma/client'
import type { ItemProblem } from '~/models/money/issues/payment-issue'
import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { endSubscriptionOrder } from '~/models/money/payments/orders/subscription-order.server'
import { markedOrder, orderNumber } from '~/models/money/payments/provider/our-mark.server'
import { isShownByClaim } from '~/models/money/subscriptions/change-claim.server'
import { choiceOf } from '~/models/money/subscriptions/items/billing-items.server'
import { termsOf } from '~/models/money/subscriptions/items/fee-terms'
import { contentsAsSold, soldContents } from '~/models/vocabulary/catalog'
import { getEnv } from '~/platform/env.server'
import type { Tx } from '~/platform/tx.server'
import { notifyIssues } from '~/services/mail/issue-mail.server'
import { notifyNewFee } from '~/services/mail/subscription-mail.server'
import { isEnding, knownMethod, payingMethod } from '~/services/stripe/read-subscription.server'
import { idOf } from '~/services/stripe/stripe.server'
import { addDays, dayInZone, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { centsOf, decimalOf } from '~/utils/money'

export interface ItemIssue {
  kind: ItemProblem
  detail: string
}

const stored = {
  id: true,
  userId: true,
  stripeSubscriptionId: true,
  status: true,
  packageId: true,
  packagePrice: true,
  fee: true,
  feeScope: true,
  feeRate: true,
  cancelAtPeriodEnd: true,
  endsOn: true,
  currentPeriodStart: true,
  currentPeriodEnd: true,
  defaultPaymentMethodId: true,
  methodType: true,
  cardFunding: true,
  version: true,
  addOns: { select: { addOnId: true, quantity: true, unitPrice: true } },
} satisfies Prisma.SubscriptionSelect

/**
 * Stores the provider's state of a subscription, unless something else was stored since `version`; null means that
 * there was no row. Returns our row's ID, null if the subscription is not ours, `outdated` if it has to be fetched
 * again.
 */
export async function storeSubscription(
  tx: Tx,
  subscription: Stripe.Subscription,
  version: number | null,
  issues: ItemIssue[],
): Promise<number | null | 'outdated'> {
  const orderId = orderNumber(await markedOrder(tx, subscription.metadata))
  const [locked] = await tx.$queryRaw<{ id: number; changeToken: string | null }[]>`
    SELECT s.id, CASE WHEN s.changing_since > clock_timestamp() - interval '2 minutes' THEN s.change_token END AS "changeToken"
    FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE s.stripe_subscription_id = ${subscription.id}
       OR (s.stripe_subscription_id IS NULL AND s.order_id = ${orderId}
           AND u.stripe_customer_id = ${idOf(subscription.customer)})
    FOR UPDATE OF s`
  if (!locked) return null
  const row = await tx.subscription.findUniqueOrThrow({ where: { id: locked.id }, select: stored })
  const isNew = row.stripeSubscriptionId === null
  const choice = choiceOf(subscription)
  const before = plainRow(row)
  const after = {
    ...before,
    ...stateOf(subscription),
    packageId: await knownPackage(tx, choice.packageId),
    packagePrice: choice.packagePrice,
    fee: choice.fee,
    addOns: sorted(await knownAddOns(tx, choice.addOns)),
  }
  if (isDeepStrictEqual(before, after)) {
    await tx.subscription.update({ where: { id: row.id }, data: { updatedAt: new Date() } })
    if (!locked.changeToken) await recordIssues(tx, row, subscription.id, issues)
    return row.id
  }
  if (!isNew && row.version !== version) return 'outdated'
  const { addOns, packagePrice, fee, endsOn, currentPeriodStart, currentPeriodEnd, ...plain } = after
  await tx.subscription.update({
    where: { id: row.id },
    data: {
      ...plain,
      ...(after.packageId !== row.packageId && (await contentsOf(tx, after.packageId, isNew ? orderId : null))),
      packagePrice: decimalOf(packagePrice),
      fee: decimalOf(fee),
      endsOn: endsOn && toDbDate(endsOn),
      currentPeriodStart: toDbDate(currentPeriodStart),
      currentPeriodEnd: toDbDate(currentPeriodEnd),
      version: row.version + 1,
      addOns: {
        deleteMany: {},
        create: addOns.map(({ unitPrice, ...addOn }) => ({ ...addOn, unitPrice: decimalOf(unitPrice) })),
      },
    },
  })
  await endSubscriptionOrder(tx, row.id)
  // A change on our form shows its fee; a change elsewhere is emailed to the family.
  const isUnseen = !isNew && fee > before.fee && !isShownByClaim(locked.changeToken)
  if (isUnseen && !after.cancelAtPeriodEnd) {
    await notifyNewFee(tx, { ...after, id: row.id, userId: row.userId, version: row.version + 1 })
  }
  if (!locked.changeToken) await recordIssues(tx, row, subscription.id, issues)
  return row.id
}

/** Records the subscription's issues, but not during a change, when its fee may be behind. */
async function recordIssues(
  tx: Tx,
  { id, userId }: { id: number; userId: string },
  stripeId: string,
  issues: ItemIssue[],
): Promise<void> {
  const present = issues.map((issue) => ({ ...issue, userId, subscriptionId: id }))
  await notifyIssues(tx, await saveIssues(tx, stripeId, present))
}

/** Converts a row: amounts in cents, days as text. */
function plainRow({ id, userId, version, ...row }: Prisma.SubscriptionGetPayload<{ select: typeof stored }>) {
  return {
    ...row,
    packagePrice: centsOf(row.packagePrice),
    fee: centsOf(row.fee),
    endsOn: row.endsOn && fromDbDate(row.endsOn),
    currentPeriodStart: fromDbDate(row.currentPeriodStart),
    currentPeriodEnd: fromDbDate(row.currentPeriodEnd),
    addOns: sorted(row.addOns.map((addOn) => ({ ...addOn, unitPrice: centsOf(addOn.unitPrice) }))),
  }
}

const sorted = <AddOn extends { addOnId: number }>(addOns: AddOn[]) => [...addOns].sort((a, b) => a.addOnId - b.addOnId)

function stateOf(subscription: Stripe.Subscription) {
  const [item] = subscription.items.data
  const method = knownMethod(subscription)
  const paying = method && payingMethod(method)
  const terms = termsOf(subscription.metadata)
  return {
    stripeSubscriptionId: subscription.id,
    status: subscription.status as string,
    cancelAtPeriodEnd: isEnding(subscription),
    endsOn: lastDay(subscription),
    ...(item && {
      currentPeriodStart: dayOf(item.current_period_start),
      currentPeriodEnd: dayOf(item.current_period_end),
    }),
    ...(method && {
      defaultPaymentMethodId: method.id,
      methodType: paying?.type ?? 'card',
      cardFunding: paying?.funding ?? null,
    }),
    ...(terms && { feeScope: terms.scope as string, feeRate: terms.rate }),
  }
}

const dayOf = (seconds: number): LocalDate => dayInZone(getEnv().schoolTimezone, new Date(seconds * 1000))

/** Returns the last day. A period ends at noon of the day after it; any other end day is itself the last one. */
function lastDay(subscription: Stripe.Subscription): LocalDate | null {
  if (!isEnding(subscription)) return null
  const end = subscription.items.data[0]?.current_period_end ?? null
  const at = subscription.cancel_at ?? end
  if (at === null) return null
  return at === end ? addDays(dayOf(at), -1) : dayOf(at)
}

async function knownPackage(tx: Tx, id: number | null): Promise<number | null> {
  const found = id && (await tx.package.findUnique({ where: { id }, select: { id: true } }))
  return found ? found.id : null
}

async function knownAddOns<AddOn extends { addOnId: number }>(tx: Tx, addOns: AddOn[]): Promise<AddOn[]> {
  const where = { id: { in: addOns.map(({ addOnId }) => addOnId) } }
  const known = await tx.addOn.findMany({ where, select: { id: true } })
  return addOns.filter(({ addOnId }) => known.some(({ id }) => id === addOnId))
}

/**
 * Returns the contents: as ordered or, if the family is changing to them, as in the present catalog; later catalog
 * changes do not reach it.
 */
async function contentsOf(tx: Tx, id: number | null, orderId: number | null) {
  const sold = id && (await tx.package.findUnique({ where: { id } }))
  if (!sold) return { lessons: 0, privateLessons: 0, makeupLessons: 0, hacks: 0 }
  const ordered = orderId && (await tx.orderItem.findFirst({ where: { orderId, packageId: id }, select: soldContents }))
  return ordered || contentsAsSold(sold)
}
