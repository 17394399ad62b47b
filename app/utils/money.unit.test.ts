import { expect, test } from 'vitest'
import { parseCents } from './money'

test.each([
  ['220', 22_000],
  ['220.5', 22_050],
  ['220.05', 22_005],
  ['$1,250.00', 125_000],
  [' 0 ', 0],
  ['9999.99', 999_999],
])('%s is read as %i cents', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents)
})

test.each(['', 'free', '1.005', '1,5', '12,50.00', '-1', '1e3', '.50', '5.', '١'])(
  '%s is no amount of money',
  (typed) => {
    expect(parseCents(typed)).toBeNull()
  },
)
