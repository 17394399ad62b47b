import { expectTypeOf, test } from 'vitest'
import type { BasisPoints } from '~/models/vocabulary/fee'
import { addDays, type LocalDate } from './dates'
import { type Cents, type Dollars, decimalOf, dollarsOf, formatCents } from './money'
import { formatTimeOfDay, type TimeOfDay } from './time-of-day'

const never = () => {
  const [cents, dollars, rate]: [Cents, Dollars, BasisPoints] = [0, 0, 0]
  const [day, time]: [LocalDate, TimeOfDay] = ['2026-11-27', '09:00']
  // @ts-expect-error Dollars
  formatCents(dollars)
  // @ts-expect-error Dollars
  decimalOf(dollarsOf(cents))
  // @ts-expect-error A rate
  formatCents(rate)
  // @ts-expect-error A time
  addDays(time, 1)
  // @ts-expect-error A day
  formatTimeOfDay(day)
}

test('The compiler refuses dollars and rates for cents, a time for a day, and a day for a time', () => {
  expectTypeOf(never).toBeFunction()
  expectTypeOf<Dollars>().not.toExtend<Cents>()
  expectTypeOf<BasisPoints>().not.toExtend<Cents>()
  expectTypeOf<TimeOfDay>().not.toExtend<LocalDate>()
  expectTypeOf<LocalDate>().not.toExtend<TimeOfDay>()
})

test('A sum, a literal, and a column need no cast', () => {
  expectTypeOf<number>().toExtend<Cents>()
  expectTypeOf<string>().toExtend<LocalDate>()
})
