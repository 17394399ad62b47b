import { Prisma } from '~/generated/prisma/client'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { isAdmin, type Viewer } from './user'

/** Null if the session is over. A blocked account, or one without an e-mail, is signed out at once. */
export async function findSession(sid: string): Promise<{ viewer: Viewer; expire: Date } | null> {
  const [row] = await prisma.$queryRaw<(Viewer & { expire: Date })[]>(Prisma.sql`
    SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.phone,
           u.parent_name AS "parentName", u.role, u.stripe_customer_id AS "stripeCustomerId", s.expire
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.sid = ${sid} AND s.expire > ${now()} AND u.active AND u.email IS NOT NULL`)
  if (!row) return null
  const { expire, ...viewer } = row
  return { viewer, expire }
}

export async function signOutEverywhere(db: Db, userId: string): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { userId } })
  return count
}

/** Viewers may see themselves and the riders they are guardian of; administrators may see everybody. */
export async function canViewRider(viewer: Viewer, riderId: string): Promise<boolean> {
  if (viewer.id === riderId || isAdmin(viewer)) return true
  return (await prisma.user.count({ where: { id: riderId, guardianId: viewer.id } })) > 0
}
