import { allowanceOfMonth, MONTHS_BEFORE, type MonthAllowance } from '~/models/allowance/allowance'
import {
  allowanceLists,
  allowanceRowsOf,
  makeupRideList,
  type RiderRide,
} from '~/models/allowance/allowance-lists.server'
import { countUnrecorded, firstUsualDay } from '~/models/attendance/unrecorded'
import { recordedLists } from '~/models/attendance/unrecorded.server'
import type { DayClosing } from '~/models/closing/closed-day'
import { closingLines, closingList, closingsByDay } from '~/models/closing/closings.server'
import { rosterOf } from '~/models/schedule/roster'
import { horseList, recordColumns, scheduleLists, scheduleTables } from '~/models/schedule/schedule-lists.server'
import type { RecordRow } from '~/models/schedule/week'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { type Answer, bare, listColumns, type RowsOf, readLists, rowList } from '~/platform/row-lists.server'
import { addMonths, type LocalDate, monthEnd, monthOf, monthStart, weekDays, yearOf } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { figuresOf } from './figures'
import { type WeekView, weekViewOf } from './week-view'

/** A week as the office's grid shows it. */
export interface OfficeWeek extends WeekView {
  closings: Record<LocalDate, DayClosing>
  /** Rides of the past without a mark. */
  unrecorded: number
}

/**
 * `$1` to `$2`: from the beginning of the week's first month to the week's end, because each ride of the month counts. `$3` to `$4`:
 * the days on which rides may lack a mark. `$5`: the end of the week's last month. `$6` to `$7`: months from which makeups come.
 * `$8`: the week's first day, and `$9` all of them.
 */
const SHOWN = { first: '$1::date', last: '$2::date' }
const MONTHS = { ...SHOWN, last: '$5::date' }
const PAST = { first: '$3::date', last: '$4::date' }
const either = (column: string) =>
  `(${column} BETWEEN ${SHOWN.first} AND ${SHOWN.last} OR ${column} BETWEEN ${PAST.first} AND ${PAST.last})`
const DAYS = {
  first: `least(${SHOWN.first}, ${PAST.first})`,
  last: `greatest(${SHOWN.last}, ${PAST.last})`,
  within: either,
}
const RECORDS = {
  ...MONTHS,
  within: (column: string) => `(${column} BETWEEN ${MONTHS.first} AND ${MONTHS.last} OR ${column} = ${PAST.last})`,
}
const ALLOWANCES = {
  from: MONTHS.first,
  to: MONTHS.last,
  before: '$6::date',
  after: '$7::date',
  isRider: (column: string) => `${column} IN (SELECT id FROM riders)`,
}
const LISTS = {
  ...scheduleLists(DAYS),
  records: rowList<RecordRow & { id: number }>({ id: bare('id'), ...recordColumns }, 'records'),
  horses: horseList({ first: '$8::date', last: SHOWN.last }),
  ...allowanceLists(ALLOWANCES),
  makeupRides: makeupRideList(ALLOWANCES),
  ...recordedLists(PAST.first, PAST.last),
  closings: closingList,
}
const STATEMENT = `WITH RECURSIVE ${scheduleTables(DAYS, { records: RECORDS })}, ${closingLines('$9')} SELECT ${listColumns(LISTS)}`

type WeekAnswer = Answer<typeof LISTS>
type WeekRows = RowsOf<typeof LISTS>

async function ask(dates: readonly LocalDate[], today: LocalDate): Promise<WeekAnswer> {
  const [from = today, to = today] = [dates[0], dates.at(-1)]
  const first = monthStart(from)
  const around = [addMonths(first, -MONTHS_BEFORE), monthEnd(addMonths(to, 1))]
  const values = [first, to, firstUsualDay(today), today, monthEnd(to), ...around, from, dates]
  const [answer] = await prisma.$queryRawUnsafe<WeekAnswer[]>(STATEMENT, ...values)
  if (!answer) throw new Error('The query of the week returned no row')
  return answer
}

/** One query, however many lessons. What is made of its answer is kept for as long as the answer is the same. */
export async function loadOfficeWeek(day: LocalDate, at: { today: LocalDate; time: TimeOfDay }): Promise<OfficeWeek> {
  const dates = weekDays(day)
  const answer = await ask(dates, at.today)
  const rows = readLists(LISTS, answer)
  const { types, firstRecorded, marked } = rows
  const schedule = { ...rows, types: types.map(({ name }) => name) }
  return {
    ...viewOf(rows, dates),
    closings: closingsByDay(rows.closings),
    unrecorded: countUnrecorded({ rows: schedule, marked, first: firstRecorded[0]?.date ?? null }, at),
  }
}

function viewOf(rows: WeekRows, dates: readonly LocalDate[]): WeekView {
  const { types } = rows
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  const days = rosterOf(rows, { from: monthStart(from), to }, getEnv().schoolTimezone)
  const shown = days.filter(({ date }) => date >= from)
  const riders = shown.flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId)))
  const allowances = allowanceRowsOf(riders, { ...rows, rides: ridesOf(rows, monthStart(from), monthEnd(to)) })
  const months = new Map<string, MonthAllowance>()
  const allowanceOn = ({ riderId, date }: { riderId: string; date: LocalDate }) => {
    const key = `${date.slice(0, 7)} ${riderId}`
    const known = months.get(key)
    if (known) return known
    const mine = allowances.get(riderId)
    if (!mine) return undefined
    const month = allowanceOfMonth({ year: yearOf(date), month: monthOf(date) }, mine)
    months.set(key, month)
    return month
  }
  return weekViewOf({ days: shown, types }, figuresOf({ days, types }, from, allowanceOn))
}

/** The records of the week's months, and the makeups around them. */
function ridesOf({ records, types, makeupRides }: WeekRows, from: LocalDate, to: LocalDate): RiderRide[] {
  const counters = new Map(types.map(({ name, counter }) => [name, counter]))
  const inMonths = records.filter(({ date }) => date >= from && date <= to)
  return [...inMonths.map(({ type, ...ride }) => ({ ...ride, counter: counters.get(type) ?? null })), ...makeupRides]
}
