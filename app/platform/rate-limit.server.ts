import { Prisma } from '~/generated/prisma/client'
import { databaseIn, databaseNow } from './database/database-now.server'
import { prisma } from './db.server'
import { Refused } from './refused'

/** Of a database and the one that took its place. */
const CLOCKS_DIFFER = 60_000

interface Limit {
  max: number
  seconds: number
}

/**
 * Returns 0 within the limit, else the seconds to wait. One statement, so that tries at the same moment all count. An end that is further
 * away than the limit is long was written by a clock that was ahead: it has passed.
 */
export async function countTry(key: string, { max, seconds }: Limit): Promise<number> {
  const ms = seconds * 1000
  const passed = Prisma.sql`(rate_limits.reset_at <= ${databaseNow()} OR rate_limits.reset_at > ${databaseIn(ms + CLOCKS_DIFFER)})`
  const [row] = await prisma.$queryRaw<{ count: number; wait: number }[]>(Prisma.sql`
    INSERT INTO rate_limits (key, count, reset_at) VALUES (${key}, 1, ${databaseIn(ms)})
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${passed} THEN 1 ELSE rate_limits.count + 1 END,
      reset_at = CASE WHEN ${passed} THEN excluded.reset_at ELSE rate_limits.reset_at END
    RETURNING count, greatest(1, ceil(extract(epoch FROM reset_at - ${databaseNow()})))::int AS wait`)
  return row && row.count > max ? row.wait : 0
}

export async function clearTries(keys: string[]): Promise<void> {
  await prisma.rateLimit.deleteMany({ where: { key: { in: keys } } })
}

const tooManyTries = (wait: number): string => {
  const minutes = Math.ceil(wait / 60)
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

export class TooManyTries extends Refused {
  /** @param wait in seconds */
  constructor(
    readonly wait: number,
    message = tooManyTries(wait),
  ) {
    super('too_many_tries', message)
  }
}

/** @throws TooManyTries if there are seconds to wait. */
export function refuseUntil(wait: number): void {
  if (wait) throw new TooManyTries(wait)
}

/** Counts one try under a key. @throws TooManyTries once there were more than the limit. */
export const limitTries = async (key: string, limit: Limit): Promise<void> => refuseUntil(await countTry(key, limit))

/** Returns how many there were. */
export function sweepRateLimits(): Promise<number> {
  return prisma.$executeRaw`DELETE FROM rate_limits WHERE reset_at <= ${databaseNow()}`
}
