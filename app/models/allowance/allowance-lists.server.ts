import { GRANTED_STATUSES } from '~/models/payments/grant'
import { RUNNING_STATUSES } from '~/models/subscriptions/subscription'
import { bare, plain, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import type { Adjustment, AllowanceRows, GrantRow, Renewal, RideRow } from './allowance'
import { COUNTERS, type CounterKey } from './counters'
import type { GivenMakeup } from './makeups'

type Of<Row> = Row & { riderId: string }
export type RiderRide = Of<RideRow>

/** The months that are asked for, as SQL, with the months around them from which makeups come; and whose rows are meant. */
export interface AllowanceSql {
  from: string
  to: string
  before: string
  after: string
  isRider: (column: string) => string
}

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const words = (list: readonly string[]) => `(${list.map((word) => `'${word}'`).join(', ')})`
const GRANTED = words(GRANTED_STATUSES)

const counterColumns = Object.fromEntries(COUNTERS.map(({ key }) => [key, bare(`g."${key}"`)])) as Record<
  CounterKey,
  string
>
const GRANT_COUNTERS = COUNTERS.map(
  ({ key, grantField }) => `${grantField ? columnOf(grantField) : 0} AS "${key}"`,
).join(', ')
const ADD_ON_COUNTERS = COUNTERS.map(({ credit }) =>
  credit ? `CASE a.credit WHEN '${credit}' THEN a.quantity ELSE 0 END` : '0',
).join(', ')

/** Withdrawn or refunded grants count for nothing. An add-on without a grant counts from its day of purchase. */
export const allowanceLists = ({ to, before, isRider }: Omit<AllowanceSql, 'from' | 'after'>) => ({
  grants: rowList<Of<GrantRow>>(
    {
      riderId: text('g.user_id'),
      from: plain('g.valid_from'),
      to: plain('g.valid_to'),
      clearing: bare('g.clearing'),
      ...counterColumns,
    },
    `(
      SELECT user_id, valid_from, valid_to, status = 'clearing' AS clearing, ${GRANT_COUNTERS}
      FROM package_purchases
      WHERE ${isRider('user_id')} AND status IN ${GRANTED} AND valid_from <= ${to} AND valid_to >= ${before}
      UNION ALL
      SELECT a.user_id, coalesce(p.valid_from, a.purchase_date::date), coalesce(p.valid_to, a.expiry_date, 'infinity'::date),
             a.status = 'clearing', ${ADD_ON_COUNTERS}
      FROM user_add_ons a LEFT JOIN package_purchases p ON p.id = a.purchase_id
      WHERE ${isRider('a.user_id')} AND a.status IN ${GRANTED} AND coalesce(p.status, 'active') IN ${GRANTED}
        AND coalesce(p.valid_from, a.purchase_date::date) <= ${to}
        AND coalesce(p.valid_to, a.expiry_date, 'infinity'::date) >= ${before}
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
     WHERE ${isRider('student_id')} AND undone_at IS NULL AND make_date(year, month, 1) BETWEEN ${before} AND ${to}`,
  ),
  renewals: rowList<Of<Renewal>>(
    {
      riderId: text('rider_id'),
      from: plain('current_period_end'),
      until: plain('CASE WHEN cancel_at_period_end THEN coalesce(ends_on, current_period_end - 1) ELSE ends_on END'),
    },
    `subscriptions
     WHERE ${isRider('rider_id')} AND status IN ${words(RUNNING_STATUSES)} AND current_period_end <= ${to}`,
  ),
  makeups: rowList<Of<GivenMakeup>>(
    {
      riderId: text('student_id'),
      date: plain('lesson_date'),
      time: plain('scheduled_time'),
      reason: text('reason'),
      until: plain('valid_to'),
    },
    `makeups WHERE ${isRider('student_id')} AND lesson_date BETWEEN ${before} AND ${to}`,
  ),
})

const ridesWhere = (condition: string) =>
  rowList<RiderRide>(
    {
      id: bare('r.id'),
      riderId: text('r.student_id'),
      date: plain('r.scheduled_date'),
      counter: plain('t.counter'),
      attendance: plain('r.attendance'),
    },
    `lessons r JOIN ride_types t ON t.name = r.type WHERE ${condition}`,
  )
const ofMonths = ({ from, to }: Pick<AllowanceSql, 'from' | 'to'>) => `r.scheduled_date BETWEEN ${from} AND ${to}`
const IS_MAKEUP = `r.attendance IN ('makeup', 'reschedule')`

/** Rides of the months, and the makeups and rescheduled ones around them. */
export const rideList = ({ before, after, isRider, ...months }: AllowanceSql) =>
  ridesWhere(`${isRider('r.student_id')} AND r.scheduled_date BETWEEN ${before} AND ${after}
       AND (${ofMonths(months)} OR ${IS_MAKEUP})`)

/** Of everybody, the makeups and rescheduled rides around the months, beside a list of the months' rides. */
export const makeupRideList = ({ before, after, ...months }: Omit<AllowanceSql, 'isRider'>) =>
  ridesWhere(`${IS_MAKEUP} AND r.scheduled_date BETWEEN ${before} AND ${after} AND NOT ${ofMonths(months)}`)

export type LoadedAllowances = RowsOf<ReturnType<typeof allowanceLists>> & { rides: readonly RiderRide[] }

/** What each rider's months are computed of. */
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
  return new Map(
    ids.map((id) => [
      id,
      {
        grants: grantsOf.get(id) ?? [],
        rides: ridesOf.get(id) ?? [],
        adjustments: adjustmentsOf.get(id) ?? [],
        renewals: renewalsOf.get(id) ?? [],
        makeups: (makeupsOf.get(id) ?? []).map(({ riderId: _, ...makeup }) => makeup),
      },
    ]),
  )
}
