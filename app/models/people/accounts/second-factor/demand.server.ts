import { Prisma } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Whether a second factor is on, asked for or, a week after they first signed in, demanded; of `users u` and
 * `second_factors f`. The demo's sign-ins are for everyone, so it asks for none.
 */
export const secondFactorOf = (): Prisma.Sql => Prisma.sql`
  CASE WHEN u.role = 'customer' THEN 'no'
       WHEN f.confirmed_at IS NOT NULL THEN 'on'
       WHEN ${getEnv().mode === 'demo'} THEN 'no'
       WHEN f.asked_at <= ${new Date(now().getTime() - WEEK_MS)} THEN 'demand'
       ELSE 'ask' END`

/** The week begins when someone of the office, or an instructor, first signs in. */
export const noteAsked = (userId: string): Promise<number> => prisma.$executeRaw`
  INSERT INTO second_factors (user_id, asked_at) SELECT id, ${now()} FROM users WHERE id = ${userId} AND role <> 'customer'
  ON CONFLICT DO NOTHING`
