import { expect, test } from 'vitest'
import { monthParam } from './student-query'

const TODAY = '2026-11-20'

test.each([
  ['2026-10', undefined, '2026 10'],
  ['2026-10-05', undefined, '2026 10'],
  ['2026-10-01T12:00:00.000Z', undefined, '2026 10'],
  ['10', undefined, '2026 10'],
  [10, undefined, '2026 10'],
  ['10', 2025, '2025 10'],
  ['October', undefined, '2026 10'],
  ['october', 2025, '2025 10'],
  ['03', undefined, '2026 3'],
  [undefined, undefined, '2026 11'],
  ['', undefined, '2026 11'],
])('The month %j with the year %j is %s', (text, year, read) => {
  const { year: y, month } = monthParam(text, TODAY, year)
  expect(`${y} ${month}`).toBe(read)
})

test.each(['2026-13', '13', '0', 'Oct', 'soon', '2026-10-32', '1.5'])('%j is no month', (text) => {
  expect(() => monthParam(text, TODAY)).toThrow('A month is written as 2026-11, or as 11 or November with its year')
})
