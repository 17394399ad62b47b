import { t } from '#text'
import { familyRider } from '~/models/people/families/family.server'
import { lockStudent } from '~/models/people/families/student.server'
import { type LockedMakeup, lockMakeup } from '~/models/schedule/makeups/lock-makeup.server'
import { notOpenReason } from '~/models/vocabulary/makeup'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import type { Ask } from './request.schema'

/** @throws Refused 409 if the makeup can no longer be booked. */
function requireOpenMakeup({ state }: Pick<LockedMakeup, 'state'>): void {
  if (state !== 'open') throw new Refused('makeup_closed', notOpenReason(state))
}

/** Locks the rider's account, then the makeup, in the order of a booking. @throws Refused 404 for another family's. */
async function lockOwn(tx: Tx, userId: string, makeupId: number): Promise<LockedMakeup> {
  const row = await tx.makeup.findUnique({ where: { id: makeupId }, select: { studentId: true } })
  const isOwn = row && (await familyRider(userId, row.studentId, tx).catch(() => null))
  if (!isOwn) throw notFound(t('This makeup no longer exists'))
  await lockStudent(tx, row.studentId)
  return lockMakeup(tx, makeupId)
}

/**
 * Requests a makeup time from the office for a family that finds no place. A withdrawn request is opened again. Returns
 * the request's ID.
 * @throws Refused 404 for another family's makeup; 409 if it is not open, or was requested already.
 */
export const requestMakeup = (userId: string, makeupId: number, { weekdays, wish }: Ask): Promise<number> =>
  withTx(async (tx) => {
    const makeup = await lockOwn(tx, userId, makeupId)
    requireOpenMakeup(makeup)
    const last = await tx.makeupRequest.findFirst({ where: { makeupId }, orderBy: { id: 'desc' } })
    if (last && !last.closedAt) throw new Refused('already_done', t('You already asked the office for this makeup.'))
    const asked = { weekdays: [...new Set(weekdays)].sort(), wish, byId: userId, createdAt: now() }
    const again = { ...asked, closedAt: null, closedBy: null, outcome: null }
    const { id } =
      last?.outcome === 'withdrawn'
        ? await tx.makeupRequest.update({ where: { id: last.id }, data: again })
        : await tx.makeupRequest.create({ data: { ...asked, makeupId, studentId: makeup.riderId } })
    await recordRequest(tx, userId, 'makeup.ask', makeup)
    return id
  })

/** Withdraws a family's request. @throws Refused 404 for another family's makeup; 409 if it was answered, or the makeup is not open. */
export const withdrawRequest = (userId: string, makeupId: number): Promise<void> =>
  withTx(async (tx) => {
    const makeup = await lockOwn(tx, userId, makeupId)
    const { id } = await requireOpenRequest(tx, makeup)
    const data = { outcome: 'withdrawn', closedAt: now(), closedBy: userId }
    await tx.makeupRequest.update({ where: { id }, data })
    await recordRequest(tx, userId, 'makeup.ask-no-more', makeup)
  })

/** Returns the open request of a makeup that is locked. @throws Refused 409 if there is none. */
async function requireOpenRequest(tx: Tx, makeup: LockedMakeup) {
  requireOpenMakeup(makeup)
  const last = await tx.makeupRequest.findFirst({ where: { makeupId: makeup.id }, orderBy: { id: 'desc' } })
  if (last && !last.closedAt) return last
  const why =
    last?.outcome === 'declined' ? t('The office has answered already.') : t('The family no longer asks for this.')
  throw new Refused('nothing_to_do', why)
}

export interface AskedMakeup extends LockedMakeup {
  askerId: string
}

/** Locks the makeup of a request that the office answers. @throws Refused 404 without it; 409 if it is no longer open. */
export async function lockRequest(tx: Tx, id: number): Promise<AskedMakeup> {
  const row = await tx.makeupRequest.findUnique({ where: { id }, select: { makeupId: true, studentId: true } })
  if (!row) throw notFound('This request no longer exists')
  await lockStudent(tx, row.studentId)
  const makeup = await lockMakeup(tx, row.makeupId)
  const { byId } = await requireOpenRequest(tx, makeup)
  return { ...makeup, askerId: byId }
}

/** @throws Refused 404 without it. */
export async function findRequest(id: number) {
  const row = await prisma.makeupRequest.findUnique({ where: { id } })
  if (!row) throw notFound('This request no longer exists')
  return row
}

/** Records a change of a request. Returns the ID of the log entry. */
export const recordRequest = (
  tx: Tx,
  actorId: string,
  action: `makeup.${'ask' | 'ask-no-more' | 'decline'}`,
  { id, riderId, type }: LockedMakeup,
): Promise<number> => audit(tx, { actorId, action, entity: 'student', entityId: riderId, detail: { makeup: id, type } })
