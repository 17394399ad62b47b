import { Prisma } from '~/generated/prisma/client'
import { displayName } from '~/models/accounts/user'
import { MOVED } from '~/models/families/merge/merge-columns'
import { EVERY_DAY, lockWeekdays } from '~/models/lessons/lock-weekdays.server'
import { emailTaken } from '~/models/students/student.server'
import { offerFreePlaces } from '~/models/waitlist/offers.server'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { Refused, RefusedList } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { lockImport } from './import.server'
import { type Made, type MadeAll, madeOf } from './made'
import { changedSince, keyOf, putBack, snapshot } from './snapshot.server'

const LONG = { timeout: 60_000 }
const MOST_REASONS = 12

/**
 * Puts back every row that a file moved in, for a week. A second press does nothing.
 * @throws Refused 404 once the file is gone; 409 naming what was built on it since: then nothing is undone.
 */
export const undoMoveIn = (actorId: string, id: string): Promise<{ again: boolean }> =>
  translateViolations(TAKEN, () => putAllBack(actorId, id))

const inTheWay = (what: string) => () =>
  new Refused('in_the_way', `${what} is in the way of what would come back. Please remove it first.`)
/** What others have instead since, of what the move took away. */
const TAKEN = {
  users_email_key: emailTaken,
  waitlist_once: inTheWay('A line that was joined again'),
  weekly_schedule_rider_once: inTheWay('Another weekly lesson of a rider'),
  weekly_schedule_empty_once: inTheWay('Another weekly lesson'),
}

const putAllBack = (actorId: string, id: string): Promise<{ again: boolean }> =>
  withTx(async (tx) => {
    await lockWeekdays(tx, EVERY_DAY)
    const file = await lockImport(tx, id)
    if (!file.movedInAt) throw new Refused('nothing_to_do', 'This file was not moved in.')
    if (file.undoneAt) return { again: true }
    const { people, rows, columns } = madeOf(file.made)
    await tx.$queryRaw`SELECT id FROM users WHERE id = ANY(${people}) ORDER BY id FOR UPDATE`
    const reasons = await builtSince(tx, people, rows, columns)
    if (reasons.length > 0) {
      const told = reasons.slice(0, MOST_REASONS)
      if (reasons.length > told.length) told.push(`And ${reasons.length - told.length} more`)
      throw new RefusedList('in_the_way', told, 'Nothing was undone.')
    }
    await putBack(tx, rows)
    await offerFreePlaces(tx, EVERY_DAY)
    await tx.studentImport.update({ where: { id }, data: { undoneAt: now() } })
    const detail = { file: file.fileName, rows: rows.length }
    await audit(tx, { actorId, action: 'students.move-in-undo', entity: 'import', entityId: id, detail })
    return { again: false }
  }, LONG)

/** What a table holds of a person, in a sentence that begins with the name. */
const HAS: Readonly<Record<string, string>> = {
  sessions: 'a sign-in',
  email_outbox: 'an email',
  waiver_signatures: 'a waiver',
  weekly_schedule: 'a weekly place',
  recorded_payments: 'a payment',
  offline_payment_months: 'a payment',
  horse_usage: 'a horse for a lesson',
  makeup_bookings: 'a makeup in a lesson',
}

function nounOf(table: string): string {
  const noun = MOVED.find((one) => one.table === table && one.noun)?.noun?.[0]
  return HAS[table] ?? (noun ? `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}` : 'something else')
}

/** Who looked at whom, what the log says, and what is told by itself are no reason to keep anybody. */
const NO_REASON = ['audit_log', 'data_views', 'told_rides', 'student_imports']

async function builtSince(
  tx: Tx,
  people: readonly string[],
  made: readonly Made[],
  columns: MadeAll['columns'],
): Promise<string[]> {
  const found = new Set<string>()
  const fresh = made.flatMap(({ table, id, before }) => (table === 'users' && !before ? [id] : []))
  const rows = await snapshot(tx, people)
  for (const { table, id, before } of changedSince(made, rows, columns)) {
    if (table === 'told_rides') continue
    const row = rows.get(`${table} ${id}`)?.row ?? before ?? {}
    found.add(`${row.student_id ?? row.user_id ?? row.id ?? ''} ${table} changed`)
  }
  const own = new Set(made.map(({ table, id }) => `${table} ${id}`))
  for (const { table, column } of await pointers(tx)) {
    const key = Prisma.raw(
      keyOf(table)
        .map((name) => `t."${name}"`)
        .join(', '),
    )
    const at = await tx.$queryRaw<{ person: string; id: string }[]>(Prisma.sql`
      SELECT t.${Prisma.raw(`"${column}"`)} AS person, ${keyOf(table).length > 0 ? Prisma.sql`concat_ws(' ', ${key})` : Prisma.sql`''`} AS id
      FROM ${Prisma.raw(`"${table}"`)} t WHERE t.${Prisma.raw(`"${column}"`)} = ANY(${fresh})`)
    for (const { person, id } of at) if (!own.has(`${table} ${id}`)) found.add(`${person} ${table} new`)
  }
  // They hang on a year that the move made, and would go with it.
  for (const { table, id, row } of rows.values()) {
    if (table !== 'recorded_payments' && table !== 'offline_payment_months') continue
    if (own.has(`${table} ${id}`) || !own.has(`offline_payments ${row.record_id}`)) continue
    const owner = rows.get(`offline_payments ${row.record_id}`)?.row.user_id
    found.add(`${owner ?? ''} ${table} new`)
  }
  const places = made.flatMap(({ table, id, before }) => (table === 'weekly_schedule' && !before ? [Number(id)] : []))
  const ridden = await tx.$queryRaw<{ person: string; table: string }[]>`
    SELECT DISTINCT r.student_id AS person, r.name AS "table" FROM (
      SELECT 'lessons' AS name, student_id, scheduled_date AS day, scheduled_time AS time FROM lessons
      UNION ALL SELECT 'horse_usage', student_id, usage_date, lesson_time FROM horse_usage
      UNION ALL SELECT 'makeups', student_id, ride_date, ride_time FROM makeups
      UNION ALL SELECT 'makeup_bookings', student_id, lesson_date, scheduled_time FROM makeup_bookings
    ) r JOIN weekly_schedule w ON w.id = ANY(${places}) AND w.student_id = r.student_id
      AND w.scheduled_time = r.time AND w.day_of_week = extract(dow FROM r.day) AND w.start_date <= r.day`
  for (const { person, table } of ridden) found.add(`${person} ${table} new`)
  const ids = [...found].map((one) => one.split(' ')[0] ?? '')
  const named = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  const names = new Map(named.map((one) => [one.id, displayName(one)]))
  return [...found]
    .map((one) => {
      const [person = '', table = '', how] = one.split(' ')
      const name = names.get(person) ?? 'Somebody'
      if (how === 'new') return `${name} has ${nounOf(table)} now`
      return table === 'users' ? `${name} was changed` : `${name}: ${nounOf(table)} was changed`
    })
    .sort()
}

/** Every column that points at a person. */
const pointers = (tx: Tx) => tx.$queryRaw<{ table: string; column: string }[]>`
  SELECT c.conrelid::regclass::text AS "table", a.attname AS "column"
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass AND c.connamespace = current_schema()::regnamespace
    AND c.conrelid::regclass::text <> ALL(${NO_REASON})`
