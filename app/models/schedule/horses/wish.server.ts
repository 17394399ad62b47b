import { lockStudent } from '~/models/people/families/student.server'
import { sayFit } from '~/models/schedule/match/match'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { GONE } from './horse.server'

const person = { select: { firstName: true, lastName: true, email: true } } as const

/** What was said of a rider with horses, or of horses with riders who are not removed. */
export async function listWishes({ riderId, horseId }: Partial<Pair>) {
  const rows = await prisma.horseWish.findMany({
    where: riderId ? { studentId: riderId, horseId } : { horseId, student: { hiddenAt: null } },
    orderBy: [{ good: 'desc' }, { horse: { name: 'asc' } }, { student: { firstName: 'asc' } }, { id: 'asc' }],
    select: {
      ...{ id: true, studentId: true, horseId: true, good: true, reason: true, at: true },
      ...{ horse: { select: { name: true } }, student: person, by: person },
    },
  })
  return rows.map(({ studentId, horse, student, by, ...row }) => ({
    ...row,
    riderId: studentId,
    horse: horse.name,
    rider: displayName(student),
    by: displayName(by),
  }))
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
