import { expect, test } from 'vitest'
import { formatSpan } from './time-of-day'

test.each([
  ['15:30', 60, '3:30 – 4:30 PM'],
  ['09:00', 30, '9:00 – 9:30 AM'],
  ['11:30', 60, '11:30 AM – 12:30 PM'],
  ['12:00', 45, '12:00 – 12:45 PM'],
  ['23:30', 60, '11:30 PM – 12:30 AM'],
])('A lesson at %s of %i minutes takes place at %s', (time, minutes, span) => {
  expect(formatSpan(time, minutes)).toBe(span)
})
