import type { Tx } from '~/platform/tx.server'

/**
 * Locks weekdays for all processes until the transaction ends: changes of one weekday are made one at a time. The lock
 * is taken before any other, and always in the same order.
 */
export async function lockWeekdays(tx: Tx, weekdays: readonly number[]): Promise<void> {
  for (const weekday of [...new Set(weekdays)].sort()) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`lessons of weekday ${weekday}`}, 0))`
  }
}

export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** Locks all weekdays, as `changeLesson` does. */
export const lockWeek = (tx: Tx): Promise<void> => lockWeekdays(tx, EVERY_DAY)
