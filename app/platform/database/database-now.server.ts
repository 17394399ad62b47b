import { Prisma } from '~/generated/prisma/client'
import { stoppedClock } from '~/platform/clock.server'

/**
 * This moment by the database's clock, for what one server writes and another one waits for: limits, claims, and pauses. Servers' clocks may
 * differ, and the database has one. Columns have milliseconds: rounded up, the moment would still be to come. Where a test has stopped the
 * clock, this is stopped too.
 */
export function databaseNow(): Prisma.Sql {
  const stopped = stoppedClock()
  return stopped ? Prisma.sql`${stopped}::timestamptz` : Prisma.sql`date_trunc('milliseconds', statement_timestamp())`
}

export const databaseIn = (ms: number): Prisma.Sql => Prisma.sql`(${databaseNow()} + ${ms} * interval '1 millisecond')`
