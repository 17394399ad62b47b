import { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/accounts/user'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import type { Db } from '~/platform/tx.server'
import { dayInZone, dayOfWeek, formatDay } from '~/utils/dates'
import { describeLessonChange, type LessonChange } from './lesson-changes'
import { type Slot, slotKey } from './week'

interface Row extends LessonChange {
  id: number
  at: Date
  firstName: string | null
  lastName: string | null
  email: string | null
}

/** More than a lesson has in years; the newest are kept. */
const MOST = 200

/** Changes of that day, weekly changes of that day or earlier, and records of its rides; the newest first. */
async function loadChanges(slot: Slot, db: Db, where = Prisma.sql`true`, limit = MOST): Promise<Row[]> {
  const { date, time, type } = slot
  const key = slotKey(slot)
  const weekly = (
    id: Prisma.Sql,
  ) => Prisma.sql`(a.detail->>'scope' = 'weekly' AND substr(${id}, 12) = ${`${time} ${type}`}
    AND left(${id}, 10) <= ${date} AND extract(dow FROM left(${id}, 10)::date) = ${dayOfWeek(date)})`
  return db.$queryRaw<Row[]>(Prisma.sql`
    SELECT a.id, a.action, a.entity_id AS "entityId", a.detail, a.at, u.first_name AS "firstName", u.last_name AS "lastName", u.email
    FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
    WHERE ${where} AND (
      (a.entity = 'lesson' AND (a.entity_id = ${key} OR a.detail->>'to' = ${key} OR ${weekly(Prisma.sql`a.entity_id`)}
        OR (a.detail->>'to' IS NOT NULL AND ${weekly(Prisma.sql`a.detail->>'to'`)})))
      OR (a.entity = 'ride' AND starts_with(a.entity_id, ${`${date} ${time} `}) AND coalesce(a.detail->>'type', ${type}) = ${type}))
    ORDER BY a.id DESC LIMIT ${limit}`)
}

export async function lessonChanges(slot: Slot): Promise<{ id: number; who: string; what: string; at: string }[]> {
  const rows = await loadChanges(slot, prisma)
  return rows.map((row) => ({
    id: row.id,
    who: actorOf(row),
    what: describeLessonChange(row),
    at: row.at.toISOString(),
  }))
}

const actorOf = (row: Row) => displayName(row) || 'Somebody'

/** `Ann Office (3:05 PM) deleted the lesson, on Nov 24, 2026 only.` Null if the log does not know. */
export async function lastLessonChange(slot: Slot, db: Db = prisma): Promise<string | null> {
  const [row] = await loadChanges(slot, db, Prisma.sql`a.action IN ('lesson.edit', 'lesson.delete')`, 1)
  return row ? `${actorOf(row)} (${whenOf(row.at)}) ${describeLessonChange(row)}.` : null
}

/** The time of a moment today, else its day. */
export function whenOf(at: Date): string {
  const zone = getEnv().schoolTimezone
  const day = dayInZone(zone, at)
  if (day !== dayInZone(zone, now())) return formatDay(day)
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' }).format(at)
}
