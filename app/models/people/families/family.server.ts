import { t } from '#text'
import { Prisma } from '~/generated/prisma/client'
import { childOf, isChildOf, LISTED, personOf } from '~/models/people/accounts/rider-of.server'
import { displayName, given } from '~/models/vocabulary/user'
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

/** Returns SQL for whether a user has or had a ride, a place or a grant. */
const rode = (user: string) => `(
  EXISTS (SELECT FROM lessons WHERE student_id = ${user}) OR EXISTS (SELECT FROM weekly_schedule WHERE student_id = ${user})
  OR EXISTS (SELECT FROM one_time_participants WHERE student_id = ${user})
  OR EXISTS (SELECT FROM package_purchases WHERE user_id = ${user}))`

/** Returns SQL for whether a user rides: they did, or said so. */
const rides = (user: string) => `(${rode(user)} OR EXISTS (SELECT FROM users s WHERE s.id = ${user} AND s.rides_too))`

const isChild = (user: string) => isChildOf('f', Prisma.raw(user)).text

/** Returns SQL for whether a row of `users`, given by its alias, is a rider of a family. */
export const isRider = (user: string): string =>
  `(${user}.guardian_id IS NOT NULL OR ${rides(`${user}.id`)} OR NOT EXISTS (SELECT FROM users f WHERE ${isChild(`${user}.id`)}))`

/** The riders of a user, given as SQL: itself first, if it rides or there is no other; then those of its children by name. */
const riderLists = (user: string, child: string) => ({
  family: rowList<{ id: string; firstName: string | null; lastName: string | null; email: string | null }>(
    { id: text('f.id'), firstName: text('f.first_name'), lastName: text('f.last_name'), email: text('f.email') },
    `users f WHERE ${child} OR f.id = ${user} AND (${rides(user)} OR NOT EXISTS (SELECT FROM users f WHERE ${child}))`,
    `f.id <> ${user}, f.first_name, f.last_name, f.id`,
  ),
})

export const familyLists = (user: string) => riderLists(user, isChild(user))

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
const WITH_REMOVED = listStatement(riderLists('$1', 'f.guardian_id = $1 AND f.merged_into_id IS NULL'))

/** Returns the riders: the account first, if it rides or the family has no other rider; then the children by name, without removed ones. */
export const ridersOfFamily = async (userId: string, db?: Db): Promise<FamilyRider[]> =>
  familyFrom(await queryLists(OF_USER, [userId], db), userId)

/** As `ridersOfFamily`, with those whom the office removed: of them there may be rides ahead, and a history. */
export const everyRiderOfFamily = async (userId: string): Promise<FamilyRider[]> =>
  familyFrom(await queryLists(WITH_REMOVED, [userId]), userId)

/** Who rides in an account, and what it may change of that itself. */
interface OwnFamily {
  riders: FamilyRider[]
  mayAdd: boolean
  /** Whether the account may say that it rides: there are children, and nothing else shows it. */
  maySayRides: boolean
}

export async function ownFamily(userId: string): Promise<OwnFamily> {
  const riders = await ridersOfFamily(userId)
  const { guardianId } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { guardianId: true } })
  const maySayRides = riders.some(({ isSelf }) => !isSelf) && !(await hasRides(userId))
  return { riders, mayAdd: guardianId === null, maySayRides }
}

/** A rider for whom this account may begin something new: itself always, or one of its children. @throws Refused 404 */
export const familyRider = (userId: string, riderId: string, db: Db = prisma): Promise<FamilyRider> =>
  findRider(db, userId, riderId, { OR: [{ id: userId }, childOf(userId)] })

/** A rider whose rides this account may see and call off: one whom the office removed as well. @throws Refused 404 */
export const ownRider = (userId: string, riderId: string, db: Db = prisma): Promise<FamilyRider> =>
  findRider(db, userId, riderId, personOf(userId))

/** A rider of the office's lists, whom it may add to a lesson. @throws Refused 404 */
export async function listedRider(id: string): Promise<{ id: string; name: string }> {
  const select = { firstName: true, lastName: true, email: true }
  const user = await prisma.user.findFirst({ where: { id, ...LISTED }, select })
  if (!user) throw notFound('Student not found')
  return { id, name: displayName(user) }
}

async function findRider(db: Db, userId: string, riderId: string, of: Prisma.UserWhereInput): Promise<FamilyRider> {
  const rider = await db.user.findFirst({
    where: { id: riderId, ...of },
    select: { firstName: true, lastName: true, email: true },
  })
  if (!rider) throw notFound(t('Rider not found'))
  const name = displayName(rider)
  return { id: riderId, name, firstName: given(rider.firstName) || name, isSelf: riderId === userId }
}
