import { Prisma } from '~/generated/prisma/client'
import { counterOf, type MonthAllowance } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { personMatchesSql } from '~/models/people/accounts/name-sql.server'
import { isListed } from '~/models/people/accounts/rider-of.server'
import { isRider } from '~/models/people/families/family.server'
import { type ByGuardian, distinguish, guardianSql } from '~/models/people/families/namesakes'
import { MOST_RIDERS } from '~/models/people/families/rider-choice'
import type { RideTypeCounter } from '~/models/vocabulary/counters'
import type { Slot } from '~/models/vocabulary/slot'
import { prisma } from '~/platform/db.server'

export interface RiderToAdd {
  id: string
  name: string
  /** What the rider has left for such a lesson in its month; empty if the type is logged only. */
  left: string
}

const rides = Prisma.raw(isRider('u'))
const guardian = Prisma.raw(guardianSql)

interface Choice {
  search?: string
  /** A rider who is listed before all others. */
  first?: string | null
}

/**
 * Returns riders who are not in the lesson yet, by last name: the first `MOST_RIDERS` that match the search, and one
 * more if there are more. Three queries, however many riders.
 */
export async function ridersToAdd(
  { date, type }: Slot,
  riding: readonly { riderId: string }[],
  { search = '', first = null }: Choice = {},
): Promise<RiderToAdd[]> {
  const [rideType, all] = await Promise.all([
    prisma.rideType.findUnique({ where: { name: type }, select: { counter: true } }),
    // An account without a name is not a rider yet.
    prisma.$queryRaw<({ id: string } & ByGuardian)[]>`
      SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, ${guardian} AS guardian
      FROM users u
      WHERE ${isListed('u')}
        AND (u.first_name > '' OR u.last_name > '') AND ${rides} AND (${personMatchesSql(search)} OR u.id = ${first})
      ORDER BY u.id = ${first} DESC, u.last_name, u.first_name, u.id LIMIT ${MOST_RIDERS + 1 + riding.length}`,
  ])
  // The namesake may be in the lesson already.
  const free = distinguish(all).filter(({ id }) => !riding.some(({ riderId }) => riderId === id))
  const riders = free.slice(0, MOST_RIDERS + 1)
  const counter = (rideType?.counter ?? null) as RideTypeCounter | null
  const months = await allowancesOf(counter ? riders.map(({ id }) => id) : [], date, date)
  return riders.map((rider) => ({
    id: rider.id,
    name: rider.name,
    left: formatLeft(months.get(rider.id)?.[0], counter),
  }))
}

function formatLeft(month: MonthAllowance | undefined, name: RideTypeCounter | null): string {
  const counter = month && counterOf(month, name)
  if (!counter) return ''
  if (counter.allowed === 0) return month.renews ? 'renews' : 'not paid'
  return `${counter.used} of ${counter.allowed} used`
}
