import { audit } from '~/platform/audit.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { lockHorse } from './horse.server'
import { assignHorse } from './horse-assignment.server'

/** A ride that loses its horse with the horse's removal. */
interface FreedRide {
  date: LocalDate
  time: TimeOfDay
  type: string
  riderId: string
  rider: string
  overReason: string | null
}

const FREED = `u.horse_id = $1 AND u.usage_date >= $2::date AND NOT EXISTS (
  SELECT 1 FROM lessons r WHERE r.student_id = u.student_id AND r.scheduled_date = u.usage_date
    AND r.scheduled_time = u.lesson_time AND r.attendance <> 'scheduled')`
const COLUMNS = `to_char(u.usage_date, 'YYYY-MM-DD') AS date, u.lesson_time AS time, u.lesson_type AS type,
  u.student_id AS "riderId", u.student_name AS rider, u.over_reason AS "overReason"`

/** The rides from today on that would need another horse, in order of time. @throws Refused 404 */
export async function ridesWith(id: number): Promise<{ name: string; rides: FreedRide[] }> {
  const horse = await prisma.horse.findFirst({ where: { id, isActive: true } })
  if (!horse) throw notFound('This horse no longer exists.')
  const sql = `SELECT ${COLUMNS} FROM horse_usage u WHERE ${FREED} ORDER BY 1, 2`
  return { name: horse.name, rides: await prisma.$queryRawUnsafe<FreedRide[]>(sql, id, today()) }
}

/** Its history stays; unrecorded rides from today on lose it. Returns how many. @throws Refused 404 */
export const removeHorse = (actorId: string, id: number): Promise<{ name: string; freed: number }> =>
  withTx(async (tx) => {
    const { name } = await lockHorse(tx, id)
    const sql = `DELETE FROM horse_usage u WHERE ${FREED} RETURNING ${COLUMNS}`
    const freed = await tx.$queryRawUnsafe<FreedRide[]>(sql, id, today())
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
  if (!entry) throw notFound('This horse no longer exists.')
  const { name, freed } = entry.detail as unknown as { name: string; freed: FreedRide[] | number }
  await withTx(async (tx) => {
    const { count } = await tx.horse.updateMany({ where: { id, isActive: false }, data: { isActive: true } })
    if (count === 0) throw new Refused(`${name} is back already.`, undefined, 409)
    await audit(tx, { actorId, action: 'horse.add', entity: 'horse', entityId: id, detail: { name } })
  })
  const rides = Array.isArray(freed) ? freed : []
  let back = 0
  for (const ride of rides) back += (await giveBack(actorId, ride, id)) ? 1 : 0
  return { name, back, lost: rides.length - back }
}

/** False if the ride is gone or has another horse, or the horse is busy or resting by now. */
async function giveBack(actorId: string, { overReason, ...ride }: FreedRide, horseId: number): Promise<boolean> {
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
