import { COUNTERS, type CounterKey } from '~/models/vocabulary/counters'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { today } from '~/platform/clock.server'
import { bare, plain, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { addDays, type LocalDate } from '~/utils/dates'
import type { Adjustment, AllowanceRows, CountedRide, GrantRow, Renewal } from './allowance'
import type { MakeupOf } from './makeups'
import { DRAFT_DAYS, DRAFT_FROM, RENEWS_UNTIL } from './renewal-sql'

type Of<Row> = Row & { riderId: string }
export type RiderRide = Of<CountedRide>

/** The requested months, as SQL, and whose rows are selected. */
export interface AllowanceSql {
  from: string
  to: string
  isRider: (column: string) => string
}

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const words = (list: readonly string[]) => `(${list.map((word) => `'${word}'`).join(', ')})`
const GRANTED = words(GRANTED_STATUSES)

export const counterColumns = Object.fromEntries(COUNTERS.map(({ key }) => [key, bare(`g."${key}"`)])) as Record<
  CounterKey,
  string
>
/** Selects what a grant `p` allows, by counter. */
export const GRANT_COUNTERS = COUNTERS.map(
  ({ key, grantField }) => `${grantField ? `p.${columnOf(grantField)}` : 0} AS "${key}"`,
).join(', ')
const ADD_ON_COUNTERS = COUNTERS.map(({ credit }) =>
  credit ? `CASE a.credit WHEN '${credit}' THEN a.quantity ELSE 0 END` : '0',
).join(', ')

/** Grants `p` of the months. */
export const grantsOf = ({ from, to, isRider }: AllowanceSql) =>
  `package_purchases p
   WHERE ${isRider('p.user_id')} AND p.status IN ${GRANTED} AND p.valid_from <= ${to} AND p.valid_to >= ${from}`

/** The first day of an add-on `a` with its grant `p`. */
export const ADD_ON_FROM = 'coalesce(p.valid_from, a.purchase_date::date)'
/** Add-ons `a` of the months, with the grant `p` of each, if it has one. */
export const addOnsOf = ({ from, to, isRider }: AllowanceSql) =>
  `user_add_ons a LEFT JOIN package_purchases p ON p.id = a.purchase_id
   WHERE ${isRider('a.user_id')} AND a.status IN ${GRANTED} AND coalesce(p.status, 'active') IN ${GRANTED}
     AND ${ADD_ON_FROM} <= ${to} AND coalesce(p.valid_to, a.expiry_date, 'infinity'::date) >= ${from}`

/** Selects the rows of allowances. Withdrawn or refunded grants do not count. An add-on without a grant counts from its day of purchase. */
export const allowanceLists = ({ from, to, isRider }: AllowanceSql) => ({
  grants: rowList<Of<GrantRow>>(
    {
      riderId: text('g.user_id'),
      from: plain('g.valid_from'),
      to: plain('g.valid_to'),
      clearing: bare('g.clearing'),
      ...counterColumns,
    },
    `(
      SELECT p.user_id, p.valid_from, p.valid_to, p.status = 'clearing' AS clearing, ${GRANT_COUNTERS}
      FROM ${grantsOf({ from, to, isRider })}
      UNION ALL
      SELECT a.user_id, ${ADD_ON_FROM}, coalesce(p.valid_to, a.expiry_date, 'infinity'::date),
             a.status = 'clearing', ${ADD_ON_COUNTERS}
      FROM ${addOnsOf({ from, to, isRider })}
    ) g`,
  ),
  adjustments: rowList<Of<Adjustment>>(
    {
      riderId: text('student_id'),
      year: bare('year'),
      month: bare('month'),
      counter: plain('counter'),
      delta: bare('delta'),
      rideIds: `to_json(ride_ids)::text`,
    },
    `usage_adjustments
     WHERE ${isRider('student_id')} AND undone_at IS NULL AND make_date(year, month, 1) BETWEEN ${from} AND ${to}`,
  ),
  renewals: rowList<Of<Renewal & { draftFrom: LocalDate | null }>>(
    {
      riderId: text('s.rider_id'),
      from: plain('s.current_period_end'),
      draftFrom: plain(DRAFT_FROM),
      until: plain(RENEWS_UNTIL),
      makeups: bare('s.makeup_lessons'),
    },
    `subscriptions s
     WHERE ${isRider('s.rider_id')} AND s.status IN ${words(RUNNING_STATUSES)} AND s.current_period_start <= ${to}`,
  ),
  // The set of IDs uses three indexes; as one condition over both tables, it would read every makeup that ever existed.
  makeups: rowList<Of<MakeupOf>>(
    {
      riderId: text('m.student_id'),
      id: bare('m.id'),
      why: text('m.why'),
      date: plain('m.ride_date'),
      time: text('m.ride_time'),
      type: text('m.lesson_type'),
      reason: text('m.reason'),
      from: plain('m.valid_from'),
      until: plain('m.valid_to'),
      revoked: bare('m.revoked_at IS NOT NULL'),
      bookedDate: plain('b.lesson_date'),
      bookedTime: text('b.scheduled_time'),
      bookedType: text('b.lesson_type'),
      attendance: plain('r.attendance'),
    },
    `makeups m LEFT JOIN makeup_bookings b ON b.makeup_id = m.id
     LEFT JOIN lessons r ON r.student_id = b.student_id AND r.scheduled_date = b.lesson_date AND r.scheduled_time = b.scheduled_time
     WHERE ${isRider('m.student_id')} AND m.id IN (
       SELECT id FROM makeups WHERE ride_date BETWEEN ${from} AND ${to}
       UNION SELECT makeup_id FROM makeup_bookings WHERE lesson_date BETWEEN ${from} AND ${to}
       UNION SELECT id FROM makeups WHERE valid_to >= ${from} AND valid_from <= ${to} AND revoked_at IS NULL
     ) AND (m.ride_date BETWEEN ${from} AND ${to} OR b.lesson_date BETWEEN ${from} AND ${to}
       OR (b.id IS NULL AND m.revoked_at IS NULL AND m.valid_from <= ${to} AND m.valid_to >= ${from}))`,
  ),
})

/** SQL for whether a ride of `lessons` was booked as a makeup. */
const IS_MAKEUP = `EXISTS (SELECT FROM makeup_bookings k WHERE k.student_id = r.student_id
  AND k.lesson_date = r.scheduled_date AND k.scheduled_time = r.scheduled_time)`

/** The columns of a ride `r` whose type is `t`. */
export const RIDE_COLUMNS = {
  id: bare('r.id'),
  riderId: text('r.student_id'),
  date: plain('r.scheduled_date'),
  counter: plain('t.counter'),
  attendance: plain('r.attendance'),
  isMakeup: bare(IS_MAKEUP),
}
export const ridesIn = ({ from, to, isRider }: AllowanceSql) =>
  `lessons r JOIN ride_types t ON t.name = r.type
   WHERE ${isRider('r.student_id')} AND r.scheduled_date BETWEEN ${from} AND ${to}`

/** Selects rides of the months. */
export const rideList = (months: AllowanceSql) => rowList<RiderRide>(RIDE_COLUMNS, ridesIn(months))

export type LoadedAllowances = RowsOf<ReturnType<typeof allowanceLists>> & { rides: readonly RiderRide[] }

/** Returns the rows from which each rider's months are computed. */
export function allowanceRowsOf(
  riderIds: Iterable<string>,
  { grants, rides, adjustments, renewals, makeups }: LoadedAllowances,
): Map<string, AllowanceRows> {
  const ids = [...new Set(riderIds)]
  const byRider = <Row extends { riderId: string }>(rows: readonly Row[]) => {
    const groups = new Map<string, Row[]>(ids.map((id) => [id, []]))
    for (const row of rows) groups.get(row.riderId)?.push(row)
    return groups
  }
  const [grantsOf, ridesOf] = [byRider(grants), byRider(rides)]
  const [adjustmentsOf, renewalsOf] = [byRider(adjustments), byRider(renewals)]
  const makeupsOf = byRider(makeups)
  const oldestDraft = addDays(today(), -DRAFT_DAYS)
  return new Map(
    ids.map((id) => [
      id,
      {
        grants: grantsOf.get(id) ?? [],
        rides: ridesOf.get(id) ?? [],
        adjustments: adjustmentsOf.get(id) ?? [],
        renewals: (renewalsOf.get(id) ?? []).map(({ draftFrom, from, ...renewal }) => ({
          ...renewal,
          from: draftFrom && draftFrom >= oldestDraft ? draftFrom : from,
        })),
        makeups: (makeupsOf.get(id) ?? []).map(({ riderId: _, ...makeup }) => makeup),
      },
    ]),
  )
}
