import { Prisma } from '~/generated/prisma/client'
import { COUNTERS, type CounterName } from '~/models/vocabulary/counters'
import { daysOfMonth, type Month, monthKey } from '~/models/vocabulary/month'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { type AllowanceRows, usageOfMonth } from './allowance'
import { allowanceRows } from './allowance.server'

export interface UsageEdit {
  counter: CounterName
  used: number
}

async function readUsage(tx: Tx, riderId: string, month: Month) {
  const { from } = daysOfMonth(month)
  const rows = (await allowanceRows([riderId], from, from, tx)).get(riderId) ?? { rides: [], adjustments: [] }
  return usageOfMonth(month, rows)
}

/** Returns a rider's used counters of a month, as screens show them. */
export async function usedCounters(tx: Tx, riderId: string, month: Month): Promise<Record<CounterName, number>> {
  const { usedOf } = await readUsage(tx, riderId, month)
  const used = { lessons: 0, private_lessons: 0, hacks: 0, horse_use: 0, makeups: 0 }
  for (const { name } of COUNTERS) used[name] = usedOf(name)
  return used
}

/**
 * Sets the used counters. The rider's row must be locked. A smaller number cancels rides, the first ones first: if such
 * a ride is corrected later, it is not canceled a second time.
 */
export async function setUsage(
  tx: Tx,
  actorId: string,
  { riderId, month }: { riderId: string; month: Month },
  { wishes, reason }: { wishes: UsageEdit[]; reason: string | null },
): Promise<void> {
  if (!wishes.length) return
  const { ridesOf, sumOf, usedOf } = await readUsage(tx, riderId, month)
  const data = wishes.flatMap(({ counter, used }) => {
    if (used === usedOf(counter)) return []
    const delta = used - sumOf(counter)
    const rides = [...ridesOf(counter)].sort((a, b) => a.date.localeCompare(b.date) || a.id - b.id)
    const rideIds = rides.slice(0, Math.max(0, -delta)).map(({ id }) => id)
    return [
      {
        studentId: riderId,
        ...month,
        counter,
        delta,
        rideIds,
        kind: 'edit',
        reason: reason ?? 'Changed by the office',
        byId: actorId,
        at: now(),
      },
    ]
  })
  if (!data.length) return
  await tx.usageAdjustment.createMany({ data })
  const detail = {
    month: monthKey(month),
    reason: reason ?? '',
    changes: data.map(({ counter, delta }) => ({ counter, delta })),
  }
  await audit(tx, { actorId, action: 'usage.edit', entity: 'student', entityId: riderId, detail })
}

/**
 * Resets counters: the rides that count now no longer do. For one rider, or for all in the office's lists; a rider is
 * reset once a month. Returns how many were reset.
 */
export const resetUsage = (actorId: string, month: Month, riderId?: string): Promise<number> =>
  withTx(async (tx) => {
    const riderIds = await lockResettable(tx, month, riderId)
    const { from } = daysOfMonth(month)
    const rows = await allowanceRows(riderIds, from, from, tx)
    const common = { ...month, kind: 'reset', reason: 'Reset Monthly Usage', byId: actorId, at: now() }
    const data = [...rows].flatMap(([studentId, row]) =>
      resetOf(month, row).map((reset) => ({ ...common, ...reset, studentId, forAll: riderId === undefined })),
    )
    await tx.usageAdjustment.createMany({ data })
    const reset = [...new Set(data.map(({ studentId }) => studentId))]
    await auditReset(tx, 'usage.reset', { actorId, month, reset, riderId })
    return reset.length
  })

/** Locks the riders in the order of their IDs, as every change of the schedule does. */
async function lockResettable(tx: Tx, { year, month }: Month, riderId: string | undefined): Promise<string[]> {
  const wanted = riderId === undefined ? Prisma.empty : Prisma.sql`AND id = ${riderId}`
  const locked = await tx.$queryRaw<{ id: string }[]>(Prisma.sql`
    SELECT id FROM users WHERE role = 'customer' AND hidden_at IS NULL ${wanted} ORDER BY id FOR UPDATE`)
  const done = await tx.usageAdjustment.findMany({
    where: { year, month, kind: 'reset', undoneAt: null },
    select: { studentId: true },
  })
  const reset = new Set(done.map(({ studentId }) => studentId))
  return locked.map(({ id }) => id).filter((id) => !reset.has(id))
}

/** Returns the adjustments of a reset; none for a rider who used nothing. */
function resetOf(month: Month, rows: Pick<AllowanceRows, 'rides' | 'adjustments'>) {
  const { ridesOf, sumOf } = usageOfMonth(month, rows)
  return COUNTERS.map(({ name }) => ({
    counter: name,
    delta: -sumOf(name),
    rideIds: ridesOf(name).map(({ id }) => id),
  })).filter(({ delta, rideIds }) => delta || rideIds.length)
}

/** Undoes the reset of one rider, or that of all except those who were reset individually. Returns how many got their counters back. */
export const undoReset = (actorId: string, month: Month, riderId?: string): Promise<number> =>
  withTx(async (tx) => {
    const rows = await tx.usageAdjustment.updateManyAndReturn({
      where: {
        ...month,
        kind: 'reset',
        undoneAt: null,
        ...(riderId === undefined ? { forAll: true } : { studentId: riderId }),
      },
      data: { undoneAt: now() },
      select: { studentId: true },
    })
    const reset = [...new Set(rows.map((row) => row.studentId))]
    await auditReset(tx, 'usage.reset-undo', { actorId, month, reset, riderId })
    return reset.length
  })

async function auditReset(
  tx: Tx,
  action: 'usage.reset' | 'usage.reset-undo',
  { actorId, month, reset, riderId }: { actorId: string; month: Month; reset: string[]; riderId?: string },
) {
  if (!reset.length) return
  const detail = { month: monthKey(month), students: reset }
  if (riderId === undefined) await audit(tx, { actorId, action, entity: 'month', entityId: monthKey(month), detail })
  else await audit(tx, { actorId, action, entity: 'student', entityId: riderId, detail })
}

/** Counts the riders that a reset of all has reset. */
export async function countResets(tx: Pick<Tx, 'usageAdjustment'>, month: Month): Promise<number> {
  const rows = await tx.usageAdjustment.groupBy({
    by: ['studentId'],
    where: { ...month, kind: 'reset', undoneAt: null, forAll: true },
  })
  return rows.length
}
