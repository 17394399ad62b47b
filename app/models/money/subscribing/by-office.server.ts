import type { BecameOf } from '~/emails/subscription-by-office'
import type { RunningSubscription } from '~/models/money/subscriptions/running-around.server'
import { endsAtOnce } from '~/models/vocabulary/subscription'
import { audit } from '~/platform/audit.server'
import { withTx } from '~/platform/tx.server'
import { notifyOfficeChange } from '~/services/mail/subscription-mail.server'
import { endRunning, keepRunning } from './subscriptions.server'

const runningOf = ({ id, stripeId }: RunningSubscription) => ({ rowId: id, id: stripeId })

/**
 * Cancels a family's subscription on its behalf, and notifies the payer: it ends with the paid month, or at once if
 * nothing is paid. A second click changes nothing. Returns whether this one did.
 */
export async function cancelByOffice(actorId: string, subscription: RunningSubscription): Promise<boolean> {
  await endRunning(runningOf(subscription), 'other')
  const became = endsAtOnce(subscription) ? 'ended' : 'ends'
  return tell(actorId, 'cancel', subscription, became)
}

/** Undoes a cancellation, and notifies the payer. Returns as `cancelByOffice`. @throws Refused 410 if it has ended. */
export async function keepByOffice(actorId: string, subscription: RunningSubscription): Promise<boolean> {
  await keepRunning(runningOf(subscription), 'other')
  return tell(actorId, 'keep', subscription, 'continues')
}

/** Notifies once per change, as counted by our row's version: another desk, or the family, may have been faster. */
const tell = (
  actorId: string,
  did: 'cancel' | 'keep',
  { id, payer, rider, version }: RunningSubscription,
  became: BecameOf,
): Promise<boolean> =>
  withTx(async (tx) => {
    const row = await tx.subscription.findUniqueOrThrow({ where: { id }, select: { version: true } })
    if (row.version === version || !(await notifyOfficeChange(tx, id, became))) return false
    const detail = { subscription: id, riderId: rider.id, became }
    await audit(tx, { actorId, action: `subscription.${did}`, entity: 'student', entityId: payer.id, detail })
    return true
  })
