import { Prisma } from '~/generated/prisma/client'
import { staffSince } from '~/models/people/accounts/devices/devices.server'
import { secondFactorOf } from '~/models/people/accounts/second-factor/demand.server'
import type { CoatsByName } from '~/models/school/coat'
import { coatsSql } from '~/models/school/coats.server'
import { type School, schoolOf } from '~/models/school/school.server'
import { isAdmin, type SignedIn, type Viewer } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { mustBeBornBy } from './age'
import { personOf } from './rider-of.server'

interface OpenSession {
  user: SignedIn
  expire: Date
}

interface Row {
  user: SignedIn | null
  expire: Date | null
  lasts: boolean | null
  school: Parameters<typeof schoolOf>[0]
  coats: CoatsByName | null
}

/**
 * Finds a session with its user. `open` is null if it has expired; a blocked account, one without an email, or one of a
 * child under 13 is signed out at once. `isDayOver`: it was the office's or an instructor's, and is past its 12 hours.
 * The school and its horses' coats are included, because every page names it, and any page may name a horse.
 */
export async function findSession(
  sid: string,
): Promise<{ open: OpenSession | null; isDayOver: boolean; school: School; coats: CoatsByName | null }> {
  const [row] = await prisma.$queryRaw<[Row]>(Prisma.sql`
    SELECT v.viewer AS "user", v.expire, v.lasts,
           (SELECT json_build_object('name', name, 'phone', phone, 'email', email, 'address', address, 'color', color, 'logo', logo, 'feeRate', fee_rate,
                                     'feeScope', fee_scope, 'offerHours', offer_hours, 'passwordLeast', password_least,
                                     'payWords', pay_words, 'payAtSchool', pay_at_school, 'startHidden', start_hidden) FROM school WHERE id = 1) AS school,
           ${Prisma.raw(coatsSql)} AS coats
    FROM (SELECT) one LEFT JOIN (
      SELECT s.expire, u.role = 'customer' OR coalesce((s.sess->>'since')::timestamptz > ${staffSince()}, false) AS lasts,
             json_build_object(
               'id', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name, 'phone', u.phone,
               'parentName', u.parent_name, 'isAddressProved', u.email_verified_at IS NOT NULL, 'isPasswordPoor', coalesce((s.sess->>'poor')::boolean, false), 'secondFactor', ${secondFactorOf()}, 'role', u.role, 'stripeCustomerId', u.stripe_customer_id) AS viewer
      FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN second_factors f ON f.user_id = u.id
      WHERE s.sid = ${sid} AND s.expire > ${now()} AND s.sess->>'waits' IS NULL AND u.active AND u.email IS NOT NULL
        AND (u.birth_date IS NULL OR u.birth_date <= ${mustBeBornBy(today())}::date)) v ON true`)
  const { user, expire, lasts, school, coats } = row
  return {
    open: user && expire && lasts ? { user, expire } : null,
    isDayOver: lasts === false,
    school: schoolOf(school),
    coats,
  }
}

export async function signOutEverywhere(db: Db, userId: string): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { userId } })
  return count
}

/** Viewers may see themselves and the riders they are guardian of, removed ones too; administrators may see everyone. */
export async function canViewRider(viewer: Viewer, riderId: string): Promise<boolean> {
  if (viewer.id === riderId || isAdmin(viewer)) return true
  return (await prisma.user.count({ where: { id: riderId, ...personOf(viewer.id) } })) > 0
}
