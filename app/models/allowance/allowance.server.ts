import { prisma } from '~/platform/db.server'
import { listStatement, queryLists } from '~/platform/row-lists.server'
import type { Db } from '~/platform/tx.server'
import { type LocalDate, monthEnd, monthOf, monthStart, yearOf } from '~/utils/dates'
import { type AllowanceRows, allowanceOfMonth, type MonthAllowance, monthsOf } from './allowance'
import {
  type AllowanceSql,
  allowanceLists,
  allowanceRowsOf,
  type LoadedAllowances,
  rideList,
} from './allowance-lists.server'

/** Returns allowances by rider, in order of the months; without rows they are zero. One query, however many riders. */
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

/** Returns by rider the rows from which their months from `from` to `to` are computed. */
export async function allowanceRows(
  riderIds: readonly string[],
  from: LocalDate,
  to: LocalDate,
  db: Db = prisma,
): Promise<Map<string, AllowanceRows>> {
  const ids = [...new Set(riderIds)]
  if (ids.length === 0) return new Map()
  return allowanceRowsOf(ids, await loadRows(db, ids, monthStart(from), monthEnd(to)))
}

export async function allowanceOf(riderId: string, day: LocalDate): Promise<MonthAllowance> {
  const months = (await allowancesOf([riderId], day, day)).get(riderId)
  return months?.[0] ?? allowanceOfMonth({ year: yearOf(day), month: monthOf(day) }, NOTHING)
}

const NOTHING = { grants: [], rides: [], adjustments: [], renewals: [], makeups: [] }

const MONTHS: AllowanceSql = {
  from: '$1::date',
  to: '$2::date',
  isRider: (column) => `${column} = ANY($3)`,
}
const ALLOWANCES = listStatement({ ...allowanceLists(MONTHS), rides: rideList(MONTHS) })

const loadRows = (db: Db, ids: string[], from: LocalDate, to: LocalDate): Promise<LoadedAllowances> =>
  queryLists(ALLOWANCES, [from, to, ids], db)
