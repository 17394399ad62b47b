import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { lockStudent } from '~/models/people/families/student.server'
import { sayFit } from '~/models/schedule/match/match'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { notFound, Refused } from '~/platform/refused'
import { bare, instant, listStatement, queryLists, rowList, text } from '~/platform/row-lists.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { GONE } from './horse.server'

interface Wish {
  id: number
  riderId: string
  horseId: number
  good: boolean
  reason: string | null
  at: string
  horse: string
  student: Person
  by: Person
}

/** Selects what was said of riders with horses, for a statement with other lists. `where` is about `w` and the rider `u`. */
export const wishList = (where: string) =>
  rowList<Wish>(
    {
      id: bare('w.id'),
      riderId: text('w.student_id'),
      horseId: bare('w.horse_id'),
      good: bare('w.good'),
      reason: text('w.reason'),
      at: instant('w.at'),
      horse: text('h.name'),
      student: personColumn('w.student_id'),
      by: personColumn('w.by_id'),
    },
    `horse_wishes w JOIN horses h ON h.id = w.horse_id JOIN users u ON u.id = w.student_id WHERE ${where}`,
    'w.good DESC, h.name, u.first_name, w.id',
  )
const OF_RIDER = listStatement({ wishes: wishList('w.student_id = $1') })
const OF_HORSE = listStatement({ wishes: wishList('w.horse_id = $1 AND u.hidden_at IS NULL') })
const OF_ALL = listStatement({ wishes: wishList('u.hidden_at IS NULL') })

/** Returns them with the names of all three. */
export const wishesFound = (rows: readonly Wish[]) =>
  rows.map(({ student, by, at, ...row }) => ({
    ...row,
    at: new Date(at),
    rider: displayName(student),
    by: displayName(by),
  }))

/** What was said of a rider with horses, or of horses with riders who are not removed. */
export async function listWishes({
  riderId,
  horseId,
}: { riderId: string; horseId?: never } | { riderId?: never; horseId?: number | undefined }) {
  const { wishes } = await (riderId === undefined
    ? horseId === undefined
      ? queryLists(OF_ALL)
      : queryLists(OF_HORSE, [horseId])
    : queryLists(OF_RIDER, [riderId]))
  return wishesFound(wishes)
}

interface Pair {
  riderId: string
  horseId: number
}

/** @throws Refused 404; 409 if the opposite was said, which has to be removed first. */
export const addWish = (
  actorId: string,
  { riderId, horseId, fit, reason }: Pair & { fit: 'good' | 'not'; reason: string | null },
): Promise<string> =>
  withTx(async (tx) => {
    await lockStudent(tx, riderId)
    const horse = await tx.horse.findFirst({ where: { id: horseId, isActive: true } })
    if (!horse) throw notFound(GONE)
    const good = fit === 'good'
    const pair = { studentId: riderId, horseId }
    const known = await tx.horseWish.findUnique({ where: { studentId_horseId: pair } })
    if (known && known.good !== good) {
      throw new Refused('in_the_way', `“${sayFit(known)} ${horse.name}” was said already. Remove that first.`, 'fit')
    }
    const said = { good, reason, byId: actorId, at: now() }
    await tx.horseWish.upsert({
      where: { studentId_horseId: pair },
      create: { ...pair, ...said },
      // The same again without a reason adds nothing.
      update: reason === null ? { good } : said,
      select: { id: true },
    })
    await log(tx, actorId, 'wish.add', { riderId, horse: horse.name, good })
    return `${sayFit({ good })} ${horse.name}`
  })

/** Returns what was said, with which it can be said again; null if it is gone already. @throws Refused 404 */
export const removeWish = (actorId: string, { riderId, horseId }: Pair) =>
  withTx(async (tx) => {
    await lockStudent(tx, riderId)
    const pair = { studentId: riderId, horseId }
    const wish = await tx.horseWish.findUnique({
      where: { studentId_horseId: pair },
      include: { horse: { select: { name: true } } },
    })
    if (!wish) return null
    await tx.horseWish.delete({ where: { studentId_horseId: pair }, select: { id: true } })
    const { good, reason, horse } = wish
    await log(tx, actorId, 'wish.remove', { riderId, horse: horse.name, good })
    return { fit: good ? 'good' : 'not', reason: reason ?? '', said: `${sayFit(wish)} ${horse.name}` }
  })

/** The reason is no fact of the log, which is kept for longer. */
const log = (
  tx: Tx,
  actorId: string,
  action: 'wish.add' | 'wish.remove',
  { riderId, ...detail }: { riderId: string; horse: string; good: boolean },
) => audit(tx, { actorId, action, entity: 'student', entityId: riderId, detail })
