import type pg from 'pg'
import { overlaps } from '../../app/models/schedule/vocabulary/overlap'
import type { RosterDay } from '../../app/models/schedule/week/roster.server'
import type { ExpectedEntry } from './changes'
import type { Client } from './client'

/** Returns riders and horses in two overlapping lessons of a day, as sentences. */
export function doubleBooked(days: RosterDay[]): string[] {
  return days.flatMap(({ date, lessons }) => {
    const rides = lessons.flatMap(({ time, duration, type, riders }) =>
      riders.flatMap((rider) => [
        { who: `rider ${rider.name}`, time, duration, type },
        ...(rider.horse ? [{ who: `horse ${rider.horse.name}`, time, duration, type }] : []),
      ]),
    )
    return rides.flatMap((a, i) =>
      rides
        .slice(i + 1)
        .filter((b) => a.who === b.who && overlaps(a, b))
        .map((b) => `${a.who} is in ${a.time} ${a.type} and ${b.time} ${b.type} on ${date}`),
    )
  })
}

/** Returns the same from the tables alone. */
export async function doubleBookedRows(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ problem: string }>(`
    SELECT format('horse %s twice on %s', a.horse_name, a.usage_date) AS problem
    FROM horse_usage a JOIN horse_usage b ON a.id < b.id AND a.usage_date = b.usage_date AND a.horse_id = b.horse_id
      AND lesson_minutes(a.lesson_time, a.duration) && lesson_minutes(b.lesson_time, b.duration)
    UNION ALL
    SELECT format('rider %s twice on %s', a.student_id, a.lesson_date)
    FROM one_time_participants a JOIN one_time_participants b ON a.id < b.id AND a.lesson_date = b.lesson_date
      AND a.student_id = b.student_id
      AND lesson_minutes(a.scheduled_time, a.duration) && lesson_minutes(b.scheduled_time, b.duration)
    UNION ALL
    SELECT format('rider %s twice a week from %s', a.student_id, greatest(a.start_date, b.start_date))
    FROM weekly_schedule a JOIN weekly_schedule b ON a.id < b.id AND a.day_of_week = b.day_of_week
      AND a.student_id = b.student_id AND a.is_active AND b.is_active
      AND daterange(a.start_date, a.deleted_from_date) && daterange(b.start_date, b.deleted_from_date)
      AND lesson_minutes(a.scheduled_time, a.duration) && lesson_minutes(b.scheduled_time, b.duration)
    UNION ALL
    SELECT format('rider %s marked twice on %s', a.student_id, a.scheduled_date)
    FROM lessons a JOIN lessons b ON a.id < b.id AND a.scheduled_date = b.scheduled_date AND a.student_id = b.student_id
      AND coalesce(a.attendance, 'scheduled') <> 'scheduled' AND coalesce(b.attendance, 'scheduled') <> 'scheduled'
      AND lesson_minutes(a.scheduled_time, a.duration) && lesson_minutes(b.scheduled_time, b.duration)`)
  return rows.map(({ problem }) => problem)
}

export interface LogEntry {
  actorId: string | null
  action: string
  entity: string
  entityId: string
  detail: Record<string, unknown>
}

/** The entries that one change wrote in its transaction. */
export type LoggedChange = LogEntry[]

/** Reads the log in the order in which the changes began to write. */
export async function readLog(database: pg.Client): Promise<LoggedChange[]> {
  const { rows } = await database.query<LogEntry & { transaction: string }>(
    `SELECT xmin::text AS transaction, actor_id AS "actorId", action, entity, entity_id AS "entityId", detail - 'rows' - 'spans' - 'strays' AS detail
     FROM audit_log ORDER BY id`,
  )
  const changes = new Map<string, LoggedChange>()
  for (const { transaction, ...entry } of rows) {
    changes.set(transaction, [...(changes.get(transaction) ?? []), entry])
  }
  return [...changes.values()]
}

/**
 * Checks that the log contains a client's accepted changes in their order and no others, and that each mark with a
 * version replaced that version.
 */
export function compareWithLog(
  client: Client,
  accepted: readonly ExpectedEntry[][],
  log: readonly LoggedChange[],
): string[] {
  const rest = log.filter(([entry]) => entry?.actorId === client.actorId)
  const problems: string[] = []
  for (const expected of accepted) {
    const logged = rest[0] && wrote(expected, rest[0]) ? (rest.shift() ?? []) : []
    for (const { action, entityId, optional, from } of expected) {
      const entry = logged.find((one) => one.action === action && one.entityId === entityId)
      if (!entry && !optional) problems.push(`${action} of ${entityId} was accepted and is not in the log`)
      if (entry && from !== undefined && entry.detail.from !== from) {
        problems.push(`${entityId} was seen as ${from}, and the mark replaced ${entry.detail.from}`)
      }
    }
  }
  const unaccepted = rest.flat().map(({ action, entityId }) => `${action} of ${entityId} is in the log, unaccepted`)
  return [...problems, ...unaccepted]
}

/** Whether a change with these expected entries wrote these. */
function wrote(expected: readonly ExpectedEntry[], logged: LoggedChange): boolean {
  const found = logged.map(({ action, entityId }) =>
    expected.find((one) => one.action === action && one.entityId === entityId),
  )
  return found.every((one) => one !== undefined) && found.some((one) => !one?.besideOthers)
}
