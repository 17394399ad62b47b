import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { withTx } from '~/platform/tx.server'
import { orGone, paymentProvider } from '~/services/stripe/stripe.server'

const BATCH = 20
const DELETED = 'customer.delete-methods'

/**
 * Deletes the saved methods of accounts that were merged: nobody can sign in to see or delete them, and the provider
 * cannot move them to another customer. Failures are tried again by the next run. Returns how many accounts were
 * processed.
 */
export async function deleteMergedMethods(): Promise<number> {
  const provider = paymentProvider()
  if (!provider) return 0
  const { stripe } = provider
  const merged = await prisma.$queryRaw<{ id: string; customer: string }[]>`
    SELECT u.id, u.stripe_customer_id AS customer FROM users u
    WHERE u.merged_into_id IS NOT NULL AND u.stripe_customer_id IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM audit_log a WHERE a.entity = 'student' AND a.entity_id = u.id AND a.action = ${DELETED}
          AND a.id > coalesce((SELECT max(m.id) FROM audit_log m
                               WHERE m.entity = 'student' AND m.entity_id = u.id AND m.action = 'family.merge'), 0))
    LIMIT ${BATCH}`
  for (const { id, customer } of merged) {
    try {
      const saved = await orGone(() => stripe.customers.listPaymentMethods(customer, { limit: 100 }))
      for (const method of saved?.data ?? []) await orGone(() => stripe.paymentMethods.detach(method.id))
      const detail = { count: saved?.data.length ?? 0 }
      await withTx((tx) => audit(tx, { actorId: null, action: DELETED, entity: 'student', entityId: id, detail }))
    } catch (error) {
      logError(error, { customer })
    }
  }
  return merged.length
}

/** Whether methods of this account were deleted since its last merge. */
export async function lostMethods(userId: string): Promise<boolean> {
  const [line] = await prisma.auditEntry.findMany({
    where: { entity: 'student', entityId: userId, action: { in: [DELETED, 'family.merge'] } },
    orderBy: { id: 'desc' },
    take: 1,
    select: { action: true, detail: true },
  })
  return line?.action === DELETED && (line.detail as { count?: number }).count !== 0
}
