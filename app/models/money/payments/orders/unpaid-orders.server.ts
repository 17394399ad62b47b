import type { Prisma } from '~/generated/prisma/client'
import type { OrderStatus } from '~/models/money/payments/order.server'
import { Refused } from '~/platform/refused'
import type { Db, Tx } from '~/platform/tx.server'
import type { OrderKind } from './order-lines.server'

/** Returns the IDs of orders that can still be paid. A subscription is paid month by month, by its invoices. */
export async function unpaidOrders(db: Db, whose: Prisma.OrderWhereInput): Promise<number[]> {
  const kind: OrderKind = 'one_time'
  const status: OrderStatus[] = ['pending', 'failed']
  const rows = await db.order.findMany({
    where: { AND: [whose, { kind, status: { in: status } }] },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id }) => id)
}

export const openedJustNow = () => new Refused('under_way', 'The family opened a payment just now. Please try again.')

/**
 * Moves unpaid orders on to a next attempt, so that a payment that someone is just opening belongs to an older one and
 * is closed again.
 * @throws Refused 409 if one of them is open at the provider: it has to be closed there first.
 */
export async function leaveAttempts(tx: Tx, orders: number[], change: { status?: OrderStatus } = {}): Promise<void> {
  const { count } = await tx.order.updateMany({
    where: { id: { in: orders }, stripePaymentIntentId: null, stripeCheckoutSessionId: null },
    data: { ...change, attempt: { increment: 1 } },
  })
  if (count < orders.length) {
    throw openedJustNow()
  }
}
