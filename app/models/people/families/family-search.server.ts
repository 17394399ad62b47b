import { Prisma } from '~/generated/prisma/client'
import { mustBeBornBy } from '~/models/people/accounts/age'
import { type Person, personColumn, personMatchesSql } from '~/models/people/accounts/name-sql.server'
import { isListed } from '~/models/people/accounts/rider-of.server'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { listStatement, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
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

const RUNNING = RUNNING_STATUSES.map((status) => `'${status}'`).join(', ')

/** Selects what others pay for a rider, if its guardian is another one or none; both are SQL. */
const staysLists = (rider: string, guardian: string) => ({
  subscriptions: rowList<{ payer: Person; package: string | null }>(
    {
      payer: personColumn('s.user_id'),
      package: text('(SELECT p.name FROM packages p WHERE p.id = s.package_id)'),
    },
    `subscriptions s WHERE s.rider_id = ${rider} AND s.status IN (${RUNNING}) AND s.user_id IS DISTINCT FROM ${guardian}`,
    's.id',
  ),
  unfinished: rowList<{ payer: Person }>(
    { payer: personColumn('x.id') },
    `(SELECT DISTINCT o.user_id AS id FROM orders o JOIN order_items i ON i.order_id = o.id
      WHERE i.rider_id = ${rider} AND o.status IN ('pending', 'processing')
        AND o.user_id <> ${rider} AND o.user_id IS DISTINCT FROM ${guardian}) x`,
    'x.id',
  ),
})
const STAYS = listStatement(staysLists('$1', '$2::text'))
const LINK = listStatement({
  people: rowList<Person & { from: Person | null }>(
    {
      id: text('u.id'),
      firstName: text('u.first_name'),
      lastName: text('u.last_name'),
      email: text('u.email'),
      from: personColumn('u.guardian_id'),
    },
    `users u WHERE u.id IN ($1, $2) AND u.role <> 'instructor' AND u.erased_at IS NULL`,
  ),
  ...staysLists('$1', '$2'),
})

/** Returns what the office reads before a rider gets another guardian. Null if one of them is not a student. */
export async function linkToConfirm(riderId: string, guardianId: string) {
  const { people, ...stays } = await queryLists(LINK, [riderId, guardianId])
  const [rider, guardian] = [riderId, guardianId].map((id) => people.find((one) => one.id === id))
  if (!rider || !guardian) return null
  return {
    rider: { id: rider.id, name: displayName(rider) },
    guardian: { id: guardian.id, name: displayName(guardian), email: guardian.email },
    from: rider.from && { id: rider.from.id, name: displayName(rider.from) },
    hasSignIn: rider.email !== null,
    stays: sayStays(stays),
  }
}

/** Returns sentences about what others pay for a rider and will keep paying. */
export const staysWithPayers = async (riderId: string, guardianId: string | null): Promise<string[]> =>
  sayStays(await queryLists(STAYS, [riderId, guardianId]))

const sayStays = ({ subscriptions, unfinished }: RowsOf<typeof STAYS.lists>): string[] => [
  ...subscriptions.map(
    ({ payer, package: bought }) =>
      `${displayName(payer)} will keep paying for the subscription${bought ? ` ${bought}` : ''} until it’s canceled.`,
  ),
  ...unfinished.map(
    ({ payer }) =>
      `${displayName(payer)} has a payment that isn’t finished. Once it’s paid, the lessons still go to this rider.`,
  ),
]
