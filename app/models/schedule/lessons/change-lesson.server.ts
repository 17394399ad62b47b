import { t } from '#text'
import type { Prisma } from '~/generated/prisma/client'
import { readersOf } from '~/models/notices/readers.server'
import type { DayOfRider } from '~/models/notices/told-rides'
import { recordChangedDays, recordKnownDays, toldDates } from '~/models/notices/told-rides.server'
import { type Reasons, reasonsAgainst } from '~/models/schedule/lessons/decide/check'
import { withoutStrayRemovals } from '~/models/schedule/lessons/decide/settle'
import { type MakeupTerms, settleMakeups, straysIn } from '~/models/schedule/lessons/decide/settle-makeups'
import { isOnSchedule, ridesAt, ridesAtHour } from '~/models/schedule/offers/offers'
import { offerFreePlaces } from '~/models/schedule/offers/offers.server'
import type { Book, RideRow, Span, TableName } from '~/models/schedule/snapshot/book'
import type { Columns } from '~/models/schedule/snapshot/book-columns'
import { loadBook, type RowChanges, type Types, writeBook } from '~/models/schedule/snapshot/book-rows.server'
import { lockWeekdays } from '~/models/schedule/snapshot/lock-weekdays.server'
import { type CameFrom, whyFull } from '~/models/schedule/snapshot/seats'
import { isMarked } from '~/models/schedule/week/week'
import { type LessonTimes, requireLength, requireTime } from '~/models/school/lesson-times'
import { isAway } from '~/models/vocabulary/away'
import { lastDayOf } from '~/models/vocabulary/makeup'
import type { Slot } from '~/models/vocabulary/slot'
import { displayName } from '~/models/vocabulary/user'
import { type AuditAction, type AuditEntity, audit } from '~/platform/audit.server'
import { schoolNow, today } from '~/platform/clock.server'
import { notFound, Outdated, Refused, RefusedList } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { dayOfWeek, type LocalDate } from '~/utils/dates'
import { changedDays, changedTeaching } from './changed-days'

/** What a decision may read besides the rows. */
export interface Known {
  /** Returns a rider's name. @throws Refused 404 for a rider who does not exist. */
  riderName: (id: string) => string
  /** @throws Refused if the school does not offer this ride type. */
  requireType: (type: string) => void
  /** When the school's lessons begin, and how long they are. */
  times: LessonTimes
  /** Whether a ride is recorded and stays where it is; an announced absence moves along. */
  isRecorded: (ride: RideRow) => boolean
}

/** One entry of the audit log. */
export interface Entry {
  action: AuditAction
  entity: AuditEntity
  entityId: string
  detail: Prisma.InputJsonObject
  /** The rows that this entry is about, if several entries share a change. */
  of?: { tables: readonly TableName[]; riderId?: string /** The day of a horse's rows. */; date?: LocalDate }
}

interface Decision<Result> {
  book: Book
  /** Empty if nothing changes. */
  entries: readonly Entry[]
  result: Result
  /** Runs in the same transaction after all writes, with the IDs of the entries. */
  also?: Also
  wasStray?: MakeupTerms['wasStray']
}

export type Also = (tx: Tx, changes: readonly number[]) => Promise<void>

export interface Wish {
  spans: readonly Span[]
  /** Riders who need not be in these days yet. */
  riders?: readonly string[]
  /** Makeups that need not be of these days. */
  makeups?: readonly number[]
  /** What to do if a recorded ride is in the way. */
  advice?: string
  /** The field beside which a time conflict is shown. */
  field?: string
  /** False refuses more riders than a lesson has places. */
  beyond?: boolean
  /** Where lessons that this moves were before: they may take along as many riders as they had. */
  cameFrom?: CameFrom
  /** Whether open offers are ignored: they are withdrawn instead of holding a place. */
  overHeld?: boolean
  /** False refuses to take a lesson off the schedule that someone waits for. */
  despiteWaitlist?: boolean
  /** Whether the family makes the change itself, or is notified in another way. */
  byFamily?: boolean
  /** Whether nobody is notified, not even instructors. */
  quiet?: boolean
  /** Whether rides that are simply new are announced at once, and not by their reminder alone. */
  announces?: boolean
}

/** False refuses a rider for whom the lesson has no place. */
export type Beyond = Pick<Wish, 'beyond'>

/** False refuses to end a lesson that someone waits for. */
export type DespiteWaitlist = Pick<Wish, 'despiteWaitlist'>

type Decide<Result> = (book: Book, known: Known, tx: Tx) => Decision<Result> | Promise<Decision<Result>>

/**
 * Makes one change of the week: locks its weekdays, loads their rows once, has the new rows decided, refuses what would
 * put a rider or a horse into two places at once or hide what is recorded, writes the difference and an entry in the
 * audit log, from which it can be undone.
 * @returns the decision's result, the IDs of its log entries, and the names of riders whose family no email tells of it.
 * @throws Refused as the decision does; 409 naming every rider, horse and recorded ride in the way.
 */
