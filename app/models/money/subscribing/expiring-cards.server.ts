import { cardExpiringEmail } from '~/emails/notices/card-expiring'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { logError } from '~/platform/log.server'
import { withTx } from '~/platform/tx.server'
import { queueNotice } from '~/services/mail/notices/queue-notice.server'
import { labelOfCard } from '~/services/stripe/payment-intents.server'
import { paymentProvider } from '~/services/stripe/stripe.server'
import { addMonths, monthEnd, monthRange } from '~/utils/dates'
import { paths } from '~/utils/paths'

const SHORT_WAIT = { timeout: 10_000, maxNetworkRetries: 1 }

interface Paying {
  userId: string
  methodId: string
}

/**
 * Reads each card that pays a running subscription from the provider, and notifies its family in the last month before
 * it expires, once per card. Returns how many were notified. A card that cannot be read is tried again by the next run.
 */
export async function notifyExpiringCards(): Promise<number> {
  const provider = paymentProvider()
  if (!provider) return 0
  const paying = await prisma.$queryRaw<Paying[]>`
    SELECT DISTINCT user_id AS "userId", default_payment_method_id AS "methodId" FROM subscriptions s
    WHERE status = ANY(${RUNNING_STATUSES}) AND method_type = 'card' AND NOT cancel_at_period_end
      AND default_payment_method_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM email_outbox o WHERE o.dedupe_key = 'card-expiring:' || s.default_payment_method_id)
    ORDER BY 1, 2`
  let told = 0
  for (const { userId, methodId } of paying) {
    try {
      const { card } = await provider.stripe.paymentMethods.retrieve(methodId, undefined, SHORT_WAIT)
      if (card) told += await notifyIfSoon(userId, methodId, card)
    } catch (error) {
      logError(error, { job: 'tell-expiring-cards', method: methodId })
    }
  }
  return told
}

interface Card {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

async function notifyIfSoon(userId: string, methodId: string, card: Card): Promise<number> {
  const until = monthEnd(monthRange(card.exp_year, card.exp_month).from)
  if (today() < addMonths(until, -1) || today() > until) return 0
  const { told } = await withTx((tx) =>
    queueNotice(tx, {
      kind: 'card-expiring',
      riderIds: [userId],
      keyOf: () => `card-expiring:${methodId}`,
      compose: (letter) =>
        cardExpiringEmail({
          ...letter,
          card: labelOfCard(card),
          until,
          subscriptionUrl: `${getEnv().appUrl}${paths.subscription()}`,
        }),
    }),
  )
  return told
}
