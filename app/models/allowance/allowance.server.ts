import { Prisma } from '~/generated/prisma/client'
import { GRANTED_STATUSES } from '~/models/payments/grant'
import { RUNNING_STATUSES } from '~/models/subscriptions/subscription'
import { prisma } from '~/platform/db.server'
import type { Db } from '~/platform/tx.server'
import { addMonths, type LocalDate, monthEnd, monthOf, monthStart, yearOf } from '~/utils/dates'
import {
  type Adjustment,
  type AllowanceRows,
  allowanceOfMonth,
  type GrantRow,
  MONTHS_BEFORE,
  type MonthAllowance,
  monthsOf,
  type Renewal,
  type RideRow,
} from './allowance'
import { COUNTERS } from './counters'
import type { GivenMakeup } from './makeups'

type Of<Row> = Row & { riderId: string }
interface Loaded {
  grants: Of<GrantRow>[]
  rides: Of<RideRow>[]
  adjustments: Of<Adjustment>[]
  renewals: Of<Renewal>[]
  makeups: Of<GivenMakeup>[]
}

/** By rider, in order of the months; without rows they are zero. One query, however many riders. */
export async function allowancesOf(
  riderIds: readonly string[],
  from: LocalDate,
  to: LocalDate,
  db: Db = prisma,
): Promise<Map<string, MonthAllowance[]>> {
  const months = monthsOf({ from, to })
  const riders = await allowanceRows(riderIds, from, to, db)
  return new Map([...riders].map(([id, rows]) => [id, months.map((month) => allowanceOfMonth(month, rows))]))
}

/** By rider: what their months from `from` to `to` are computed of. */
export async function allowanceRows(
  riderIds: readonly string[],
  from: LocalDate,
  to: LocalDate,
  db: Db = prisma,
): Promise<Map<string, AllowanceRows>> {
  const ids = [...new Set(riderIds)]
  if (ids.length === 0) return new Map()
  const { grants, rides, adjustments, renewals, makeups } = await loadRows(db, ids, monthStart(from), monthEnd(to))
  const byRider = <Row>(rows: Of<Row>[]) => {
    const groups = new Map<string, Of<Row>[]>(ids.map((id) => [id, []]))
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

export async function allowanceOf(riderId: string, day: LocalDate, db: Db = prisma): Promise<MonthAllowance> {
  const months = (await allowancesOf([riderId], day, day, db)).get(riderId)
  return months?.[0] ?? allowanceOfMonth({ year: yearOf(day), month: monthOf(day) }, NOTHING)
}

const NOTHING = { grants: [], rides: [], adjustments: [], renewals: [], makeups: [] }

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const GRANT_COUNTERS = Prisma.raw(
  COUNTERS.map(({ key, grantField }) => `${grantField ? columnOf(grantField) : 0} AS "${key}"`).join(', '),
)
const ADD_ON_COUNTERS = Prisma.raw(
  COUNTERS.map(({ credit }) => (credit ? `CASE a.credit WHEN '${credit}' THEN a.quantity ELSE 0 END` : '0')).join(', '),
)

/** Withdrawn or refunded grants count for nothing. An add-on without a grant counts from its day of purchase. */
async function loadRows(db: Db, ids: string[], from: LocalDate, to: LocalDate): Promise<Loaded> {
  const granted = Prisma.sql`(${Prisma.join(GRANTED_STATUSES)})`
  const list = (rows: Prisma.Sql) => Prisma.sql`(SELECT coalesce(json_agg(x), '[]') FROM (${rows}) x)`
  const before = addMonths(from, -MONTHS_BEFORE)
  const [loaded] = await db.$queryRaw<Loaded[]>(Prisma.sql`
    SELECT
      ${list(Prisma.sql`
        SELECT user_id AS "riderId", valid_from AS "from", valid_to AS "to", status = 'clearing' AS clearing, ${GRANT_COUNTERS}
        FROM package_purchases
        WHERE user_id = ANY(${ids}) AND status IN ${granted} AND valid_from <= ${to}::date AND valid_to >= ${before}::date
        UNION ALL
        SELECT a.user_id, coalesce(p.valid_from, a.purchase_date::date), coalesce(p.valid_to, a.expiry_date, 'infinity'::date),
               a.status = 'clearing', ${ADD_ON_COUNTERS}
        FROM user_add_ons a LEFT JOIN package_purchases p ON p.id = a.purchase_id
        WHERE a.user_id = ANY(${ids}) AND a.status IN ${granted} AND coalesce(p.status, 'active') IN ${granted}
          AND coalesce(p.valid_from, a.purchase_date::date) <= ${to}::date
          AND coalesce(p.valid_to, a.expiry_date, 'infinity'::date) >= ${before}::date`)} AS grants,
      ${list(Prisma.sql`
        SELECT r.id, r.student_id AS "riderId", r.scheduled_date AS date, t.counter, r.attendance
        FROM lessons r JOIN ride_types t ON t.name = r.type
        WHERE r.student_id = ANY(${ids}) AND r.scheduled_date BETWEEN ${before}::date AND ${monthEnd(addMonths(to, 1))}::date
          AND (r.scheduled_date BETWEEN ${from}::date AND ${to}::date OR r.attendance IN ('makeup', 'reschedule'))`)} AS rides,
      ${list(Prisma.sql`
        SELECT student_id AS "riderId", year, month, counter, delta, ride_ids AS "rideIds" FROM usage_adjustments
        WHERE student_id = ANY(${ids}) AND undone_at IS NULL
          AND make_date(year, month, 1) BETWEEN ${before}::date AND ${to}::date`)} AS adjustments,
      ${list(Prisma.sql`
        SELECT user_id AS "riderId", current_period_end AS "from",
               CASE WHEN cancel_at_period_end THEN coalesce(ends_on, current_period_end - 1) ELSE ends_on END AS "until"
        FROM subscriptions
        WHERE user_id = ANY(${ids}) AND status IN (${Prisma.join(RUNNING_STATUSES)}) AND current_period_end <= ${to}::date`)} AS renewals,
      ${list(Prisma.sql`
        SELECT student_id AS "riderId", lesson_date AS date, scheduled_time AS time, reason, valid_to AS "until" FROM makeups
        WHERE student_id = ANY(${ids}) AND lesson_date BETWEEN ${before}::date AND ${to}::date`)} AS makeups`)
  if (!loaded) throw new Error('The allowance query returned no row')
  return loaded
}
