import { closeOrder } from '~/models/money/paying/close-order.server'
import { findOrder } from '~/models/money/payments/order.server'
import { voidOpenInvoices } from '~/models/money/sync/open-invoices.server'
import { eraseFamily } from '~/models/privacy/erase.server'
import {
  type Erasure,
  hindrances,
  peopleOf,
  refuseUnlessTyped,
  unpaidMonthsOf,
  unpaidOrdersOf,
} from '~/models/privacy/erasure.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { notFound } from '~/platform/refused'
import { translateProviderErrors } from '~/services/stripe/stripe.server'
import { deleteErasedCustomers } from './erased-customers.server'

/**
 * Closes what the family left unpaid, erases it, and deletes its customer at the provider; if that fails, a job tries
 * again. Returns the name that replaces the family's.
 * @throws Refused as `eraseFamily`; 503 if the provider does not answer.
 */
export async function eraseWithProvider(actorId: string, id: string, typed: string): Promise<{ former: string }> {
  const family = await peopleOf(prisma, id)
  if (!family) throw notFound('Student not found')
  refuseUnlessTyped(family, typed)
  // If something else prevents it anyway, payments stay open; `eraseFamily` says why.
  if (!(await hindrances(prisma, family)).length) await closeUnpaid(family)
  const erased = await eraseFamily(actorId, id, typed)
  await deleteErasedCustomers().catch((error) => logError(error, { job: 'delete-erased-customers' }))
  return erased
}

async function closeUnpaid({ people }: Erasure): Promise<void> {
  const ids = people.map(({ id }) => id)
  for (const id of await unpaidOrdersOf(prisma, ids)) {
    const order = await findOrder(id)
    if (order) await translateProviderErrors(() => closeOrder(order), 'change')
  }
  for (const id of await unpaidMonthsOf(prisma, ids)) {
    await translateProviderErrors(() => voidOpenInvoices(id), 'change')
  }
}
