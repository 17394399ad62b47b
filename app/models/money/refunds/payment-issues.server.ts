import { closeIssue, type PaymentIssueView, requireOpenIssue } from '~/models/money/issues/payment-issue.server'
import { boughtNow } from '~/models/money/sync/sync-payment.server'
import { Refused } from '~/platform/refused'
import { translateProviderErrors } from '~/services/stripe/stripe.server'

const sourceOf = ({ stripeId }: PaymentIssueView) => (stripeId.startsWith('in_') ? { invoice: stripeId } : stripeId)

/** Whether the office can grant what was paid: the payer is known, and so is what was bought. */
export const canGrant = ({ kind, userId }: PaymentIssueView): boolean =>
  userId !== null &&
  ['paid-twice', 'wrong-amount', 'wrong-customer', 'unknown-subscription', 'month-over'].includes(kind)

/**
 * Grants what a payment that matches nothing has paid, once: its days and lessons as they were sold.
 * @throws Refused 404 if unknown, 409 if it has gone back or nobody knows what was bought, `already_done`
 */
export const grantIssue = (actorId: string, id: number): Promise<void> =>
  translateProviderErrors(async () => {
    const issue = await requireOpenIssue(id)
    const grant = canGrant(issue) ? await boughtNow(sourceOf(issue)) : null
    if (!grant)
      throw new Refused(
        'not_refundable',
        'We can’t add lessons for this payment. Refund it, or ignore it with a reason.',
      )
    await closeIssue(actorId, id, { outcome: 'granted', reason: null }, grant)
  })

/** Leaves a payment or subscription as it is, with a reason. @throws Refused 404, `already_done` */
export const ignoreIssue = (actorId: string, id: number, reason: string): Promise<void> =>
  closeIssue(actorId, id, { outcome: 'ignored', reason })
