import { allowanceOfMonth, type MonthAllowance } from '~/models/allowance/allowance'
import { allowanceRowsOf, type RiderRide } from '~/models/allowance/allowance-lists.server'
import { countUnrecorded, type OpenRide } from '~/models/schedule/attendance/unrecorded'
import { closingsByDay } from '~/models/schedule/closing/closings.server'
import { conditionOf } from '~/models/schedule/horses/given-horse'
import { figuresOf } from '~/models/schedule/rides/figures'
import { type RosterDay, rosterOf } from '~/models/schedule/week/roster'
import { isMarked, rideKey, type ScheduleRows } from '~/models/schedule/week/week'
import { getEnv } from '~/platform/env.server'
import { cacheBy } from '~/utils/cache-by'
import { addDays, type LocalDate, monthEnd, monthOf, monthStart, weekDays, yearOf } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { queryWeek, rowsOfWeek, type WeekAnswer, type WeekRows } from './week-rows.server'
import { type CardDay, cardDays } from './week-view'

/** A week as the office's grid shows it. */
export interface OfficeWeek {
  /** Equal days are the same object, even in another answer. */
  days: readonly CardDay[]
  /** The number of past rides without a mark. */
  unrecorded: number
  /** The number of families that wait for an answer about a makeup. */
  asked: number
  /** The number of orders that are to be paid at the school. */
  ordered: number
  /** Instructors who have said that they can't come. */
  reported: number
  /** The number of horses with care that is due soon, or overdue, and one of them. */
  careDue: { count: number; horseId: number | null }
  /** The number of spots that are offered to families whom no email reaches. */
  toCall: number
}

interface At {
  today: LocalDate
  time: TimeOfDay
}

const WEEKS = 8
const answers = cacheBy<Omit<OfficeWeek, 'unrecorded'> & { unrecordedAt: (at: At) => number }>(WEEKS)
/** The rides of the month before the week, which a change of the week does not affect: marked ones, and unmarked ones. */
const earlier = cacheBy<{ rides: readonly RiderRide[]; open: readonly OpenRide[] }>(WEEKS)
const days = cacheBy<CardDay>(WEEKS * 7 * 2)
const schedules = cacheBy<{ rows: ScheduleRows; countOf: (key: string, count: () => number) => number }>(2)

const scheduleText = ({ weekly, participants, oneTimeLessons, removals }: WeekAnswer) =>
  [weekly, participants, oneTimeLessons, removals].join('\n')

/**
 * Loads the present week: the database is queried every time, in one statement. What is built from its answer is
 * cached, and built again if the answer differs.
 */
export async function loadOfficeWeek(day: LocalDate, at: At): Promise<OfficeWeek> {
  const dates = weekDays(day)
  const answer = await queryWeek(dates, at.today)
  const text = [dates[0], at.today, ...Object.values(answer)].join('\n')
  const { unrecordedAt, ...shown } = answers(text, () => {
    const rows = rowsOfWeek(answer)
    const counts = cacheBy<number>(1)
    return {
      days: daysOf(answer, rows, dates, at.today),
      asked: rows.askedMakeups[0]?.count ?? 0,
      ordered: rows.askedOrders[0]?.count ?? 0,
      reported: rows.reported[0]?.count ?? 0,
      careDue: rows.careDue[0] ?? { count: 0, horseId: null },
      toCall: rows.toCall[0]?.count ?? 0,
      unrecordedAt: (at) => counts(at.time, () => unrecordedIn(answer, rows, at)),
    }
  })
  return { ...shown, unrecorded: unrecordedAt(at) }
}

function daysOf(answer: WeekAnswer, rows: WeekRows, dates: readonly LocalDate[], today: LocalDate): CardDay[] {
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  const { types } = rows
  const zone = getEnv().schoolTimezone
  const shown = rosterOf(rows, { from, to }, zone)
  const before = earlier(
    [from, answer.types, answer.bookings, scheduleText(answer), answer.earlierRecords].join('\n'),
    () => {
      const earlierRows = { ...rows, records: rows.earlierRecords }
      const roster = rosterOf(earlierRows, { from: monthStart(from), to: addDays(from, -1) }, zone)
      return { rides: ridesOf(earlierRows, monthStart(from), to), open: openIn(roster) }
    },
  )
  const riders = shown.flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId)))
  const rides = [...before.rides, ...ridesOf(rows, from, monthEnd(to))]
  const allowances = allowanceRowsOf(riders, { ...rows, rides })
  const months = new Map<string, MonthAllowance>()
  const allowanceOn = ({ riderId, date }: { riderId: string; date: LocalDate }) => {
    const key = `${date.slice(0, 7)} ${riderId}`
    const known = months.get(key)
    if (known) return known
    const theirs = allowances.get(riderId)
    if (!theirs) return undefined
    const allowance = allowanceOfMonth({ year: yearOf(date), month: monthOf(date) }, theirs)
    months.set(key, allowance)
    return allowance
  }
  const figures = figuresOf({ days: shown, types }, from, allowanceOn, before.open)
  const unsigned = new Set(rows.unsigned.map(({ id }) => id))
  const wrong = new Map(
    rows.unfit.map(({ id, date, onRest, from, until, reason, ...horse }) => {
      const rest = onRest ? { from, until, reason } : null
      return [
        `${date} ${id}`,
        conditionOf({ ...horse, rest }, date)
          .map(({ text }) => text)
          .join(', '),
      ] as const
    }),
  )
  const known = {
    figuresOf: figures,
    closings: closingsByDay(rows.closings),
    unsigned,
    wrong,
    coats: new Map(rows.coats.map(({ name, coat }) => [name, coat])),
  }
  return cardDays({ days: shown, types }, known, today).map((day) => days(JSON.stringify(day), () => day))
}

/** Returns the rides without a mark. */
const openIn = (days: readonly RosterDay[]): OpenRide[] =>
  days.flatMap(({ lessons }) =>
    lessons.flatMap(({ date, time, type, riders }) =>
      riders
        .filter(({ attendance }) => !isMarked(attendance))
        .map(({ riderId, isMakeup = false }) => ({ date, time, type, riderId, isMakeup })),
    ),
  )

/** Returns the recorded rides between two days. */
function ridesOf(
  { records, types, bookings }: Pick<WeekRows, 'records' | 'types' | 'bookings'>,
  from: LocalDate,
  to: LocalDate,
): RiderRide[] {
  const counters = new Map(types.map(({ name, counter }) => [name, counter]))
  const inMonths = records.filter(({ date }) => date >= from && date <= to)
  const booked = new Set(bookings.map(rideKey))
  // Each field by itself: taking the rest of a row costs several times as much, and there is one for each ride.
  return inMonths.map((ride) => ({
    id: ride.id,
    riderId: ride.riderId,
    date: ride.date,
    attendance: ride.attendance,
    counter: counters.get(ride.type) ?? null,
    isMakeup: booked.has(rideKey(ride)),
  }))
}

/** Counts unmarked rides. A mark changes only the count of its day, as long as the schedule is the same. */
function unrecordedIn(answer: WeekAnswer, rows: WeekRows, at: At): number {
  const schedule = schedules(scheduleText(answer), () => ({
    rows: { ...rows, types: [], records: [] },
    countOf: cacheBy<number>(200),
  }))
  const { marked, firstRecorded } = rows
  const records = [...rows.earlierRecords, ...rows.records]
  const first = firstRecorded[0]?.date ?? null
  return countUnrecorded({ rows: schedule.rows, records, marked, first }, at, schedule.countOf)
}