export async function changeLesson<Result>(
  actorId: string,
  wish: Wish,
  decide: Decide<Result>,
): Promise<{ result: Result; changes: number[]; toCall: string[] }> {
  return translateViolations(BUSY, () =>
    withTx(async (tx) => {
      const weekdays = wish.spans.map(({ from }) => dayOfWeek(from))
      await lockWeekdays(tx, weekdays)
      const { book, types, holds, times } = await loadBook(tx, wish.spans, wish.riders ?? [], {
        makeupIds: wish.makeups,
      })
      const known = knownOf(book, types, times)
      const decision = await decide(book, known, tx)
      if (decision.entries.length === 0) return { result: decision.result, changes: [], toCall: [] }
      const lastDay = (ride: LocalDate) => lastDayOf(ride, holds)
      const isCounted = (type: string) => types.some((one) => one.isCounted && one.name === type)
      const terms = { byId: actorId, today: today(), lastDay, isCounted, wasStray: decision.wasStray }
      const next = settleMakeups(book, withoutStrayRemovals(decision.book), terms)
      refuse(
        reasonsAgainst(book, next, (id) => book.names.get(id) ?? 'A student'),
        wish,
      )
      if (wish.beyond === false) refuseFull(book, next, wish)
      if (wish.despiteWaitlist === false) await refuseAwaited(tx, book, next)
      const rows = await writeBook(tx, book, next)
      const changes: number[] = []
      // Their waiting ends with it, and Undo opens it again.
      const isPlaced = (one: Book['awaited'][number]) =>
        [ridesAt, ridesAtHour].some((rides) => rides(next, one, one) && !rides(book, one, one))
      const placed = book.awaited.filter(isPlaced).map(({ id }) => id)
      const strays = straysIn(book)
      for (const { of, detail, ...entry } of decision.entries) {
        const own = of ? rowsOf(rows, of) : rows
        const line = placed.length > 0 && changes.length === 0 && { placed }
        const noted = {
          ...detail,
          ...line,
          ...(strays.length > 0 && { strays }),
          spans: wish.spans,
          rows: own,
          with: changes[0],
        } as unknown as Prisma.InputJsonObject
        changes.push(await audit(tx, { actorId, ...entry, detail: noted }))
      }
      // Of a change that nobody is told, the days alone of which someone was told before.
      const only = wish.quiet ? await toldDates(tx) : undefined
      const days = changedDays(book, next, today(), only)
      await (wish.byFamily || wish.quiet ? recordKnownDays(tx, days) : recordChangedDays(tx, days, wish.announces))
      const teaching = changedTeaching(book, next, today(), only)
      const isOwn = ({ riderId }: DayOfRider) => wish.quiet || riderId === actorId
      await recordKnownDays(tx, teaching.filter(isOwn))
      await recordChangedDays(
        tx,
        teaching.filter((day) => !isOwn(day)),
      )
      await decision.also?.(tx, changes)
      await offerFreePlaces(tx, weekdays, placed)
      const toCall = wish.byFamily || wish.quiet ? [] : await whoToCall(tx, days)
      return { result: decision.result, changes, toCall }
    }),
  )
}

/** Returns the riders who had a ride on one of these days, and whose family has no email address. */
async function whoToCall(tx: Tx, days: readonly DayOfRider[]): Promise<string[]> {
  const riderIds = days.flatMap(({ riderId, known }) => (known.length > 0 ? [riderId] : []))
  if (riderIds.length === 0) return []
  const { unreached } = await readersOf(tx, riderIds, 'ride-changed')
  return unreached.map(({ name }) => name)
}

/** @throws Refused 400 if the school has no lessons of that type, at that time or of that length. */
export function requireNew({ requireType, times }: Known, { type, time }: Slot, duration?: number): void {
  requireType(type)
  requireTime(times, time)
  if (duration !== undefined) requireLength(times, duration)
}

function knownOf({ names }: Book, types: Types, times: LessonTimes): Known {
  const { date, time } = schoolNow()
  const isToCome = (ride: { date: LocalDate; time: string }) =>
    ride.date > date || (ride.date === date && ride.time > time)
  return {
    riderName(id) {
      const name = names.get(id)
      if (name === undefined) throw notFound('Student not found')
      return name
    },
    requireType(type) {
      if (!types.some(({ name, isActive }) => isActive && name === type))
        throw new Refused('invalid', 'Choose a ride type', 'type')
    },
    times,
    isRecorded: (ride) => isMarked(ride.attendance) && !(isAway(ride) && isToCome(ride)),
  }
}

