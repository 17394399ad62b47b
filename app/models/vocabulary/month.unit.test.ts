import { expect, test } from 'vitest'
import { addToMonth, daysOfMonth, monthAndYear, monthKey, monthOfDay, parseMonth } from './month'

test.each([
  ['2026-11', { year: 2026, month: 11 }],
  ['2026-01', { year: 2026, month: 1 }],
  ['2199-12', { year: 2199, month: 12 }],
  ['2026-13', null],
  ['2026-00', null],
  ['2026-1', null],
  ['1999-11', null],
  ['2026-11-01', null],
  ['x2026-11', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%j is read as the month %j', (text, month) => {
  expect(parseMonth(text)).toEqual(month)
})

test.each([
  [0, '2026-11'],
  [1, '2026-12'],
  [2, '2027-01'],
  [14, '2028-01'],
  [-10, '2026-01'],
  [-11, '2025-12'],
  [-23, '2024-12'],
])('%i months from November 2026 it is %s', (count, key) => {
  expect(monthKey(addToMonth({ year: 2026, month: 11 }, count))).toBe(key)
})

test('A month has its days and its name', () => {
  expect(monthOfDay('2028-02-29')).toEqual({ year: 2028, month: 2 })
  expect(daysOfMonth({ year: 2028, month: 2 })).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(monthAndYear({ year: 2026, month: 11 })).toBe('November 2026')
})
