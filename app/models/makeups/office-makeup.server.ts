import { displayName } from '~/models/accounts/user'
import { lockStudent } from '~/models/students/student.server'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { toDbDate } from '~/utils/dates'
import type { GrantedMakeup } from './office-makeup.schema'

/** Whom the office gives a makeup, and for which ride types. @throws Refused 404 */
export async function makeupChoices(id: string): Promise<{ id: string; name: string; types: string[] }> {
  const person = await prisma.user.findFirst({
    where: { id, role: 'customer', erasedAt: null },
    select: { firstName: true, lastName: true, email: true },
  })
  if (!person) throw notFound('Student not found')
  const types = await prisma.rideType.findMany({
    where: { isActive: true, counter: { not: null } },
    select: { name: true },
    orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }],
  })
  return { id, name: displayName(person), types: types.map(({ name }) => name) }
}

/** The office gives a makeup without a ride. @throws Refused 404 without such a student; 400 for a last day that is over. */
export const grantMakeup = (
  actorId: string,
  studentId: string,
  { type, reason, until }: GrantedMakeup,
): Promise<number> =>
  withTx(async (tx) => {
    await lockStudent(tx, studentId)
    if (until < today()) throw new Refused('Choose a day to come', 'until')
    const rideType = await tx.rideType.findFirst({ where: { name: type, isActive: true, counter: { not: null } } })
    if (!rideType) throw new Refused('Choose a ride type', 'type')
    const days = { validFrom: toDbDate(today()), validTo: toDbDate(until) }
    const { id } = await tx.makeup.create({
      data: { studentId, why: 'office', lessonType: type, reason, ...days, byId: actorId, createdAt: now() },
    })
    const detail = { makeup: id, type, reason, until }
    await audit(tx, { actorId, action: 'makeup.grant', entity: 'student', entityId: studentId, detail })
    return id
  })

/** Takes back one that is not booked. @throws Refused 404 without it; 409 if it is booked, used or taken back. */
export const revokeMakeup = (actorId: string, id: number, reason: string): Promise<void> =>
  withTx(async (tx) => {
    const { studentId, revokedAt } = await lockMakeup(tx, id)
    if (revokedAt) throw new Refused('This makeup was taken back already.', undefined, 409)
    if ((await tx.makeupBooking.count({ where: { makeupId: id } })) > 0) {
      throw new Refused('This makeup is booked or used. Take the rider off that lesson first.', undefined, 409)
    }
    const data = { revokedAt: now(), revokedBy: actorId, revokeReason: reason }
    await tx.makeup.update({ where: { id }, data })
    const detail = { makeup: id, reason }
    await audit(tx, { actorId, action: 'makeup.revoke', entity: 'student', entityId: studentId, detail })
  })

/** Undo of `revokeMakeup`. @throws Refused 404 without it; 409 if it was not taken back. */
export const restoreMakeup = (actorId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    const { studentId, revokedAt } = await lockMakeup(tx, id)
    if (!revokedAt) throw new Refused('This makeup was not taken back.', undefined, 409)
    await tx.makeup.update({ where: { id }, data: { revokedAt: null, revokedBy: null, revokeReason: null } })
    const detail = { makeup: id }
    await audit(tx, { actorId, action: 'makeup.restore', entity: 'student', entityId: studentId, detail })
  })

async function lockMakeup(tx: Tx, id: number): Promise<{ studentId: string; revokedAt: Date | null }> {
  const [row] = await tx.$queryRaw<{ studentId: string; revokedAt: Date | null }[]>`
    SELECT student_id AS "studentId", revoked_at AS "revokedAt" FROM makeups WHERE id = ${id} FOR UPDATE`
  if (!row) throw notFound('This makeup no longer exists')
  return row
}
