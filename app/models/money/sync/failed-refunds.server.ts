import { saveIssues } from '~/models/money/issues/payment-issue.server'
import { unsettledFailures } from '~/models/money/payments/refund'
import type { Tx } from '~/platform/tx.server'
import { notifyIssues } from '~/services/mail/issue-mail.server'
import { chargeOf, type ProviderPayment } from '~/services/stripe/payment-intents.server'
import { formatCents } from '~/utils/money'
import type { Bought } from './bought'

/** Records a failed refund as an issue for the office until one of the same amount succeeds, or the whole payment was refunded. */
export async function saveFailedRefunds(
  tx: Tx,
  { userId, email, orderId, description }: Bought,
  { intent, refunds, back }: ProviderPayment,
  transactionId: number | null,
): Promise<void> {
  const open = back ? [] : unsettledFailures(refunds)
  for (const refund of refunds.filter(({ isDead, isFee }) => isDead && !isFee)) {
    const { id, amount } = refund
    const detail = `Refund ${id} of ${formatCents(amount)} did not arrive. It was for ${description}.`
    const issue = { kind: 'refund-failed' as const, userId, orderId, transactionId, payer: email, amount, detail }
    await notifyIssues(tx, await saveIssues(tx, id, open.includes(refund) ? [issue] : [], 'refunded'))
  }
  const charge = chargeOf(intent)
  // The owed fee was refunded with the rest.
  if (back && charge) await saveIssues(tx, charge.id, [], 'refunded')
}
