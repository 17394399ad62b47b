import { ofBooked, type RideChange } from '~/models/schedule/attendance/ride-plan'
import { changeRides } from '~/models/schedule/change/change-rides.server'
import { whyNotMark } from '~/models/schedule/instructors/marking'
import { bookingOf } from '~/models/schedule/lessons/decide/settle-makeups'
import { type Book, lessonAt, lessonsOf, ridersOf, slotOf } from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import { askedOfMark } from '~/models/schedule/vocabulary/ahead.server'
import { whenOf, whyNotThere } from '~/models/schedule/week/lesson-changes.server'
import { rideKey } from '~/models/schedule/week/week'
import { officeLabel } from '~/models/vocabulary/attendance'
import { isSameLesson, type Slot, slotKey } from '~/models/vocabulary/slot'
import { displayName } from '~/models/vocabulary/user'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { Busy, Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { dayInZone, type LocalDate } from '~/utils/dates'
import { judge, type Part, type Trouble, type Written } from './unsent'
import type { SentChange } from './unsent.schema'

/** The limits of an instructor's marks. */
interface Taught {
  /** Their lessons, as `slotKey`: nothing of other lessons is written or revealed. */
  slots: ReadonlySet<string>
  /** How many days after a ride they may mark it: what was marked in time may arrive later. */
  days: number
}

/** The result of a change: written now, or before, or why not. */
interface Outcome {
  key: string
  trouble: Trouble | null
}

/**
 * Records marks and horses of one day that someone chose without a signal, perhaps days ago. A ride that is as the
 * sheet showed it is changed; what was sent before is not written again; what someone else changed stays, and is
 * reported. If the office moved the ride on its day since, the change follows it, if it is the rider's only ride there.
 * A ride that nobody can have ridden yet is not marked as ridden: the question about it is the reason.
 * @param taught set for an instructor, who marks no lessons of others and not everything of their own.
 * @returns an outcome for each, in their order.
 */
export async function recordUnsent(
  actorId: string,
  date: LocalDate,
  wishes: readonly SentChange[],
  taught?: Taught,
): Promise<Outcome[]> {
  const record = (some: readonly SentChange[]) => recordAll(actorId, date, some, taught)
  try {
    // Together, because rides may exchange their horses.
    return await record(wishes)
  } catch (error) {
    if (!isRule(error)) throw error
    const outcomes: Outcome[] = []
    for (const wish of wishes) {
      const told = record([wish]).catch((reason) => {
        if (!isRule(reason)) throw reason
        return [{ key: wish.key, trouble: { kind: 'refused' as const, said: reason.message } }]
      })
      outcomes.push(...(await told))
    }
    return outcomes
  }
}

const isRule = (error: unknown): error is Refused => error instanceof Refused && !(error instanceof Busy)

interface Line extends Written {
  who: string
  /** `at 9:20 AM` today, `on Nov 20, 2026` before. */
  when: string
}

async function recordAll(
  actorId: string,
  date: LocalDate,
  wishes: readonly SentChange[],
  taught?: Taught,
): Promise<Outcome[]> {
  let outcomes: Outcome[] = []
  await changeRides(actorId, date, async (book, tx) => {
    const rides = await ridesNow(tx, book, date, wishes)
    const keysOf = (wish: SentChange, i: number) => [
      ...new Set([rideOf(date, wish), rides[i] ?? rideOf(date, wish)].map(rideKey)),
    ]
    const logs = await logOf(tx, actorId, wishes.flatMap(keysOf))
    const judged = wishes.map((wish, i) => {
      const log = keysOf(wish, i).flatMap((key) => logs.get(key) ?? [])
      const ride = rides[i] ?? rideOf(date, wish)
      const mayMark = !taught || taught.slots.has(slotKey(ride))
      return mayMark ? look(book, ride, { wish, log }, taught?.days) : lookElsewhere(wish, log)
    })
    outcomes = []
    for (const { wish, trouble = null, gone } of judged) {
      const told = gone ? { kind: 'gone' as const, said: await goneReason(tx, rideOf(date, wish)) } : trouble
      outcomes.push({ key: wish.key, trouble: told })
    }
    return judged.flatMap(({ write }) => write ?? [])
  })
  return outcomes
}

const rideOf = (date: LocalDate, wish: SentChange) => ({
  riderId: wish.studentId,
  date,
  time: wish.lessonTime,
  type: wish.rideType,
})

type RideOf = ReturnType<typeof rideOf>

const isThere = (book: Book, ride: RideOf) => ridersOf(lessonAt(book, ride)).includes(ride.riderId)

/** Returns the rides that these changes are about by now, in their order. */
async function ridesNow(tx: Tx, book: Book, date: LocalDate, wishes: readonly SentChange[]): Promise<RideOf[]> {
  const sent = wishes.map((wish) => rideOf(date, wish))
  const rides: RideOf[] = []
  for (const ride of sent) {
    const theirs = lessonsOf(book, date).filter((lesson) => ridersOf(lesson).includes(ride.riderId))
    const [only] = isThere(book, ride) || theirs.length !== 1 ? [] : theirs
    const there = only && { ...slotOf(only), riderId: ride.riderId }
    // A ride that the sheet showed separately has a mark of its own.
    const isItsOwn = there && sent.some((other) => other.riderId === there.riderId && isSameLesson(other, there))
    rides.push(there && !isItsOwn && (await wasMoved(tx, ride, there)) ? there : ride)
  }
  return rides
}

/** Whether the log shows that the lesson, or its rider, was moved on that day, or joined another lesson: it is not a ride that the rider had all along. */
async function wasMoved(tx: Tx, from: RideOf, to: RideOf): Promise<boolean> {
  const [lesson, there] = [from, to].map(({ time, type }) => ` ${time} ${type}`)
  const at = ({ time, type }: RideOf) => ({ time, type })
  const since = new Date(now().getTime() - MAX_AGE_MS)
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM audit_log
    WHERE entity = 'lesson' AND at >= ${since} AND (
      (substr(entity_id, 11) = ${lesson} AND substr(detail->>'to', 11) = ${there}
        AND (action = 'lesson.edit' OR (action = 'lesson.move-rider' AND detail->>'riderId' = ${from.riderId}))
        AND (substr(entity_id, 1, 10) = ${from.date} OR (detail->>'scope' = 'weekly' AND substr(entity_id, 1, 10) <= ${from.date}
          AND substr(entity_id, 1, 10) = substr(detail->>'to', 1, 10))))
      OR (action = 'lesson.close-day' AND entity_id = ${from.date} AND detail->'only' @> ${JSON.stringify([at(from)])}::jsonb
        AND detail->'joined' @> ${JSON.stringify([{ riderId: from.riderId, ...at(to) }])}::jsonb))`
  return (row?.count ?? 0) > 0
}

interface Judged {
  wish: SentChange
  trouble?: Trouble
  write?: RideChange
  gone?: true
}

function look(
  book: Book,
  ride: RideOf,
  { wish, log }: { wish: SentChange; log: readonly Line[] },
  days?: number,
): Judged {
  if (!isThere(book, ride)) return { wish, gone: true }
  const { attendance, horse } = rideState(book, ride)
  const is = { attendance, horseId: horse?.horseId ?? null }
  const name = book.names.get(ride.riderId) ?? ''
  const want = { ...wish.want, attendance: ofBooked(bookingOf(book, ride), wish.want.attendance, name) }
  const judged = judge({ ...wish, want }, is, log)
  if (judged.verdict === 'done') return { wish }
  const { parts } = judged
  if (judged.verdict === 'clash') {
    const said = formatTheirs(parts, log, officeLabel(attendance), horse?.horseName ?? null)
    return { wish, trouble: { kind: 'changed', said, now: is, horse: horse?.horseName ?? null } }
  }
  const noted = { key: wish.key, madeAt: madeAt(wish) }
  if (days !== undefined && parts.includes('attendance')) {
    const on = dayInZone(getEnv().schoolTimezone, new Date(noted.madeAt))
    const mark = { date: ride.date, was: attendance, attendance: wish.want.attendance, on }
    const said = whyNotMark(mark, days)
    if (said) return { wish, trouble: { kind: 'refused', said } }
  }
  // By the school's clock, whatever the phone's says: what arrives once the lesson may be marked is taken.
  const asked = parts.includes('attendance') ? askedOfMark(ride, wish.want.attendance) : null
  if (asked) return { wish, trouble: { kind: 'refused', said: asked } }
  const change = {
    attendance: parts.includes('attendance') ? wish.want.attendance : undefined,
    horseId: parts.includes('horseId') ? wish.want.horseId : undefined,
  }
  return { wish, write: { ...ride, ...change, noted } }
}

/** Judges a change of another instructor's lesson: nothing of it is revealed, except a mark that was made while it was their own. */
const lookElsewhere = (wish: SentChange, log: readonly Line[]): Judged =>
  log.some(({ key }) => key === wish.key) ? { wish } : { wish, trouble: { kind: 'gone', said: NOT_TAUGHT } }

const NOT_TAUGHT = 'You no longer teach this lesson, or it was moved. Please tell the office about this ride.'

/** The oldest change that is accepted, in milliseconds: longer than a phone keeps one. */
const MAX_AGE_MS = 60 * 24 * 60 * 60 * 1000

/** Returns when a change was made; now, if the phone's clock is wrong. */
function madeAt(wish: SentChange): string {
  const [at, is] = [Date.parse(wish.madeAt), now().getTime()]
  return new Date(at > is || at < is - MAX_AGE_MS ? is : at).toISOString()
}

/** Returns `Dana Office marked Absent and chose Bella at 9:20 AM`. */
function formatTheirs(parts: readonly Part[], log: readonly Line[], mark: string, horse: string | null): string {
  const last = log.filter(({ part }) => parts.includes(part)).at(-1)
  const what = [
    ...(parts.includes('attendance') ? [mark === 'Scheduled' ? 'cleared the mark' : `marked ${mark}`] : []),
    ...(parts.includes('horseId') ? [horse ? `chose ${horse}` : 'chose no horse'] : []),
  ]
  return [last?.who ?? 'Someone else', what.join(' and '), last?.when].filter(Boolean).join(' ')
}

async function goneReason(tx: Tx, ride: Slot & { riderId: string }): Promise<string> {
  const why = await whyNotThere(ride, ride.riderId, tx)
  return `That ride is no longer on the schedule.${why ? ` ${why}` : ''}`
}

/** Returns what was written of each ride, the latest last. */
async function logOf(tx: Tx, actorId: string, rideKeys: string[]): Promise<Map<string, Line[]>> {
  const rows = await tx.$queryRaw<
    {
      entityId: string
      action: string
      key: string | null
      at: Date
      actorId: string | null
      firstName: string
      lastName: string
      email: string | null
    }[]
  >`
    SELECT a.entity_id AS "entityId", a.action, a.detail->>'key' AS key, coalesce((a.detail->>'madeAt')::timestamptz, a.at) AS at,
      a.actor_id AS "actorId", coalesce(u.first_name, '') AS "firstName", coalesce(u.last_name, '') AS "lastName", u.email
    FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id
    WHERE a.entity = 'ride' AND a.entity_id = ANY(${rideKeys}) AND a.action IN ('ride.attendance', 'ride.horse')
    ORDER BY a.id`
  const logs = new Map<string, Line[]>()
  for (const { entityId, action, key, at, ...by } of rows) {
    const who = by.actorId === actorId ? 'You' : displayName(by) || 'Someone else'
    const when = whenOf(at)
    const line = { key, who, when: /^\d/.test(when) ? `at ${when}` : `on ${when}` }
    const part = action === 'ride.horse' ? 'horseId' : 'attendance'
    logs.set(entityId, [...(logs.get(entityId) ?? []), { ...line, part }])
  }
  return logs
}