const rowsOf = (rows: RowChanges, { tables, riderId, date }: NonNullable<Entry['of']>): RowChanges =>
  Object.fromEntries(
    tables.flatMap((name) => {
      const change = rows[name]
      const isOn = (row: Columns) => date === undefined || row.usage_date === date
      const isMeant = (row: Columns) => (riderId === undefined || row.student_id === riderId) && isOn(row)
      return change ? [[name, { before: change.before.filter(isMeant), after: change.after.filter(isMeant) }]] : []
    }),
  )

const MAX_REASONS = 12

function refuse({ riders, horses, recorded, given, idle }: Reasons, { advice, field = 'time' }: Wish): void {
  const reasons = [...riders, ...horses, ...recorded, ...given, ...idle]
  if (reasons.length === 0) return
  const told = reasons.slice(0, MAX_REASONS)
  const more = reasons.length - told.length
  if (more > 0) told.push(`And ${more} more`)
  const busy = riders.length + horses.length > 0
  const code =
    riders.length > 0
      ? 'already_rides'
      : busy
        ? 'horse_unavailable'
        : recorded.length > 0
          ? 'ride_recorded'
          : 'in_the_way'
  throw new RefusedList(code, told, recorded.length > 0 ? (advice ?? '') : '', busy ? field : undefined)
}

/** The field by which a form confirms more riders than places. */
export const BEYOND_FIELD = 'beyond'

/** The field of a form that says whether another lesson of a type is added at the same hour. */
export const SECOND_FIELD = 'second'

function refuseFull(before: Book, after: Book, { overHeld, cameFrom }: Wish): void {
  const held = overHeld && { held: [] }
  const why = whyFull({ ...before, ...held }, { ...after, ...held }, cameFrom)
  if (why) throw new Refused('lesson_full', why, BEYOND_FIELD)
}

/** The field by which a form confirms deleting a lesson that someone waits for. */
export const WAITLIST_FIELD = 'despiteWaitlist'

async function refuseAwaited(tx: Tx, before: Book, after: Book): Promise<void> {
  const goes = (one: Book['awaited'][number]) =>
    isOnSchedule(before, one.weekly, one) && !isOnSchedule(after, one.weekly, one)
  const ids = [...new Set(before.awaited.filter(goes).map(({ riderId }) => riderId))]
  if (ids.length === 0) return
  const riders = await tx.user.findMany({
    where: { id: { in: ids } },
    select: { firstName: true, lastName: true, email: true },
  })
  const { unreached } = await readersOf(tx, ids, 'place-offered')
  const names = unreached.map(({ name }) => name)
  throw new Refused('confirm_again', formatAwaited(riders.map(displayName).sort(), names), WAITLIST_FIELD)
}

function formatAwaited(names: readonly string[], unreached: readonly string[]): string {
  const told = 'told by email in five minutes that it is off the schedule'
  const call = unreached.length > 0 ? ` No email reaches ${unreached.join(', ')}: please call.` : ''
  if (names.length > 1) {
    return `${names.length} are waiting for a spot in this lesson: ${names.join(', ')}. Their families are ${told}, and keep their places in line.${call}`
  }
  const family = call ? 'The family' : `The family is ${told}, and`
  return `${names[0]} is waiting for a spot in this lesson. ${family} keeps its place in line.${call}`
}

const busy = () =>
  new Refused('already_rides', t('A student or a horse of this lesson is in another lesson at that time'), 'time')

const working = () => new Refused('horse_unavailable', 'A horse of this lesson has other work at that time', 'time')

const booked = () =>
  new Outdated(t('A makeup of this change was booked or used in the meantime. Please check and try again.'))

const tired = () => new Refused('horse_unavailable', 'A horse in this change is resting or at its limit now')

/** Conflicts that only the database sees: rows that were written past the lock, and horses that an undo would assign again. */
export const BUSY: Refusals = {
  horse_usage_not_at_work: working,
  horse_usage_not_on_rest: tired,
  horse_usage_within_limits: tired,
  makeup_bookings_makeup_id_fkey: booked,
  makeup_bookings_makeup_id_key: booked,
  makeup_bookings_student_id_lesson_date_scheduled_time_key: booked,
  makeups_student_id_ride_date_ride_time_key: booked,
  ...Object.fromEntries(
    [
      'horse_usage_horse_once',
      'horse_usage_horse_id_usage_date_lesson_time_key',
      'horse_usage_student_id_usage_date_lesson_time_key',
      'lessons_student_id_scheduled_date_scheduled_time_key',
      'weekly_schedule_rider_once',
      'weekly_schedule_empty_once',
      'one_time_participants_rider_once',
      'one_time_participants_student_id_lesson_date_scheduled_time_key',
      'temporary_lessons_lesson_date_scheduled_time_lesson_type_key',
      'lesson_removals_once',
      'makeups_student_id_lesson_date_scheduled_time_key',
    ].map((name) => [name, busy]),
  ),
}
