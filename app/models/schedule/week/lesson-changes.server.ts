import { Prisma } from '~/generated/prisma/client'
import { namesSql } from '~/models/people/accounts/name-sql.server'
import { describeMakeupChange } from '~/models/schedule/vocabulary/makeup-changes'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { displayName } from '~/models/vocabulary/user'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import type { Db } from '~/platform/tx.server'
import { dayInZone, dayOfWeek, formatDay, formatDayFrom, formatWeekday } from '~/utils/dates'
import { rowsOfPage } from '~/utils/paging'
import { formatTimeInZone, formatTimeOfDay } from '~/utils/time-of-day'
import { describeLessonChange, type LessonChange } from './lesson-changes'

interface Row extends LessonChange {
  id: number
  entity: string
  at: Date
  firstName: string | null
  lastName: string | null
  email: string | null
  undo: Undo
}

/** Whether a change can be undone from the log, or was. */
type Undo = 'possible' | 'done' | 'none'

export interface ListedChange {
  id: number
  /** The IDs of its log entries: the marks of one click are one change. */
  ids: number[]
  who: string
  what: string
  at: string
  undo: Undo
}

/** The columns of a list, without the rows that a change touched. */
const COLUMNS = Prisma.sql`
  a.id, a.action, a.entity, a.entity_id AS "entityId", a.detail - 'rows' - 'spans' AS detail, a.at,
  coalesce(a.actor_id = a.detail->>'riderId', false) AS "isOwn",
  u.first_name AS "firstName", u.last_name AS "lastName", u.email,
  CASE WHEN NOT a.detail ? 'rows' AND a.action NOT IN ('horse.rest', 'horse.hot') THEN 'none'
    WHEN EXISTS (SELECT 1 FROM audit_log b WHERE b.action IN ('lesson.undo', 'horse.rest', 'horse.hot') AND b.id > a.id
      AND b.detail->'of' @> to_jsonb(a.id)) THEN 'done'
    ELSE 'possible' END AS undo`

/** The most changes that are listed, newest first: more than a lesson has in years. */
const MAX = 200

/**
 * What a line of the schedule may touch, of which each of its lessons has one: a slot, a slot of every week, a ride's
 * start, a day, or a season. The index `audit_log_touches` has the same words.
 */
const TOUCHES = Prisma.sql`CASE WHEN entity = 'ride' THEN ARRAY[left(entity_id, 16)]
  WHEN detail->>'scope' = 'weekly' THEN ARRAY[action, entity_id, detail->>'to', substr(entity_id, 12), substr(detail->>'to', 12)]
  ELSE ARRAY[action, entity_id, detail->>'to'] END`

/** Loads changes of that day, weekly changes of that day or earlier, and records of its rides; newest first. */
async function loadChanges(slot: Slot, db: Db, where = Prisma.sql`true`, limit = MAX): Promise<Row[]> {
  const { date, time, type } = slot
  const key = slotKey(slot)
  const here = JSON.stringify([{ time, type }])
  const weekly = (
    id: Prisma.Sql,
  ) => Prisma.sql`(a.detail->>'scope' = 'weekly' AND substr(${id}, 12) = ${`${time} ${type}`}
    AND left(${id}, 10) <= ${date} AND extract(dow FROM left(${id}, 10)::date) = ${dayOfWeek(date)})`
  const touched = [key, `${time} ${type}`, `${date} ${time}`, date, 'lesson.season']
  return db.$queryRaw<Row[]>(Prisma.sql`
    SELECT ${COLUMNS}
    FROM (SELECT * FROM audit_log WHERE entity IN ('lesson', 'ride') AND ${TOUCHES} && ${touched} OFFSET 0) a
    LEFT JOIN users u ON u.id = a.actor_id
    WHERE ${where} AND (
      (a.entity = 'lesson' AND (a.entity_id = ${key} OR a.detail->>'to' = ${key} OR ${weekly(Prisma.sql`a.entity_id`)}
        OR (a.detail->>'to' IS NOT NULL AND ${weekly(Prisma.sql`a.detail->>'to'`)})))
      OR (a.action = 'lesson.season' AND a.entity_id <= ${date} AND a.detail->'touched' ? ${`${dayOfWeek(date)} ${time} ${type}`})
      OR (a.entity = 'lesson' AND a.action <> 'lesson.season' AND a.entity_id = ${date} AND coalesce(a.detail->>'from', '') <= ${time}
        AND (NOT a.detail ? 'only' OR a.detail->'only' @> ${here}::jsonb OR a.detail->'joined' @> ${here}::jsonb))
      OR (a.entity = 'ride' AND starts_with(a.entity_id, ${`${date} ${time} `}) AND coalesce(a.detail->>'type', ${type}) = ${type}))
    ORDER BY a.id DESC LIMIT ${limit}`)
}

export const lessonChanges = async (slot: Slot): Promise<ListedChange[]> =>
  togetherOf(await loadChanges(slot, prisma)).map((row) => listed(row, describeLessonChange(row, today())))

const PAGE = 50

/** The index `audit_log_of_schedule` has the same words. */
const OF_SCHEDULE = Prisma.sql`(entity IN ('lesson', 'ride') OR action IN ('horse.rest', 'horse.hot') OR (entity = 'student' AND action LIKE 'makeup.%'))`

