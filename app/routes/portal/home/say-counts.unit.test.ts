import { expect, test } from 'vitest'
import { sayBooking, sayContents } from './say-counts'

test('What a month holds is said in one breath', () => {
  expect(sayContents({ lessons: 4, makeups: 1, hacks: 2 })).toBe('4 lessons, 1 makeup lesson, and 2 hacks')
  expect(sayContents({ lessons: 0 })).toBe('')
})

test('What has no time yet is said with its month', () => {
  expect(sayBooking({ lessons: 1 }, 'November')).toBe("1 lesson in November isn't booked yet")
  expect(sayBooking({ lessons: 1, hacks: 2 }, 'November')).toBe("1 lesson and 2 hacks in November aren't booked yet")
})
