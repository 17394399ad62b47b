import { t } from '#text'
import { Prisma } from '~/generated/prisma/client'
import { databaseIn, databaseNow } from './database/database-now.server'
import { prisma } from './db.server'
import { Refused } from './refused'

/** The most that a database's clock may differ from that of the one that replaced it, in milliseconds. */
const CLOCKS_DIFFER = 60_000

interface Limit {
  max: number
  seconds: number
}

/**
 * Counts a try. Returns 0 within the limit, otherwise the seconds to wait. It is one statement, so that simultaneous
 * tries all count. An end further away than the limit is long was written by a clock that was ahead, and counts as
 * passed.
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
  return t(
    '{minutes, plural, one {Too many attempts. Please try again in a minute.} other {Too many attempts. Please try again in # minutes.}}',
    { minutes },
  )
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

/** @throws TooManyTries if `wait`, in seconds, is not 0. */
export function refuseUntil(wait: number): void {
  if (wait) throw new TooManyTries(wait)
}

/** Counts one try under a key. @throws TooManyTries after more than the limit. */
export const limitTries = async (key: string, limit: Limit): Promise<void> => refuseUntil(await countTry(key, limit))

/** Deletes expired limits. Returns how many there were. */
export function sweepRateLimits(): Promise<number> {
  return prisma.$executeRaw`DELETE FROM rate_limits WHERE reset_at <= ${databaseNow()}`
}
