import { displayName, given } from '~/models/accounts/user'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { listStatement, queryLists, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import type { Db } from '~/platform/tx.server'

/** A person who rides in a family: the account itself, or a child whose guardian it is. */
export interface FamilyRider {
  id: string
  name: string
  firstName: string
  isSelf: boolean
}

/** Whether a user, given as SQL, has or had a ride, a place or a grant. */
const rode = (user: string) => `(
  EXISTS (SELECT FROM lessons WHERE student_id = ${user}) OR EXISTS (SELECT FROM weekly_schedule WHERE student_id = ${user})
  OR EXISTS (SELECT FROM one_time_participants WHERE student_id = ${user})
  OR EXISTS (SELECT FROM package_purchases WHERE user_id = ${user}))`

/** Whether a user, given as SQL, rides: it rode, or said so. */
const rides = (user: string) => `(${rode(user)} OR EXISTS (SELECT FROM users s WHERE s.id = ${user} AND s.rides_too))`

const isChild = (user: string) => `f.guardian_id = ${user} AND f.hidden_at IS NULL`

/** Whether a row of `users`, given by its alias, is a rider of a family. */
export const isRider = (user: string): string =>
  `(${user}.guardian_id IS NOT NULL OR ${rides(`${user}.id`)} OR NOT EXISTS (SELECT FROM users f WHERE ${isChild(`${user}.id`)}))`

/** The riders of a user, given as SQL: itself first, if it rides or there is no other; then the children by name. */
export const familyLists = (user: string) => ({
  family: rowList<{ id: string; firstName: string | null; lastName: string | null; email: string | null }>(
    { id: text('f.id'), firstName: text('f.first_name'), lastName: text('f.last_name'), email: text('f.email') },
    `users f WHERE ${isChild(user)} OR f.id = ${user}
      AND (${rides(user)} OR NOT EXISTS (SELECT FROM users f WHERE ${isChild(user)}))`,
    `f.id <> ${user}, f.first_name, f.last_name, f.id`,
  ),
})

/** The account, given as SQL, and its children, as the table `members` of a statement. */
export const memberTable = (user: string): string =>
  `members AS MATERIALIZED (SELECT f.id FROM users f WHERE f.id = ${user} OR ${isChild(user)})`

export const familyFrom = ({ family }: RowsOf<ReturnType<typeof familyLists>>, userId: string): FamilyRider[] =>
  family.map((row) => {
    const name = displayName(row)
    return { id: row.id, name, firstName: given(row.firstName) || name, isSelf: row.id === userId }
  })

export async function hasRides(userId: string, db: Db = prisma): Promise<boolean> {
  const [row] = await db.$queryRawUnsafe<{ rode: boolean }[]>(`SELECT ${rode('$1')} AS rode`, userId)
  return row?.rode ?? false
}

const OF_USER = listStatement(familyLists('$1'))

/** The account itself first, if it rides or the family has no other rider; then the children by name, without removed ones. */
export const ridersOfFamily = async (userId: string, db?: Db): Promise<FamilyRider[]> =>
  familyFrom(await queryLists(OF_USER, [userId], db), userId)

/** Who rides in an account, and what it may change of that itself. */
export interface OwnFamily {
  riders: FamilyRider[]
  mayAdd: boolean
  /** There are children, and nothing but its word tells whether the account rides too. */
  maySayRides: boolean
}

export async function ownFamily(userId: string): Promise<OwnFamily> {
  const riders = await ridersOfFamily(userId)
  const { guardianId } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { guardianId: true } })
  const maySayRides = riders.some(({ isSelf }) => !isSelf) && !(await hasRides(userId))
  return { riders, mayAdd: guardianId === null, maySayRides }
}

/** A rider whom this account may act for: itself always, or one of its children. @throws Refused 404 */
export async function familyRider(userId: string, riderId: string, db: Db = prisma): Promise<FamilyRider> {
  const rider = await db.user.findFirst({
    where: { id: riderId, OR: [{ id: userId }, { guardianId: userId, hiddenAt: null }] },
    select: { firstName: true, lastName: true, email: true },
  })
  if (!rider) throw notFound('Rider not found')
  const name = displayName(rider)
  return { id: riderId, name, firstName: given(rider.firstName) || name, isSelf: riderId === userId }
}
