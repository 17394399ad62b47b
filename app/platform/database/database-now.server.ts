import { Prisma } from '~/generated/prisma/client'
import { stoppedClock } from '~/platform/clock.server'

/**
 * The present moment by the database's clock, for times that one server writes and another compares: limits, claims,
 * and pauses. Servers' clocks may differ; the database has one. It is cut to milliseconds, as columns are: rounded up,
 * it would lie in the future. If a test has stopped the clock, this is stopped too.
 */
export function databaseNow(): Prisma.Sql {
  const stopped = stoppedClock()
  return stopped ? Prisma.sql`${stopped}::timestamptz` : Prisma.sql`date_trunc('milliseconds', statement_timestamp())`
}

export const databaseIn = (ms: number): Prisma.Sql => Prisma.sql`(${databaseNow()} + ${ms} * interval '1 millisecond')`
