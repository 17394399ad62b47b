import { Prisma } from '~/generated/prisma/client'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { type Tx, withTx } from '~/platform/tx.server'
import type { Month } from './allowance'
import { type CounterName, USES_MAKEUP, USES_RIDE_TYPE_COUNTER } from './counters'
import { daysOfMonth, monthKey } from './month'

/**
 * What rides and adjustments add up to, by student and counter. Unlike the counters on screen it may be below zero, where
 * a ride was unmarked after an adjustment: a new adjustment has to start from there.
 */
const sums = ({ year, month }: Month, studentId?: string) => {
  const { from, to } = daysOfMonth({ year, month })
  const of = (column: Prisma.Sql) => (studentId === undefined ? Prisma.empty : Prisma.sql`AND ${column} = ${studentId}`)
  return Prisma.sql`
    SELECT student_id, counter, sum(n)::integer AS used FROM (
      SELECT r.student_id, CASE WHEN r.attendance = ANY(${USES_MAKEUP}) THEN 'makeups' ELSE t.counter END AS counter, 1 AS n
      FROM lessons r JOIN ride_types t ON t.name = r.type
      WHERE r.scheduled_date BETWEEN ${from}::date AND ${to}::date
        AND r.attendance = ANY(${[...USES_MAKEUP, ...USES_RIDE_TYPE_COUNTER]}) ${of(Prisma.sql`r.student_id`)}
      UNION ALL
      SELECT student_id, counter, delta FROM usage_adjustments
      WHERE year = ${year} AND month = ${month} AND undone_at IS NULL ${of(Prisma.sql`student_id`)}) uses
    WHERE counter IS NOT NULL GROUP BY student_id, counter`
}

/** A used counter as the office wants it. */
export interface UsageWish {
  counter: CounterName
  used: number
}

const readSums = (tx: Tx, studentId: string, month: Month) =>
  tx.$queryRaw<{ counter: CounterName; used: number }[]>(sums(month, studentId))

/** What a student has used of a month's counters, as screens show it: never below zero. */
export async function usedCounters(tx: Tx, studentId: string, month: Month): Promise<Record<CounterName, number>> {
  const used = { lessons: 0, private_lessons: 0, hacks: 0, horse_use: 0, makeups: 0 }
  for (const row of await readSums(tx, studentId, month)) used[row.counter] = Math.max(0, row.used)
  return used
}

/** Sets used counters of a month by recorded adjustments. The student's row must be locked. */
export async function setUsage(
  tx: Tx,
  actorId: string,
  studentId: string,
  month: Month,
  wishes: UsageWish[],
  reason: string | null,
): Promise<void> {
  if (!wishes.length) return
  const rows = await readSums(tx, studentId, month)
  const data = wishes.flatMap(({ counter, used }) => {
    const current = rows.find((row) => row.counter === counter)?.used ?? 0
    const delta = used - current
    if (!delta || (used === 0 && current < 0)) return []
    return [
      {
        studentId,
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
  await audit(tx, { actorId, action: 'usage.edit', entity: 'student', entityId: studentId, detail })
}

/**
 * Sets every used counter of a month to zero, for one student or all that the office's lists show, by one adjustment each.
 * A student is reset once a month: who was already is left as they are. Returns how many students were reset.
 */
export const resetUsage = (actorId: string, month: Month, studentId?: string): Promise<number> =>
  withTx(async (tx) => {
    const rows = await tx.$queryRaw<{ studentId: string }[]>(Prisma.sql`
      INSERT INTO usage_adjustments (student_id, year, month, counter, delta, kind, reason, by_id, at)
      SELECT s.student_id, ${month.year}, ${month.month}, s.counter, -s.used, 'reset', 'Reset Monthly Usage', ${actorId}, ${now()}
      FROM (${sums(month, studentId)}) s JOIN users u ON u.id = s.student_id
      WHERE s.used > 0 AND u.role = 'customer' AND u.hidden_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM usage_adjustments a WHERE a.student_id = s.student_id AND a.year = ${month.year}
          AND a.month = ${month.month} AND a.kind = 'reset' AND a.undone_at IS NULL)
      ON CONFLICT DO NOTHING
      RETURNING student_id AS "studentId"`)
    const students = [...new Set(rows.map((row) => row.studentId))]
    await auditReset(tx, 'usage.reset', { actorId, month, students, rider: studentId })
    return students.length
  })

/** Takes the resets of a month back, for one student or all. Returns how many students got their counters back. */
export const undoReset = (actorId: string, month: Month, studentId?: string): Promise<number> =>
  withTx(async (tx) => {
    const rows = await tx.usageAdjustment.updateManyAndReturn({
      where: { ...month, kind: 'reset', undoneAt: null, ...(studentId === undefined ? {} : { studentId }) },
      data: { undoneAt: now() },
      select: { studentId: true },
    })
    const students = [...new Set(rows.map((row) => row.studentId))]
    await auditReset(tx, 'usage.reset-undo', { actorId, month, students, rider: studentId })
    return students.length
  })

/** `rider` is the one rider that was asked for; without it the entry is about the month. */
async function auditReset(
  tx: Tx,
  action: 'usage.reset' | 'usage.reset-undo',
  { actorId, month, students, rider }: { actorId: string; month: Month; students: string[]; rider?: string },
) {
  if (!students.length) return
  const detail = { month: monthKey(month), students }
  if (rider === undefined) await audit(tx, { actorId, action, entity: 'month', entityId: monthKey(month), detail })
  else await audit(tx, { actorId, action, entity: 'student', entityId: rider, detail })
}

/** How many students have a reset in a month that was not taken back. */
export async function countResets(tx: Pick<Tx, 'usageAdjustment'>, month: Month): Promise<number> {
  const rows = await tx.usageAdjustment.groupBy({
    by: ['studentId'],
    where: { ...month, kind: 'reset', undoneAt: null },
  })
  return rows.length
}
