import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, monthEnd } from '~/utils/dates'
import { type AllowanceRows, allowanceOfMonth, allowedAnew, monthsOf } from './allowance'
import { sayMakeup } from './makeups'

const MONTHS = monthsOf({ from: '2026-09-01', to: '2027-02-28' })
const firstOf = ({ year, month }: { year: number; month: number }) => `${year}-${String(month).padStart(2, '0')}-01`

/** A rider's months: makeups of the package, makeups given for canceled rides, and makeups ridden. */
function rowsOf(months: { own: number; given: number; ridden: number }[]): AllowanceRows {
  const each = months.map((row, i) => ({ ...row, first: firstOf(MONTHS[i] ?? { year: 2030, month: 1 }) }))
  const none = { clearing: false, lessons: 0, privateLessons: 0, hacks: 0, horseUse: 0 }
  return {
    grants: each.map(({ own, first }) => ({ ...none, from: first, to: monthEnd(first), makeups: own })),
    makeups: each.flatMap(({ given, first }) =>
      Array.from({ length: given }, (_, i) => ({
        date: addDays(first, 20 + i),
        time: '16:00',
        reason: 'Snow',
        until: monthEnd(addDays(first, 40)),
      })),
    ),
    rides: each.flatMap(({ ridden, first }, month) =>
      Array.from({ length: ridden }, (_, i) => ({
        id: month * 10 + i,
        date: addDays(first, 10),
        counter: null,
        attendance: 'makeup',
      })),
    ),
    adjustments: [],
    renewals: [],
  }
}

const makeupsIn = (index: number, months: { own: number; given: number; ridden: number }[]) =>
  allowanceOfMonth(MONTHS[index] ?? { year: 2030, month: 1 }, rowsOf(months))

test('A makeup for a canceled ride is allowed in its month and the next one, and in no other', () => {
  const months = [
    { own: 1, given: 1, ridden: 0 },
    { own: 1, given: 0, ridden: 0 },
    { own: 1, given: 0, ridden: 0 },
  ]
  expect([0, 1, 2].map((i) => makeupsIn(i, months).makeups)).toEqual([
    { used: 0, allowed: 2 },
    { used: 0, allowed: 2 },
    { used: 0, allowed: 1 },
  ])
  expect(makeupsIn(1, months).makeupsGiven).toEqual([
    { date: '2026-09-21', time: '16:00', reason: 'Snow', until: '2026-10-31' },
  ])
  expect(makeupsIn(2, months).makeupsGiven).toBeUndefined()
})

test('It is used up after the makeups of the package, which end first', () => {
  const after = (ridden: number) =>
    makeupsIn(1, [
      { own: 1, given: 1, ridden },
      { own: 0, given: 0, ridden: 0 },
    ]).makeups.allowed
  expect([0, 1, 2, 3].map(after)).toEqual([1, 1, 0, 0])
})

test('Of two months with canceled rides, the makeup that ends first is ridden first', () => {
  const months = [
    { own: 0, given: 1, ridden: 0 },
    { own: 0, given: 1, ridden: 1 },
    { own: 0, given: 0, ridden: 0 },
  ]
  expect(makeupsIn(1, months).makeups).toEqual({ used: 1, allowed: 2 })
  expect(makeupsIn(2, months).makeups.allowed).toBe(1)
})

test('A year counts a makeup that two months allow once', () => {
  const months = [
    { own: 1, given: 1, ridden: 0 },
    { own: 1, given: 0, ridden: 0 },
  ]
  expect([0, 1].map((i) => allowedAnew(makeupsIn(i, months), 'makeups'))).toEqual([2, 1])
})

test('Whatever a rider has and rides within it, no makeup is ridden twice, and none is lost before it ends', () => {
  const month = fc.record({ own: fc.nat(2), given: fc.nat(3), wants: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(month, { minLength: 6, maxLength: 6 }), (wishes) => {
      const months = wishes.map(({ own, given }) => ({ own, given, ridden: 0 }))
      for (const [i, { wants }] of wishes.entries()) {
        const row = months[i]
        if (row) row.ridden = Math.min(wants, makeupsIn(i, months).makeups.allowed)
      }
      for (const [i, { own, given }] of months.entries()) {
        const before = months[i - 1]
        const { allowed } = makeupsIn(i, months).makeups
        const until = (count: number) => months.slice(0, count)
        const sum = (rows: typeof months, of: (row: (typeof months)[number]) => number) =>
          rows.reduce((total, row) => total + of(row), 0)
        expect(sum(until(i + 1), ({ ridden }) => ridden)).toBeLessThanOrEqual(
          sum(until(i + 1), (row) => row.own + row.given),
        )
        expect(allowed).toBeGreaterThanOrEqual(own + given)
        expect(allowed).toBeGreaterThanOrEqual(
          own + given + Math.max(0, (before?.given ?? 0) - Math.max(0, (before?.ridden ?? 0) - (before?.own ?? 0))),
        )
        expect(allowed).toBeLessThanOrEqual(own + given + (before?.given ?? 0))
      }
    }),
  )
})

test('A makeup says which lesson it is for, and why', () => {
  expect(sayMakeup({ date: '2026-12-09', time: '16:00', reason: 'snow', until: '2027-01-31' })).toBe(
    'Makeup: lesson of Dec 9, 4:00 PM was canceled (snow)',
  )
})