/**
 * Returns the newest changes of the whole schedule, of horses' rest, and of makeups, one page at a time, and whether
 * there are older ones. Nothing is counted, because each mark is a change.
 */
export async function recentChanges(page: number): Promise<{ changes: ListedChange[]; more: boolean }> {
  const { skip, take } = rowsOfPage(page, PAGE)
  const found = await prisma.$queryRaw<(Row & { rider: string | null })[]>(Prisma.sql`
    SELECT ${COLUMNS}, ${Prisma.raw(namesSql('s.first_name', 's.last_name'))} AS rider
    FROM (SELECT id FROM audit_log WHERE ${OF_SCHEDULE} ORDER BY id DESC LIMIT ${take + 1} OFFSET ${skip}) page
    JOIN audit_log a ON a.id = page.id
    LEFT JOIN users u ON u.id = a.actor_id LEFT JOIN users s ON a.entity = 'student' AND s.id = a.entity_id
    ORDER BY a.id DESC`)
  const rows = found.slice(0, take)
  const changes = togetherOf(rows).map((row) => {
    if (row.action.startsWith('makeup.')) {
      const what = describeMakeupChange(row.action, row.detail, row.rider || 'a student')
      return listed(row, [what, row.detail.type].filter(Boolean).join(' · '))
    }
    const what = describeLessonChange(row, today())
    return listed(row, row.action.startsWith('horse.') ? what : `${what} · ${lessonOf(row, what)}`)
  })
  return { changes, more: found.length > take }
}

const names = new Intl.ListFormat('en-US')

/** Merges identical marks that one click made in a lesson into one row; undone ones are kept apart. */
function togetherOf<R extends Row>(rows: readonly R[]): (R & { ids: number[] })[] {
  const groups = new Map<string, (R & { ids: number[] })[]>()
  for (const row of rows) {
    const { id, action, entityId, detail, undo } = row
    const head = action === 'ride.attendance' ? (detail.with ?? id) : id
    const key = [head, action, entityId.slice(0, 16), detail.type, detail.from, detail.to, undo].join(' ')
    groups.set(key, [{ ...row, ids: [id] }, ...(groups.get(key) ?? [])])
  }
  return [...groups.values()].flatMap((alike) => {
    const last = alike.at(-1)
    if (!last || alike.length === 1) return alike
    const name = names.format(alike.map(({ detail }) => String(detail.name)).sort())
    return [{ ...last, ids: alike.map(({ id }) => id), detail: { ...last.detail, name } }]
  })
}

const listed = (row: Row & { ids: number[] }, what: string): ListedChange => ({
  id: row.id,
  ids: row.ids,
  who: actorOf(row),
  what,
  at: row.at.toISOString(),
  undo: row.undo,
})

/** Returns `Tuesday, 4:00 PM Group Lesson, Nov 24`, without the day if `what` includes it; a change of a whole day has no time or type. */
function lessonOf({ entity, entityId, detail }: Row, what: string): string {
  const date = entityId.slice(0, 10)
  const day = formatDayFrom(today(), date)
  if (entityId.length < 16) return `${formatWeekday(date)}, ${day}`
  // The key of a ride ends with its rider.
  const type = entity === 'ride' ? detail.type : entityId.slice(17)
  const lesson = [`${formatWeekday(date)}, ${formatTimeOfDay(entityId.slice(11, 16))}`, type].filter(Boolean).join(' ')
  return what.includes(day) ? lesson : `${lesson}, ${day}`
}

const actorOf = (row: Row) => displayName(row) || 'Someone'

/** Returns `Ann Office (3:05 PM) deleted the lesson, on Nov 24 only.`; null if the log has no entry. */
export async function lastLessonChange(slot: Slot, db: Db = prisma): Promise<string | null> {
  const [row] = await loadChanges(
    slot,
    db,
    Prisma.sql`a.action IN ('lesson.edit', 'lesson.delete', 'lesson.close-day', 'lesson.season')`,
    1,
  )
  return row ? `${actorOf(row)} (${whenOf(row.at)}) ${describeLessonChange(row, today())}.` : null
}

/** Returns the time of a moment today, otherwise its day. */
export function whenOf(at: Date): string {
  const zone = getEnv().schoolTimezone
  const day = dayInZone(zone, at)
  if (day !== dayInZone(zone, now())) return formatDay(day)
  return formatTimeInZone(zone, at)
}

/** Returns why a rider is no longer in a lesson: `Ann Office (3:05 PM) closed the day: snow (12 rides).`; null if the log has no entry. */
export async function whyNotThere(slot: Slot, riderId: string, db: Db): Promise<string | null> {
  const [row] = await loadChanges(
    slot,
    db,
    Prisma.sql`(a.action IN ('lesson.edit', 'lesson.delete', 'lesson.close-day')
      OR (a.action = 'lesson.season' AND a.detail->'riders' ? ${riderId})
      OR (a.action IN ('lesson.move-rider', 'lesson.remove-rider') AND a.detail->>'riderId' = ${riderId}))`,
    1,
  )
  return row ? `${actorOf(row)} (${whenOf(row.at)}) ${describeLessonChange(row, today())}.` : null
}
