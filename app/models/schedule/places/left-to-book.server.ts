import { type AllowanceRows, allowanceOfMonth } from '~/models/allowance/allowance'
import { allowanceRows } from '~/models/allowance/allowance.server'
import { type BookedKey, bookedKey, portalMonth, toBookOf } from '~/models/schedule/rides/portal-month'
import { ridesOf } from '~/models/schedule/rides/ride.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { counterKey } from '~/models/vocabulary/counters'
import { monthOfDay } from '~/models/vocabulary/month'
import type { Slot } from '~/models/vocabulary/slot'
import { today } from '~/platform/clock.server'
import type { Db } from '~/platform/tx.server'
import { type LocalDate, monthEnd, monthStart } from '~/utils/dates'

interface LeftToBook {
  /** Returns the lessons of this type that the rider has paid for in that month, and neither used nor booked. */
  leftFor: (slot: Pick<Slot, 'date' | 'type'>) => number
  /** Returns what is left of that month by kind, also 0; without kinds that were not bought for it. */
  leftIn: (day: LocalDate) => Partial<Record<BookedKey, number>>
  /** Whether a subscription that has paid for lessons of this type this month will pay for that month. */
  renewsFor: (slot: Pick<Slot, 'date' | 'type'>) => boolean
  /** Ride types that use a counter that can be bought. */
  types: string[]
}

/** Returns what is left, in two queries for all months from one day to another. */
export async function leftToBook(riderId: string, from: LocalDate, to: LocalDate, db?: Db): Promise<LeftToBook> {
  // The present month says what a subscription pays for.
  const range = { from: monthStart(from < today() ? from : today()), to: monthEnd(to) }
  const roster = await loadRoster({ ...range, riderIds: [riderId] }, db)
  const rows = (await allowanceRows([riderId], range.from, range.to, db)).get(riderId)
  const counters = new Map(roster.types.map(({ name, counter }) => [name, counter]))
  const rides = ridesOf(roster, riderId)
  const keys = new Map(
    roster.types.flatMap(({ name, counter }) => {
      const key = counter && bookedKey(counterKey(counter))
      return key ? [[name, key]] : []
    }),
  )
  const months = new Map<LocalDate, Record<BookedKey, number>>()
  const toBookIn = (month: LocalDate, known: AllowanceRows) => {
    const toBook =
      months.get(month) ?? toBookOf(portalMonth(month, today(), { rides, counters, packages: [], rows: known }))
    months.set(month, toBook)
    return toBook
  }
  const allowanceIn = (day: LocalDate) => rows && allowanceOfMonth(monthOfDay(day), rows)
  return {
    types: [...keys.keys()],
    renewsFor({ date, type }) {
      const key = keys.get(type)
      return Boolean(key && allowanceIn(date)?.renews && allowanceIn(today())?.[key].allowed)
    },
    leftFor({ date, type }) {
      const key = keys.get(type)
      if (!rows || !key) return 0
      return toBookIn(monthStart(date), rows)[key]
    },
    leftIn(day) {
      const allowance = allowanceIn(day)
      if (!rows || !allowance) return {}
      const bought = Object.entries(toBookIn(monthStart(day), rows)).filter(
        ([key]) => allowance[key as BookedKey].allowed > 0,
      )
      return Object.fromEntries(bought)
    },
  }
}
