import { GONE, lockHorse } from '~/models/schedule/horses/horse.server'
import { AHEAD, AHEAD_COLUMNS, type RideAhead } from '~/models/schedule/horses/rest/rides-ahead.server'
import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { assignHorse } from './set-horse.server'

/** Its history stays; unrecorded rides from today on lose it. Returns how many. @throws Refused 404 */
export const removeHorse = (actorId: string, id: number): Promise<{ name: string; freed: number }> =>
  withTx(async (tx) => {
    const { name } = await lockHorse(tx, id)
    const sql = `DELETE FROM horse_usage u WHERE ${AHEAD} RETURNING ${AHEAD_COLUMNS}`
    const freed = await tx.$queryRawUnsafe<RideAhead[]>(sql, id, today())
    await tx.horse.update({ where: { id }, data: { isActive: false } })
    const detail = { name, freed: freed.map((ride) => ({ ...ride })) }
    await audit(tx, { actorId, action: 'horse.remove', entity: 'horse', entityId: id, detail })
    return { name, freed: freed.length }
  })

/**
 * Brings a removed horse back, to the rides that its removal took it from and that have no other horse since.
 * @returns how many rides have it again, and how many do not.
 * @throws Refused 404 if the log does not know of a removal; 409 if the horse is back already.
 */
export async function restoreHorse(actorId: string, id: number): Promise<{ name: string; back: number; lost: number }> {
  const entry = await prisma.auditEntry.findFirst({
    where: { action: 'horse.remove', entity: 'horse', entityId: String(id) },
    orderBy: { id: 'desc' },
  })
  if (!entry) throw notFound(GONE)
  const { name, freed } = entry.detail as unknown as { name: string; freed: RideAhead[] | number }
  await withTx(async (tx) => {
    const { count } = await tx.horse.updateMany({ where: { id, isActive: false }, data: { isActive: true } })
    if (count === 0) throw new Refused('already_done', `${name} is back already.`)
    await audit(tx, { actorId, action: 'horse.add', entity: 'horse', entityId: id, detail: { name } })
  })
  const rides = Array.isArray(freed) ? freed : []
  let back = 0
  for (const ride of rides) back += (await giveBack(actorId, ride, id)) ? 1 : 0
  return { name, back, lost: rides.length - back }
}

/** False if the ride is gone or has another horse, or the horse is busy or resting by now. */
async function giveBack(actorId: string, { overReason, ...ride }: RideAhead, horseId: number): Promise<boolean> {
  const other = await prisma.horseUsage.count({
    where: { studentId: ride.riderId, usageDate: new Date(ride.date), lessonTime: ride.time },
  })
  if (other > 0) return false
  try {
    await assignHorse(actorId, ride, { horseId, overReason: overReason ?? undefined })
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
