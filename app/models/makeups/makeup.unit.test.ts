import { expect, test } from 'vitest'
import { lastDayOf, lastDayOfClosed, makeupState, NO_END, sayMakeup, sayUntil } from './makeup'

const life = { revoked: false, until: '2026-12-22', booking: null }

test('A makeup is open until its last day is over', () => {
  expect(makeupState(life, '2026-12-22')).toBe('open')
  expect(makeupState(life, '2026-12-23')).toBe('expired')
  expect(makeupState({ ...life, until: NO_END }, '2126-12-23')).toBe('open')
})

test('A booked makeup is used once its ride is marked, whether the rider came or not', () => {
  const marked = (attendance: string | null) => makeupState({ ...life, booking: { attendance } }, '2027-01-01')
  expect([null, 'scheduled', 'makeup', 'present', 'absent'].map(marked)).toEqual([
    'booked',
    'booked',
    'used',
    'used',
    'used',
  ])
})

test('A makeup that the office took back stays so', () => {
  expect(makeupState({ ...life, revoked: true }, '2026-12-01')).toBe('revoked')
})

test('A makeup for an absence holds to the end of the month, for 30 days, or without an end', () => {
  expect(lastDayOf('2026-11-22', 'days')).toBe('2026-12-22')
  expect(lastDayOf('2026-02-10', 'month')).toBe('2026-02-28')
  expect(lastDayOf('2026-02-10', 'always')).toBe(NO_END)
  expect(lastDayOfClosed('2026-12-09')).toBe('2027-01-31')
})

test('A makeup says which lesson it is for, and why', () => {
  const ride = { why: 'closed' as const, date: '2026-12-09', time: '16:00', reason: 'snow' }
  expect(sayMakeup(ride)).toBe('Makeup: lesson of Dec 9, 4:00 PM was canceled (snow)')
  expect(sayMakeup({ ...ride, why: 'absence' })).toBe('Makeup: lesson of Dec 9, 4:00 PM was called off in time')
  expect(sayMakeup({ why: 'office', date: null, time: null, reason: 'Pony ride' })).toBe(
    'Makeup: given by the office (Pony ride)',
  )
  expect([sayUntil('2026-12-22'), sayUntil(NO_END)]).toEqual(['until Dec 22', ''])
})
