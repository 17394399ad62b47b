import { type Person, personColumn } from '~/models/people/accounts/name-sql.server'
import { officeLabel } from '~/models/vocabulary/attendance'
import { COUNTERS, type CounterKey, type CounterName, counterUsedBy } from '~/models/vocabulary/counters'
import { formatMakeup, formatUntil } from '~/models/vocabulary/makeup'
import { daysOfMonth, type Month } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { getEnv } from '~/platform/env.server'
import { bare, instant, plain, type RowsOf, rowList, text } from '~/platform/row-lists.server'
import { dayInZone, formatDay, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { type Adjustment, addedBy, type MonthAllowance } from './allowance'
import {
  ADD_ON_FROM,
  type AllowanceSql,
  addOnsOf,
  counterColumns,
  GRANT_COUNTERS,
  grantsOf,
  RIDE_COLUMNS,
  type RiderRide,
  ridesIn,
} from './allowance-lists.server'

export interface LedgerEntry {
  key: string
  day: LocalDate
  what: string
  note: string | null
  counter: CounterName
  /** Added to the allowance and to its use; either may be negative. */
  allowed: number
  used: number
  undone: boolean
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Selects what `ledgerFound` needs of a month, for a statement with other lists. */
export const ledgerLists = (month: AllowanceSql) => ({
  ledgerGrants: rowList<
    Record<CounterKey, number> & {
      id: number
      day: LocalDate
      name: string | null
      isClearing: boolean
      isOrdered: boolean
      isSubscribed: boolean
    }
  >(
    {
      id: bare('g.id'),
      day: plain('g.valid_from'),
      name: text('(SELECT k.name FROM packages k WHERE k.id = g.package_id)'),
      isClearing: bare(`g.status = 'clearing'`),
      isOrdered: bare('g.order_id IS NOT NULL'),
      isSubscribed: bare('g.subscription_id IS NOT NULL'),
      ...counterColumns,
    },
    `(SELECT p.id, p.valid_from, p.package_id, p.status, p.order_id, p.subscription_id, ${GRANT_COUNTERS} FROM ${grantsOf(month)}) g`,
  ),
  ledgerAddOns: rowList<{
    id: number
    day: LocalDate
    name: string
    isClearing: boolean
    credit: string
    quantity: number
  }>(
    {
      id: bare('a.id'),
      day: plain(ADD_ON_FROM),
      name: text('(SELECT o.name FROM add_ons o WHERE o.id = a.add_on_id)'),
      isClearing: bare(`a.status = 'clearing'`),
      credit: text('a.credit'),
      quantity: bare('a.quantity'),
    },
    addOnsOf(month),
  ),
  ledgerRides: rowList<RiderRide & { type: string; time: string }>(
    { ...RIDE_COLUMNS, type: text('r.type'), time: text('r.scheduled_time') },
    `${ridesIn(month)} AND r.attendance IS NOT NULL`,
  ),
  ledgerAdjustments: rowList<
    Omit<Adjustment, 'year' | 'month'> & {
      id: number
      at: string
      by: Person
      reason: string
      kind: string
      isUndone: boolean
    }
  >(
    {
      id: bare('x.id'),
      counter: plain('x.counter'),
      delta: bare('x.delta'),
      rideIds: bare('to_json(x.ride_ids)'),
      at: instant('x.at'),
      by: personColumn('x.by_id'),
      reason: text('x.reason'),
      kind: text('x.kind'),
      isUndone: bare('x.undone_at IS NOT NULL'),
    },
    `usage_adjustments x WHERE ${month.isRider('x.student_id')} AND make_date(x.year, x.month, 1) BETWEEN ${month.from} AND ${month.to}`,
  ),
})
/**
 * Lists grants, rides and adjustments of a month by day. Their sum is its allowance while no counter is below zero.
 * `paid` is how the month was paid to the office, so that a package paid in cash doesn't read as a gift.
 */
export function ledgerFound(
  rows: RowsOf<ReturnType<typeof ledgerLists>>,
  month: Month,
  { makeupsGiven = [], makeupsTaken = [] }: MonthAllowance,
  paid: string | null,
): LedgerEntry[] {
  const { from } = daysOfMonth(month)
  const zone = getEnv().schoolTimezone
  const clearing = ({ isClearing }: { isClearing: boolean }) => (isClearing ? 'Clearing' : null)
  const entries: LedgerEntry[] = []
  const add = (entry: Omit<LedgerEntry, 'allowed' | 'used' | 'undone'> & Partial<LedgerEntry>) =>
    entries.push({ allowed: 0, used: 0, undone: false, ...entry })

  for (const grant of rows.ledgerGrants) {
    const source = grant.isOrdered ? null : grant.isSubscribed ? 'Subscription' : (paid ?? 'Given by the office')
    const common = { day: grant.day, what: grant.name ?? 'Add-ons', note: clearing(grant) ?? source }
    for (const { name, key } of COUNTERS) {
      const allowed = grant[key]
      if (allowed) add({ ...common, key: `grant-${grant.id}-${name}`, counter: name, allowed })
    }
  }
  for (const addOn of rows.ledgerAddOns) {
    const counter = COUNTERS.find(({ credit }) => credit === addOn.credit)?.name
    const { day, name: what, quantity: allowed } = addOn
    if (counter) add({ key: `add-on-${addOn.id}`, day, what, note: clearing(addOn), counter, allowed })
  }
  for (const makeup of makeupsGiven) {
    const note = capital(formatUntil(makeup.until))
    const day = makeup.from < from ? from : makeup.from
    add({ key: `makeup-${makeup.id}`, day, what: formatMakeup(makeup), note, counter: 'makeups', allowed: 1 })
  }
  for (const makeup of makeupsTaken) {
    const note = makeup.revoked ? 'Removed by the office' : `Ridden on ${formatDay(makeup.bookedDate ?? '')}`
    const day = makeup.date ?? from
    add({ key: `makeup-${makeup.id}`, day, what: formatMakeup(makeup), note, counter: 'makeups', allowed: -1 })
  }
  const usedBy = new Map(rows.ledgerRides.map((ride) => [ride.id, counterUsedBy(ride)]))
  for (const { id, date: day, type, time, attendance } of rows.ledgerRides) {
    const counter = usedBy.get(id)
    const note = officeLabel(attendance ?? '')
    if (counter) add({ key: `ride-${id}`, day, what: `${type}, ${formatTimeOfDay(time)}`, note, counter, used: 1 })
  }
  for (const { id, at, by, reason, kind, isUndone, ...row } of rows.ledgerAdjustments) {
    const common = {
      day: dayInZone(zone, new Date(at)),
      what: kind === 'reset' ? 'Reset Monthly Usage' : 'Changed by the office',
      note: `${displayName(by)}${kind === 'edit' ? `: ${reason}` : ''}`,
      undone: isUndone,
    }
    for (const { name: counter } of COUNTERS) {
      // Adjustments are listed after the rides that they cancel.
      const takenBack = row.rideIds.filter((rideId) => usedBy.get(rideId) === counter).length
      const used = (row.counter === counter ? addedBy(row) : 0) - takenBack
      if (used) add({ ...common, key: `adjustment-${id}-${counter}`, counter, used })
    }
  }
  return entries.sort((a, b) => a.day.localeCompare(b.day) || a.key.localeCompare(b.key))
}
