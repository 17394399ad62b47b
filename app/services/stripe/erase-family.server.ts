import { findOrder } from '~/models/payments/order.server'
import { eraseFamily } from '~/models/privacy/erase.server'
import { peopleOf, refuseUnlessTyped } from '~/models/privacy/erasure.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { notFound } from '~/platform/refused'
import { closeOrder } from './close-order.server'
import { deleteErasedCustomers } from './erased-customers.server'
import { translateProviderErrors } from './stripe.server'

/**
 * Ends what the family left unpaid in the shop, erases it, and deletes its customer at the provider; if that fails, a job tries again.
 * Returns the name that stands there from now on.
 * @throws Refused as `eraseFamily`; 503 if the provider does not answer.
 */
export async function eraseWithProvider(actorId: string, id: string, typed: string): Promise<{ former: string }> {
  const family = await peopleOf(prisma, id)
  if (!family) throw notFound('Student not found')
  refuseUnlessTyped(family, typed)
  await closeUnpaid(family.people.map((one) => one.id))
  const erased = await eraseFamily(actorId, id, typed)
  await deleteErasedCustomers().catch((error) => logError(error, { job: 'delete-erased-customers' }))
  return erased
}

async function closeUnpaid(userIds: string[]): Promise<void> {
  const open = await prisma.order.findMany({
    where: {
      OR: [{ userId: { in: userIds } }, { items: { some: { riderId: { in: userIds } } } }],
      kind: 'one_time',
      status: { in: ['pending', 'failed'] },
    },
    select: { id: true },
  })
  for (const { id } of open) {
    const order = await findOrder(id)
    if (order) await translateProviderErrors(() => closeOrder(order), 'change')
  }
}
