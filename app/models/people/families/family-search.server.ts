import { Prisma } from '~/generated/prisma/client'
import { mustBeBornBy } from '~/models/people/accounts/age'
import { personMatchesSql } from '~/models/people/accounts/name-sql.server'
import { isListed } from '~/models/people/accounts/rider-of.server'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { searchWords } from '~/platform/search.server'

type Wanted = 'guardian' | 'rider' | 'other'

export interface Candidate {
  id: string
  name: string
  email: string | null
  /** The guardian's name. */
  guardian: string | null
  riders: number
}

type Named = Parameters<typeof displayName>[0]

const SHOWN = 10

const FITS: Record<Wanted, (id: string) => Prisma.Sql> = {
  guardian: (id) => Prisma.sql`u.guardian_id IS NULL
    AND (u.birth_date IS NULL OR u.birth_date <= ${mustBeBornBy(today())}::date)
    AND u.id IS DISTINCT FROM (SELECT guardian_id FROM users WHERE id = ${id})`,
  rider: (id) =>
    Prisma.sql`u.guardian_id IS DISTINCT FROM ${id} AND NOT EXISTS (SELECT FROM users r WHERE r.guardian_id = u.id)`,
  other: () => Prisma.sql`u.merged_into_id IS NULL`,
}

/**
 * Finds candidates for the guardian of a student, a rider in the student's family, or another account of theirs; by
 * name, only the first ones.
 */
export async function familyCandidates(id: string, wanted: Wanted, search: string): Promise<Candidate[]> {
  if (!searchWords(search).length) return []
  const fits = FITS[wanted](id)
  const rows = await prisma.$queryRaw<(Named & { id: string; guardian: Named | null; riders: number })[]>(Prisma.sql`
    SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email,
           (SELECT json_build_object('firstName', g.first_name, 'lastName', g.last_name, 'email', g.email)
            FROM users g WHERE g.id = u.guardian_id) AS guardian,
           (SELECT count(*)::integer FROM users r WHERE r.guardian_id = u.id) AS riders
    FROM users u
    WHERE ${isListed('u')} AND u.id <> ${id} AND ${fits} AND ${personMatchesSql(search)}
    ORDER BY u.last_name, u.first_name, u.id LIMIT ${SHOWN}`)
  return rows.map(({ id, guardian, riders, ...row }) => ({
    id,
    name: displayName(row),
    email: row.email ?? null,
    guardian: guardian && displayName(guardian),
    riders,
  }))
}

const named = { id: true, firstName: true, lastName: true, email: true } as const

/** Returns what the office reads before a rider gets another guardian. Null if one of them is not a student. */
export async function linkToConfirm(riderId: string, guardianId: string) {
  const [rider, guardian] = await Promise.all(
    [riderId, guardianId].map((id) =>
      prisma.user.findFirst({
        where: { id, role: { not: 'instructor' }, erasedAt: null },
        select: { ...named, guardian: { select: named } },
      }),
    ),
  )
  if (!rider || !guardian) return null
  return {
    rider: { id: rider.id, name: displayName(rider) },
    guardian: { id: guardian.id, name: displayName(guardian), email: guardian.email },
    from: rider.guardian && { id: rider.guardian.id, name: displayName(rider.guardian) },
    hasSignIn: rider.email !== null,
    stays: await staysWithPayers(riderId, guardianId),
  }
}

/** Returns sentences about what others pay for a rider and will keep paying. */
export async function staysWithPayers(riderId: string, guardianId: string | null): Promise<string[]> {
  const subscriptions = await prisma.subscription.findMany({
    where: { riderId, status: { in: RUNNING_STATUSES }, userId: { not: guardianId ?? '' } },
    select: { package: { select: { name: true } }, user: { select: named } },
  })
  const orders = await prisma.order.findMany({
    where: {
      items: { some: { riderId } },
      status: { in: ['pending', 'processing'] },
      userId: { notIn: [riderId, guardianId ?? ''] },
    },
    select: { user: { select: named } },
    distinct: ['userId'],
  })
  return [
    ...subscriptions.map(
      ({ package: bought, user }) =>
        `${displayName(user)} will keep paying for the subscription${bought ? ` ${bought.name}` : ''} until it’s canceled.`,
    ),
    ...orders.map(
      ({ user }) =>
        `${displayName(user)} has a payment that isn’t finished. Once it’s paid, the lessons still go to this rider.`,
    ),
  ]
}
