import { allowanceLists } from '~/models/allowance/allowance-lists.server'
import { waitingAtSchool } from '~/models/money/payments/orders/at-school.server'
import { firstUsualDay } from '~/models/schedule/attendance/unrecorded'
import { recordedLists } from '~/models/schedule/attendance/unrecorded.server'
import { closingLines, closingList } from '~/models/schedule/closing/closings.server'
import { unfitList } from '~/models/schedule/horses/unfit-list.server'
import { reportedList } from '~/models/schedule/instructors/cover/report.server'
import { toCallList } from '~/models/schedule/waitlist/waiting-lists.server'
import {
  horseList,
  instructorList,
  recordColumns,
  scheduleLists,
  scheduleTables,
} from '~/models/schedule/week/schedule-lists.server'
import type { RecordRow } from '~/models/schedule/week/week'
import { careList } from '~/models/schedule/workload/care.server'
import { unsignedLists } from '~/models/waivers/family-waivers.server'
import {
  type Answer,
  bare,
  cacheLists,
  listStatement,
  plain,
  queryTexts,
  type RowsOf,
  readLists,
  rowList,
  text,
} from '~/platform/row-lists.server'
import { type LocalDate, monthEnd, monthStart } from '~/utils/dates'

/**
 * `$1` to `$2`: from the beginning of the week's first month to the week's end, because each ride of the month counts.
 * `$3` to `$4`: the days on which rides may lack a mark. `$5`: the end of the week's last month. `$6`: the week's first
 * day, and `$7` all of its days.
 */
const SHOWN = { first: '$1::date', last: '$2::date' }
const WEEK = { ...SHOWN, first: '$6::date' }
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
  isRider: (column: string) => `${column} IN (SELECT id FROM riders)`,
}
/** How many families wait for an answer about a makeup, in one row. `today` is SQL. */
const askedList = (today: string) =>
  rowList<{ count: number }>(
    { count: bare('count') },
    `(SELECT count(*) AS count FROM makeup_requests q JOIN makeups m ON m.id = q.makeup_id JOIN users u ON u.id = q.student_id
      WHERE q.closed_at IS NULL AND m.revoked_at IS NULL AND m.valid_to >= ${today} AND u.hidden_at IS NULL
        AND NOT EXISTS (SELECT FROM makeup_bookings b WHERE b.makeup_id = m.id)) x`,
  )

/** The records before the week, which its marks do not change, have a list of their own: it is not read again. */
const recordsOf = (where: string) =>
  rowList<RecordRow & { id: number; isAnnounced: boolean }>(
    { id: bare('id'), ...recordColumns },
    `records WHERE ${where}`,
  )

const LISTS = {
  ...scheduleLists(DAYS),
  earlierRecords: recordsOf(`scheduled_date < ${WEEK.first}`),
  records: recordsOf(`scheduled_date >= ${WEEK.first}`),
  instructors: instructorList(WEEK),
  horses: horseList(WEEK),
  coats: rowList<{ name: string; coat: string }>(
    { name: text('name'), coat: plain('coat') },
    'horses WHERE coat IS NOT NULL',
    'name',
  ),
  unfit: unfitList(WEEK),
  ...allowanceLists(ALLOWANCES),
  ...recordedLists(PAST.first, PAST.last),
  closings: closingList,
  ...unsignedLists('riders'),
  askedMakeups: askedList(PAST.last),
  askedOrders: waitingAtSchool(PAST.last),
  reported: reportedList(PAST.last),
  careDue: careList(PAST.last),
  toCall: toCallList,
}
const ROWS = listStatement(LISTS, `WITH RECURSIVE ${scheduleTables(DAYS, { records: RECORDS })}, ${closingLines('$7')}`)

/** A list whose text is the same is not parsed again. */
const KEPT = cacheLists(LISTS, 4)

export type WeekAnswer = Answer<typeof LISTS>
export type WeekRows = RowsOf<typeof LISTS>

/** Queries everything that the week shows, as the texts of its lists. One query, however many lessons. */
export function queryWeek(dates: readonly LocalDate[], today: LocalDate): Promise<WeekAnswer> {
  const [from = today, to = today] = [dates[0], dates.at(-1)]
  const first = monthStart(from)
  return queryTexts(ROWS, [first, to, firstUsualDay(today), today, monthEnd(to), from, dates])
}

export const rowsOfWeek = (answer: WeekAnswer): WeekRows => readLists(KEPT, answer)
