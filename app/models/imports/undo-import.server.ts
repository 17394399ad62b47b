import { Prisma } from '~/generated/prisma/client'
import { MOVED } from '~/models/merge/merge-columns'
import type { DayOfRider } from '~/models/notices/told-rides'
import { recordChangedDays, toldDates } from '~/models/notices/told-rides.server'
import { emailTaken } from '~/models/people/families/student.server'
import { notBack } from '~/models/schedule/horses/rest/back-to-ride.server'
import { BUSY } from '~/models/schedule/lessons/change-lesson.server'
import { changedDays, changedTeaching } from '~/models/schedule/lessons/changed-days'
import { reasonsAgainst } from '~/models/schedule/lessons/decide/check'
import { withoutStrayRemovals } from '~/models/schedule/lessons/decide/settle'
import { horsesGiven } from '~/models/schedule/lessons/decide/undo'
import { ridesAt } from '~/models/schedule/offers/offers'
import { offerFreePlaces } from '~/models/schedule/offers/offers.server'
import { type Book, TABLE_NAMES, type TableName } from '~/models/schedule/snapshot/book'
import { TABLES, toFields } from '~/models/schedule/snapshot/book-columns'
import { loadBook } from '~/models/schedule/snapshot/book-rows.server'
import { EVERY_DAY, lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { Refused, RefusedList } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { firstOn, fromDbDate } from '~/utils/dates'
import { LONG, lockImport } from './import.server'
import { type Made, type MadeAll, madeOf } from './made'
import { changedSince, keyOf, putBack, type Snapshot, snapshot } from './snapshot.server'

const MOST_REASONS = 12

/**
 * Restores every row that a file moved in, for a week. A second press does nothing.
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
  ...Object.fromEntries(Object.keys(BUSY).map((name) => [name, inTheWay('A lesson, a day off or a horse of today')])),
}

const putAllBack = (actorId: string, id: string): Promise<{ again: boolean }> =>
  withTx(async (tx) => {
    await lockWeekdays(tx, EVERY_DAY)
    const file = await lockImport(tx, id)
    if (!file.movedInAt) throw new Refused('nothing_to_do', 'This file was not moved in.')
    if (file.undoneAt) return { again: true }
    const made = madeOf(file.made)
    await tx.$queryRaw`SELECT id FROM users WHERE id = ANY(${made.people}) ORDER BY id FOR UPDATE`
    const present = await snapshot(tx, made.people, made.day)
    const changed = changedSince(made.rows, present, made.columns)
    const built = await builtSince(tx, made, present, changed)
    const { book, next } = await weekAsBefore(tx, made)
    const reasons = built.length > 0 ? built : await againstWeek(tx, made, book, next)
    if (reasons.length > 0) {
      const told = reasons.slice(0, MOST_REASONS)
      if (reasons.length > told.length) told.push(`And ${reasons.length - told.length} more`)
      throw new RefusedList('in_the_way', told, 'Nothing was undone.')
    }
    const goesOn = new Set(changed.filter(({ table }) => GOES_ON.includes(table)))
    const rows = made.rows.filter((one) => !goesOn.has(one))
    await putBack(tx, rows)
    const standing = withoutStrayRemovals(next).removals
    const stray = next.removals.filter((row) => !standing.includes(row)).map(({ id }) => id)
    await tx.lessonRemoval.deleteMany({ where: { id: { in: stray } } })
    // Whoever was told of the day since is told again; the others know what was before, or are gone.
    const only = await toldDates(tx)
    const known = new Set(rows.map(({ table, id }) => `${table} ${id}`))
    const gone = new Set(peopleMade(rows))
    const isTold = ({ riderId, date }: DayOfRider) => {
      const key = `told_rides ${riderId} ${date}`
      return present.has(key) && !known.has(key) && !gone.has(riderId)
    }
    await recordChangedDays(
      tx,
      [...changedDays(book, next, today(), only), ...changedTeaching(book, next, today(), only)].filter(isTold),
    )
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
  weekly_schedule: 'a weekly spot',
  recorded_payments: 'a payment',
  offline_payment_months: 'a payment',
  horse_usage: 'a horse for a lesson',
  makeup_bookings: 'a makeup in a lesson',
  season_places: 'a spot in the plan of a season',
  season_wishes: 'an answer about the next season',
}

function nounOf(table: string): string {
  const noun = MOVED.find((one) => one.table === table && one.noun)?.noun?.[0]
  return HAS[table] ?? (noun ? `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}` : 'something else')
}

/** Who looked at whom, what the log says, and what is told by itself are no reason to keep anyone. */
const NO_REASON = ['audit_log', 'data_views', 'told_rides', 'student_imports']

/** Lines of a waitlist, their offers, and what families are told, which go on by themselves: they stay as they are then, and follow the week. */
const GOES_ON = ['waitlist', 'place_offers', 'told_rides']

/** Who came with the file, and goes with its Undo. */
const peopleMade = (rows: readonly Made[]): string[] =>
  rows.flatMap(({ table, id, before }) => (table === 'users' && !before ? [id] : []))

async function builtSince(
  tx: Tx,
  { rows: made }: MadeAll,
  rows: Snapshot,
  changed: readonly Made[],
): Promise<string[]> {
  const found = new Set<string>()
  const fresh = peopleMade(made)
  for (const { table, id, before } of changed) {
    if (GOES_ON.includes(table) || table === 'horses') continue
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
  // What hangs on a place or a ride that the move made, and on none that was there before.
  const before = (name: string) =>
    JSON.stringify(made.flatMap(({ table, before }) => (table === name && before ? [before] : [])))
  const standsAt = Prisma.sql`w.student_id = r.student_id AND w.scheduled_time = r.time
    AND w.day_of_week = extract(dow FROM r.day) AND w.start_date <= r.day AND (w.deleted_from_date IS NULL OR r.day < w.deleted_from_date)`
  const idsIn = (name: string) => made.flatMap(({ table, id }) => (table === name ? [Number(id)] : []))
  const isAt = Prisma.sql`p.student_id = r.student_id AND p.lesson_date = r.day AND p.scheduled_time = r.time`
  const ridden = await tx.$queryRaw<{ person: string; table: string; id: number }[]>`
    SELECT r.student_id AS person, r.name AS "table", r.id FROM (
      SELECT 'lessons' AS name, id, student_id, scheduled_date AS day, scheduled_time AS time FROM lessons
      UNION ALL SELECT 'horse_usage', id, student_id, usage_date, lesson_time FROM horse_usage
      UNION ALL SELECT 'makeups', id, student_id, ride_date, ride_time FROM makeups
      UNION ALL SELECT 'makeup_bookings', id, student_id, lesson_date, scheduled_time FROM makeup_bookings
    ) r WHERE (
        EXISTS (SELECT FROM weekly_schedule w WHERE w.id = ANY(${idsIn('weekly_schedule')}) AND ${standsAt})
        OR EXISTS (SELECT FROM one_time_participants p WHERE p.id = ANY(${idsIn('one_time_participants')}) AND ${isAt}))
      AND NOT EXISTS (SELECT FROM jsonb_populate_recordset(NULL::weekly_schedule, ${before('weekly_schedule')}::jsonb) w WHERE ${standsAt})
      AND NOT EXISTS (
        SELECT FROM jsonb_populate_recordset(NULL::one_time_participants, ${before('one_time_participants')}::jsonb) p WHERE ${isAt})`
  for (const { person, table, id } of ridden) if (!own.has(`${table} ${id}`)) found.add(`${person} ${table} new`)
  // A makeup goes with nobody's booking.
  const makeups = made.flatMap(({ table, id, before }) => (table === 'makeups' && !before ? [Number(id)] : []))
  const booked = await tx.makeupBooking.findMany({
    where: { makeupId: { in: makeups } },
    select: { id: true, studentId: true },
  })
  for (const { id, studentId } of booked)
    if (!own.has(`makeup_bookings ${id}`)) found.add(`${studentId} makeup_bookings new`)
  const horses = await horsesSince(tx, made, changed)
  const ids = [...found].map((one) => one.split(' ')[0] ?? '')
  const named = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  const names = new Map(named.map((one) => [one.id, displayName(one)]))
  const people = [...found]
    .map((one) => {
      const [person = '', table = '', how] = one.split(' ')
      const name = names.get(person) ?? 'Somebody'
      if (how === 'new') return `${name} has ${nounOf(table)} now`
      return table === 'users' ? `${name} was changed` : `${name}: ${nounOf(table)} was changed`
    })
    .sort()
  return [...people, ...horses]
}

/** The horses of the file that were changed since, and those that it made and anything uses by now. */
async function horsesSince(tx: Tx, made: readonly Made[], changed: readonly Made[]): Promise<string[]> {
  const idsOf = (some: readonly Made[]) => some.flatMap(({ table, id }) => (table === 'horses' ? [Number(id)] : []))
  const [fresh, other] = [idsOf(made.filter(({ before }) => !before)), idsOf(changed)]
  if (fresh.length + other.length === 0) return []
  const used = { some: {} }
  const isUsed = { OR: [{ usage: used }, { work: used }, { wishes: used }, { care: used }] }
  const named = await tx.horse.findMany({
    where: { OR: [{ id: { in: other } }, { id: { in: fresh }, ...isUsed }] },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
  })
  return named.map(({ id, name }) => `${name} ${other.includes(id) ? 'was changed' : 'is in use now'}`)
}

/** The week as it is, and as it would be with everything as it was before the move. */
async function weekAsBefore(tx: Tx, { rows, day, people }: MadeAll): Promise<{ book: Book; next: Book }> {
  const spans = EVERY_DAY.map((weekday) => ({ from: firstOn(weekday, day), weekly: true }))
  const { book } = await loadBook(tx, spans, people, { reads: true })
  const asBefore = (name: TableName) => {
    const touched = rows.filter(({ table }) => table === TABLES[name].table)
    const ids = new Set(touched.map(({ id }) => Number(id)))
    const kept = (book[name] as readonly { id: number }[]).filter(({ id }) => !ids.has(id))
    return [...kept, ...touched.flatMap(({ before }) => (before ? [toFields(name, before)] : []))]
  }
  return { book, next: { ...book, ...Object.fromEntries(TABLE_NAMES.map((name) => [name, asBefore(name)])) } }
}

/** Why that would be wrong by now: a rider or a horse is elsewhere then, or whoever waited took a place that became free. */
async function againstWeek(tx: Tx, { rows }: MadeAll, book: Book, next: Book): Promise<string[]> {
  const nameOf = (id: string) => book.names.get(id) ?? 'A student'
  const { riders, horses, recorded, given, idle } = reasonsAgainst(book, next, nameOf)
  const tired = await notBack(tx, horsesGiven(book, next), { evenAtRest: false })
  const resting = tired.map(
    ({ use, why }) => `${use.horseName} cannot go back to ${nameOf(use.riderId)} at ${atTime(use)} (${why})`,
  )
  const offerIds = rows.flatMap(({ table, id }) => (table === 'place_offers' ? [Number(id)] : []))
  const offers = await tx.placeOffer.findMany({
    where: { id: { in: offerIds }, state: 'taken' },
    include: { waiting: true },
  })
  const taken = offers.flatMap(({ lessonDate, waiting: { studentId, weekly, scheduledTime, lessonType } }) => {
    const slot = { date: fromDbDate(lessonDate), time: scheduledTime, type: lessonType }
    const stands = ridesAt(book, { riderId: studentId, weekly }, slot)
    return stands ? [`${nameOf(studentId)} took the spot that opened up at ${atTime(slot)}`] : []
  })
  return [...riders, ...horses, ...recorded, ...given, ...idle, ...resting, ...taken]
}

/** Every column that points at a person. */
const pointers = (tx: Tx) => tx.$queryRaw<{ table: string; column: string }[]>`
  SELECT c.conrelid::regclass::text AS "table", a.attname AS "column"
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass AND c.connamespace = current_schema()::regnamespace
    AND c.conrelid::regclass::text <> ALL(${NO_REASON})`
