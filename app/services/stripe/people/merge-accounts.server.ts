import { type EmailOf, mergeAccounts } from '~/models/families/merge/merge.server'
import { findPair, UNFINISHED, whatStops } from '~/models/families/merge/merge-check.server'
import { type UndoneMerge, undoMerge, unpaidToGiveBack } from '~/models/families/merge/merge-undo.server'
import { findOrder, isPaying } from '~/models/payments/order.server'
import { unpaidOrders } from '~/models/payments/orders/unpaid-orders.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { notFound, RefusedList } from '~/platform/refused'
import { tellContact } from '~/services/stripe/customer.server'
import { reopenAt } from '~/services/stripe/payments.server'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { deleteMergedMethods, lostMethods } from './merged-methods.server'

/**
 * Closes what the other account left unpaid at the provider, so that the account that stays can pay it, merges them, and deletes the
 * saved methods of the account that is gone; if that fails, a job tries again.
 * @throws Refused as `mergeAccounts`; 503 if the provider does not answer.
 */
export async function mergeWithProvider(actorId: string, keptId: string, mergedId: string, email: EmailOf) {
  const pair = await findPair(prisma, keptId, mergedId)
  if (!pair) throw notFound('Student not found')
  // What something else stops anyway stays as it is; `mergeAccounts` says so.
  if (!(await whatStops(prisma, pair)).length) await closeAttempts(await unpaidOrders(prisma, { userId: mergedId }))
  const done = await mergeAccounts(actorId, keptId, mergedId, email)
  await tellContact(keptId)
  await deleteMergedMethods().catch((error) => logError(error, { job: 'delete-merged-methods' }))
  return done
}

/** Undoes a merge. @throws Refused as `undoMerge`; 503 if the provider does not answer. */
export async function undoWithProvider(
  actorId: string,
  mergedId: string,
): Promise<UndoneMerge & { /** Its saved methods were deleted, and stay so. */ lostMethods: boolean }> {
  await closeAttempts(await unpaidToGiveBack(mergedId))
  const done = await undoMerge(actorId, mergedId)
  await Promise.all([done.into, mergedId].map(tellContact))
  return { ...done, lostMethods: await lostMethods(mergedId) }
}

/** @throws Refused 409 if one of them is on its way. */
async function closeAttempts(orders: number[]): Promise<void> {
  for (const id of orders) {
    const order = await findOrder(id)
    const left = order && (await translateProviderErrors(() => reopenAt(order), 'change'))
    const now = left ? null : await findOrder(id)
    if (now && !isPaying(now)) throw new RefusedList('under_way', [UNFINISHED], 'Nothing was changed.')
  }
}
