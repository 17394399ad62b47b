import { type EmailOf, mergeAccounts } from '~/models/merge/merge.server'
import { findPair, UNFINISHED, whatStops } from '~/models/merge/merge-check.server'
import { type UndoneMerge, undoMerge, unpaidToGiveBack } from '~/models/merge/merge-undo.server'
import { reopenAt } from '~/models/money/paying/payments.server'
import { findOrder, isPaying } from '~/models/money/payments/order.server'
import { unpaidOrders } from '~/models/money/payments/orders/unpaid-orders.server'
import { sendContact } from '~/models/money/payments/provider/customer.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { notFound, RefusedList } from '~/platform/refused'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { deleteMergedMethods, lostMethods } from './merged-methods.server'

/**
 * Closes the other account's open payments at the provider, so that the surviving account can pay instead, merges the
 * accounts, and deletes the saved methods of the account that is gone; if that fails, a job tries again.
 * @throws Refused as `mergeAccounts`; 503 if the provider does not answer.
 */
export async function mergeWithProvider(actorId: string, keptId: string, mergedId: string, email: EmailOf) {
  const pair = await findPair(prisma, keptId, mergedId)
  if (!pair) throw notFound('Student not found')
  // If something else blocks the merge anyway, payments stay open; `mergeAccounts` says why.
  if (!(await whatStops(prisma, pair)).length) await closeAttempts(await unpaidOrders(prisma, { userId: mergedId }))
  const done = await mergeAccounts(actorId, keptId, mergedId, email)
  await sendContact(keptId)
  await deleteMergedMethods().catch((error) => logError(error, { job: 'delete-merged-methods' }))
  return done
}

/** Undoes a merge. @throws Refused as `undoMerge`; 503 if the provider does not answer. */
export async function undoWithProvider(
  actorId: string,
  mergedId: string,
): Promise<UndoneMerge & { /** Whether its saved methods were deleted, which is not undone. */ lostMethods: boolean }> {
  await closeAttempts(await unpaidToGiveBack(mergedId))
  const done = await undoMerge(actorId, mergedId)
  await Promise.all([done.into, mergedId].map(sendContact))
  return { ...done, lostMethods: await lostMethods(mergedId) }
}

/** Closes the open payments of orders. @throws Refused 409 if one of them is being paid. */
async function closeAttempts(orders: number[]): Promise<void> {
  for (const id of orders) {
    const order = await findOrder(id)
    const left = order && (await translateProviderErrors(() => reopenAt(order), 'change'))
    const now = left ? null : await findOrder(id)
    if (now && !isPaying(now)) throw new RefusedList('under_way', [UNFINISHED], 'Nothing was changed.')
  }
}
