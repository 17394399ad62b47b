import type { Tx } from '~/platform/tx.server'

/**
 * Held until the transaction ends, by every process: changes of one weekday are made one at a time. Taken before any other lock,
 * and always in the same order.
 */
export async function lockWeekdays(tx: Tx, weekdays: readonly number[]): Promise<void> {
  for (const weekday of [...new Set(weekdays)].sort()) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`lessons of weekday ${weekday}`}, 0))`
  }
}

export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

/** As `changeLesson` locks them, all of them. */
export const lockWeek = (tx: Tx): Promise<void> => lockWeekdays(tx, EVERY_DAY)
