import { officeLabel } from '~/models/vocabulary/attendance'
import { COUNTERS, type CounterName, counterUsedBy, type RideTypeCounter } from '~/models/vocabulary/counters'
import { GRANTED_STATUSES } from '~/models/vocabulary/grant'
import { formatMakeup, formatUntil } from '~/models/vocabulary/makeup'
import { daysOfMonth, type Month } from '~/models/vocabulary/month'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { dayInZone, formatDay, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { addedBy } from './allowance'
import { allowanceOf } from './allowance.server'

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

const GRANTED = { in: GRANTED_STATUSES }

/** Lists grants, rides and adjustments by day. Their sum is what `allowanceOf` returns while no counter is below zero. */
export async function allowanceLedger(riderId: string, month: Month): Promise<LedgerEntry[]> {
  const { from, to } = daysOfMonth(month)
  const days = { validFrom: { lte: toDbDate(to) }, validTo: { gte: toDbDate(from) } }
  const [grants, looseAddOns, rides, bookings, adjustments, { makeupsGiven = [], makeupsTaken = [] }] =
    await Promise.all([
      prisma.grant.findMany({
        where: { userId: riderId, status: GRANTED, ...days },
        include: {
          package: { select: { name: true } },
          addOns: { where: { status: GRANTED }, include: { addOn: true } },
        },
      }),
      prisma.userAddOn.findMany({
        where: {
          userId: riderId,
          grantId: null,
          status: GRANTED,
          purchaseDate: { lt: new Date(toDbDate(to).getTime() + 24 * 60 * 60 * 1000) },
          OR: [{ expiryDate: null }, { expiryDate: { gte: toDbDate(from) } }],
        },
        include: { addOn: true },
      }),
      prisma.ride.findMany({
        where: {
          studentId: riderId,
          scheduledDate: { gte: toDbDate(from), lte: toDbDate(to) },
          attendance: { not: null },
        },
        include: { rideType: { select: { counter: true } } },
      }),
      prisma.makeupBooking.findMany({
        where: { studentId: riderId, lessonDate: { gte: toDbDate(from), lte: toDbDate(to) } },
      }),
      prisma.usageAdjustment.findMany({
        where: { studentId: riderId, ...month },
        include: { by: { select: { firstName: true, lastName: true, email: true } } },
      }),
      allowanceOf(riderId, from),
    ])
  const zone = getEnv().schoolTimezone
  const clearing = (status: string) => (status === 'clearing' ? 'Clearing' : null)
  const entries: LedgerEntry[] = []
  const add = (entry: Omit<LedgerEntry, 'allowed' | 'used' | 'undone'> & Partial<LedgerEntry>) =>
    entries.push({ allowed: 0, used: 0, undone: false, ...entry })

  for (const grant of grants) {
    const day = fromDbDate(grant.validFrom)
    const source = grant.orderId ? null : grant.subscriptionId ? 'Subscription' : 'Given by the office'
    const common = { day, what: grant.package?.name ?? 'Add-ons', note: clearing(grant.status) ?? source }
    for (const { name, grantField } of COUNTERS) {
      const allowed = grantField ? grant[grantField] : 0
      if (allowed) add({ ...common, key: `grant-${grant.id}-${name}`, counter: name, allowed })
    }
  }
  const addOns = [
    ...grants.flatMap(({ addOns, validFrom }) => addOns.map((row) => ({ ...row, since: validFrom }))),
    ...looseAddOns.map((row) => ({ ...row, since: row.purchaseDate })),
  ]
  for (const row of addOns) {
    const counter = COUNTERS.find(({ credit }) => credit === row.credit)?.name
    const day = fromDbDate(row.since)
    const note = clearing(row.status)
    if (counter) add({ key: `add-on-${row.id}`, day, what: row.addOn.name, note, counter, allowed: row.quantity })
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
  const booked = new Set(bookings.map((row) => `${fromDbDate(row.lessonDate)} ${row.scheduledTime}`))
  const usedBy = new Map(
    rides.map((ride) => {
      const counter = ride.rideType.counter as RideTypeCounter | null
      const isMakeup = booked.has(`${fromDbDate(ride.scheduledDate)} ${ride.scheduledTime}`)
      return [ride.id, counterUsedBy({ attendance: ride.attendance, counter, isMakeup })]
    }),
  )
  for (const ride of rides) {
    const counter = usedBy.get(ride.id)
    const what = `${ride.type}, ${formatTimeOfDay(ride.scheduledTime)}`
    const note = officeLabel(ride.attendance ?? '')
    if (counter) add({ key: `ride-${ride.id}`, day: fromDbDate(ride.scheduledDate), what, note, counter, used: 1 })
  }
  for (const { id, at, by, reason, kind, undoneAt, ...row } of adjustments) {
    const common = {
      day: dayInZone(zone, at),
      what: kind === 'reset' ? 'Reset Monthly Usage' : 'Changed by the office',
      note: `${displayName(by)}${kind === 'edit' ? `: ${reason}` : ''}`,
      undone: undoneAt !== null,
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
