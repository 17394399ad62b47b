import { expect, test } from 'vitest'
import { formatMakeup, formatUntil, lastDayOf, lastDayOfClosed, NO_END, usesMakeup } from './makeup'

test('A booked makeup is used once its ride is marked, whether the rider came or not', () => {
  const marks = [null, 'scheduled', 'reschedule', 'makeup', 'present', 'absent']
  expect(marks.filter(usesMakeup)).toEqual(['makeup', 'present', 'absent'])
})

test('A makeup for an absence is valid to the end of the month, for 30 days, or without an end', () => {
  expect(lastDayOf('2026-11-22', 'days')).toBe('2026-12-22')
  expect(lastDayOf('2026-02-10', 'month')).toBe('2026-02-28')
  expect(lastDayOf('2026-02-10', 'always')).toBe(NO_END)
  expect(lastDayOfClosed('2026-12-09')).toBe('2027-01-31')
})

test('A makeup says which lesson it is for, and why', () => {
  const ride = { why: 'closed' as const, date: '2026-12-09', time: '16:00', reason: 'snow' }
  expect(formatMakeup(ride)).toBe('Makeup: lesson of Dec 9, 4:00 PM was canceled (snow)')
  expect(formatMakeup({ ...ride, why: 'absence' })).toBe('Makeup: lesson of Dec 9, 4:00 PM was canceled in time')
  expect(formatMakeup({ why: 'office', date: null, time: null, reason: 'Pony ride' })).toBe(
    'Makeup: given by the office (Pony ride)',
  )
  expect([formatUntil('2026-12-22'), formatUntil(NO_END)]).toEqual(['until Dec 22', ''])
})
