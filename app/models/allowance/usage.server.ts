import { Prisma } from '~/generated/prisma/client'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { type Tx, withTx } from '~/platform/tx.server'
import type { Month } from './allowance'
import { type CounterName, USES_MAKEUP, USES_RIDE_TYPE_COUNTER } from './counters'
import { daysOfMonth, monthKey } from './month'

/** Unlike the counters on screens a sum can be below zero, after a ride was unmarked; a new adjustment starts there. */
const sums = ({ year, month }: Month, riderId?: string) => {
  const { from, to } = daysOfMonth({ year, month })
  const ofRider = (column: Prisma.Sql) =>
    riderId === undefined ? Prisma.empty : Prisma.sql`AND ${column} = ${riderId}`
  return Prisma.sql`
    SELECT student_id, counter, sum(n)::integer AS used FROM (
      SELECT r.student_id, CASE WHEN r.attendance = ANY(${USES_MAKEUP}) THEN 'makeups' ELSE t.counter END AS counter, 1 AS n
      FROM lessons r JOIN ride_types t ON t.name = r.type
      WHERE r.scheduled_date BETWEEN ${from}::date AND ${to}::date
        AND r.attendance = ANY(${[...USES_MAKEUP, ...USES_RIDE_TYPE_COUNTER]}) ${ofRider(Prisma.sql`r.student_id`)}
      UNION ALL
      SELECT student_id, counter, delta FROM usage_adjustments
      WHERE year = ${year} AND month = ${month} AND undone_at IS NULL ${ofRider(Prisma.sql`student_id`)}) uses
    WHERE counter IS NOT NULL GROUP BY student_id, counter`
}

export interface UsageWish {
  counter: CounterName
  used: number
}

const readSums = (tx: Tx, riderId: string, month: Month) =>
  tx.$queryRaw<{ counter: CounterName; used: number }[]>(sums(month, riderId))

/** A rider's used counters of a month as on screens: never below zero. */
export async function usedCounters(tx: Tx, riderId: string, month: Month): Promise<Record<CounterName, number>> {
  const used = { lessons: 0, private_lessons: 0, hacks: 0, horse_use: 0, makeups: 0 }
  for (const row of await readSums(tx, riderId, month)) used[row.counter] = Math.max(0, row.used)
  return used
}

/** The rider's row must be locked. */
export async function setUsage(
  tx: Tx,
  actorId: string,
  riderId: string,
  month: Month,
  wishes: UsageWish[],
  reason: string | null,
): Promise<void> {
  if (!wishes.length) return
  const rows = await readSums(tx, riderId, month)
  const data = wishes.flatMap(({ counter, used }) => {
    const current = rows.find((row) => row.counter === counter)?.used ?? 0
    const delta = used - current
    if (!delta || (used === 0 && current < 0)) return []
    return [
      {
        studentId: riderId,
        ...month,
        counter,
        delta,
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

/** For one rider, or for all on the office's lists; a rider is reset once a month. Returns how many were reset. */
export const resetUsage = (actorId: string, month: Month, riderId?: string): Promise<number> =>
  withTx(async (tx) => {
    const rows = await tx.$queryRaw<{ riderId: string }[]>(Prisma.sql`
      INSERT INTO usage_adjustments (student_id, year, month, counter, delta, kind, reason, by_id, at)
      SELECT s.student_id, ${month.year}, ${month.month}, s.counter, -s.used, 'reset', 'Reset Monthly Usage', ${actorId}, ${now()}
      FROM (${sums(month, riderId)}) s JOIN users u ON u.id = s.student_id
      WHERE s.used > 0 AND u.role = 'customer' AND u.hidden_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM usage_adjustments a WHERE a.student_id = s.student_id AND a.year = ${month.year}
          AND a.month = ${month.month} AND a.kind = 'reset' AND a.undone_at IS NULL)
      ON CONFLICT DO NOTHING
      RETURNING student_id AS "riderId"`)
    const reset = [...new Set(rows.map((row) => row.riderId))]
    await auditReset(tx, 'usage.reset', { actorId, month, reset, riderId })
    return reset.length
  })

/** Returns how many riders got their counters back. */
export const undoReset = (actorId: string, month: Month, riderId?: string): Promise<number> =>
  withTx(async (tx) => {
    const rows = await tx.usageAdjustment.updateManyAndReturn({
      where: { ...month, kind: 'reset', undoneAt: null, studentId: riderId },
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

export async function countResets(tx: Pick<Tx, 'usageAdjustment'>, month: Month): Promise<number> {
  const rows = await tx.usageAdjustment.groupBy({
    by: ['studentId'],
    where: { ...month, kind: 'reset', undoneAt: null },
  })
  return rows.length
}
