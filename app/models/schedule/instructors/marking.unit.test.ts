import { expect, test } from 'vitest'
import { type TaughtMark, whyNotMark } from './marking'

const why = (change: Partial<TaughtMark>, days = 0) =>
  whyNotMark({ date: '2026-11-24', was: 'scheduled', attendance: 'present', on: '2026-11-24', ...change }, days)

test('An instructor marks a ride on its day, and as many days after it as the school says', () => {
  expect(why({})).toBe(null)
  expect(why({ on: '2026-11-25' })).toBe('Instructors can mark a ride on its day only. Please tell the office.')
  expect(why({ on: '2026-11-25' }, 1)).toBe(null)
  expect(why({ on: '2026-11-26' }, 1)).toBe(
    'Instructors can mark a ride on its day and for 1 day after it. Please tell the office.',
  )
  expect(why({ on: '2026-11-26' }, 2)).toBe(null)
  expect(why({ on: '2026-11-27' }, 2)).toMatch('for 2 days after it')
  expect(why({ on: '2026-11-23' }, 2)).toBe('You can mark this ride from Tuesday, Nov 24, on.')
})

test('A makeup is reserved by the office alone, which alone changes that, unless the rider came', () => {
  expect(why({ attendance: 'reschedule' })).toBe('Only the office reschedules a ride, because it reserves a makeup.')
  expect(why({ was: 'reschedule', attendance: 'absent' })).toBe(
    'This ride is rescheduled, and its makeup is reserved. Only the office changes that.',
  )
  expect(why({ was: 'reschedule', attendance: 'present' })).toBe(null)
  expect(why({ was: 'absent', attendance: 'scheduled' })).toBe(null)
})
