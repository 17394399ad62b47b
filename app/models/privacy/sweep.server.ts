import { Prisma } from '~/generated/prisma/client'
import { recordDeletion } from '~/models/log/chain.server'
import type { Retention } from '~/models/vocabulary/retention'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { withTx } from '~/platform/tx.server'
import { addMonths, startOfDayInZone } from '~/utils/dates'
import { findRetention } from './retention.server'

const { sql } = Prisma

/** The rows per statement. */
const BATCH = 1000
/** The statements per run: the rest waits for the next one. */
const BATCHES = 20

/** Selects log entries that say who let a horse go beyond its limit, and why: the workload log names them. */
const ALLOWS = sql`(action = 'ride.horse' AND detail->>'reason' IS NOT NULL)`

/**
 * Selects log entries that belong to the chain's own records, to the books, to the schedule's closed days or to changes
 * of permissions, or say when a horse rested or went beyond its limit. They stay. A closing and its undo are identified by a day alone.
 */
const STAYS = sql`(
  entity IN ('log', 'payment_transaction', 'payments', 'payment_issue', 'admin', 'waiver')
  OR action IN ('offline-payment.set', 'yearly-record.update', 'credit.use', 'credit.undo', 'student.package', 'student.erase', 'waiver.paper',
                'waiver.paper-withdrawn', 'customer.forget', 'school.fee', 'school.retention', 'horse.rest')
  OR action IN ('lesson.close-day', 'lesson.undo') AND length(entity_id) = 10
  OR ${ALLOWS})`

interface Sweep {
  months: keyof Retention
  table: string
  /** Selects rows from before an instant, which is the parameter. */
  old: (before: Date) => Prisma.Sql
  /** What they are changed to; without it they are deleted. */
  set?: Prisma.Sql
}

const SWEEPS: readonly Sweep[] = [
  {
    // The row stays: its key prevents an email of long ago from being sent again.
    months: 'emails',
    table: 'email_outbox',
    old: (before) => sql`created_at < ${before} AND text <> ''`,
    set: sql`recipient = '', subject = '', text = '', html = '', attachments = '{}', last_error = NULL`,
  },
  {
    months: 'emails',
    table: 'text_outbox',
    old: (before) => sql`created_at < ${before} AND number <> ''`,
    set: sql`number = '', body = ''`,
  },
  {
    months: 'notes',
    table: 'lessons',
    old: (before) => sql`scheduled_date < ${before}::date AND notes IS NOT NULL`,
    set: sql`notes = NULL`,
  },
  {
    months: 'notes',
    table: 'instructor_absences',
    old: (before) => sql`coalesce(through_date, from_date) < ${before}::date`,
  },
  {
    months: 'notes',
    table: 'audit_log',
    old: (before) =>
      sql`at < ${before} AND action IN ('ride.note', 'note.delete') AND detail ?| ARRAY['rows', 'to', 'from', 'text']`,
    set: sql`detail = detail - ARRAY['rows', 'spans', 'to', 'from', 'text']`,
  },
  {
    months: 'changes',
    table: 'audit_log',
    old: (before) =>
      sql`at < ${before} AND action IN ('lesson.close-day', 'lesson.undo') AND length(entity_id) = 10 AND detail ? 'rows'`,
    set: sql`detail = detail - ARRAY['rows', 'spans']`,
  },
  {
    months: 'changes',
    table: 'audit_log',
    old: (before) => sql`at < ${before} AND ${ALLOWS} AND detail ? 'spans'`,
    // Without them it can't be undone.
    set: sql`detail = detail - 'spans'`,
  },
  { months: 'changes', table: 'audit_log', old: (before) => sql`at < ${before} AND NOT ${STAYS}` },
  { months: 'views', table: 'data_views', old: (before) => sql`at < ${before}` },
  {
    // What was signed, when and under which text stays without the names.
    months: 'waivers',
    table: 'waiver_signatures',
    old: (before) =>
      sql`erased_at IS NULL AND EXISTS (SELECT FROM users u WHERE u.id = rider_id AND u.erased_at < ${before})`,
    set: sql`erased_at = now(), rider_name = '', typed_name = '', drawing = NULL, ip = NULL, user_agent = NULL, note = NULL`,
  },
]

/** Deletes what is past its retention time, one batch at a time. Returns how many rows of each table it was. */
export async function sweepOldData(size = BATCH): Promise<Record<string, number>> {
  const retention = await findRetention()
  const swept: Record<string, number> = {}
  for (const { months, table, old, set } of SWEEPS) {
    const before = startOfDayInZone(addMonths(today(), -retention[months]), getEnv().schoolTimezone)
    for (let batch = 0; batch < BATCHES; batch++) {
      const count = await sweep(table, old(before), set, size)
      swept[table] = (swept[table] ?? 0) + count
      if (count < size) break
    }
  }
  return swept
}

function sweep(table: string, old: Prisma.Sql, set: Prisma.Sql | undefined, size: number): Promise<number> {
  const name = Prisma.raw(table)
  const batch = sql`ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${old} LIMIT ${size} FOR UPDATE SKIP LOCKED))`
  const statement = set ? sql`UPDATE ${name} SET ${set} WHERE ${batch}` : sql`DELETE FROM ${name} WHERE ${batch}`
  if (table !== 'audit_log') return prisma.$executeRaw(statement)
  return withTx(async (tx) => {
    const lines = await tx.$queryRaw<{ id: number }[]>(sql`${statement} RETURNING id`)
    const gone = set ? [] : lines.map(({ id }) => id)
    if (lines.length) await recordDeletion(tx, 'retention', gone)
    return lines.length
  })
}
