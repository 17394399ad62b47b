import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { markedOrder } from '~/models/money/payments/provider/our-mark.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { notifyIssues } from '~/services/mail/issue-mail.server'
import { hasEnded } from '~/services/stripe/read-subscription.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { lockPayer } from './bought-order.server'
import { syncSubscription } from './sync-subscription.server'

/** Syncs a subscription. One that carries our order's ID and is not in the books is stored for the office. */
export async function syncUnknownSubscription(stripeSubscriptionId: string): Promise<void> {
  if (await syncSubscription(stripeSubscriptionId)) return
  const { customer, metadata, status } = await requireProvider().stripe.subscriptions.retrieve(stripeSubscriptionId)
  if (!(await markedOrder(prisma, metadata))) return
  await withTx(async (tx) => {
    const payer = await lockPayer(tx, idOf(customer), metadata)
    const issue = {
      kind: 'unknown-subscription' as const,
      userId: payer?.id ?? null,
      payer: payer?.email ?? null,
      detail: `Subscription ${stripeSubscriptionId} is not in the books.`,
    }
    await notifyIssues(tx, await saveIssues(tx, stripeSubscriptionId, hasEnded({ status }) ? [] : [issue]))
  })
}
