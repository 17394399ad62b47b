import type { Tx } from './tx.server'

/** Notes, in the transaction of the work, that an event of the provider is worked off (payments, rule 5). */
export async function markProcessed(tx: Tx, eventId: string): Promise<void> {
  await tx.stripeEvent.updateMany({ where: { id: eventId, processedAt: null }, data: { processedAt: new Date() } })
}
